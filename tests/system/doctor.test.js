// SPDX-License-Identifier: Apache-2.0
//
// facho doctor: well, not well, and not to be asked.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { run, runProgram, tempFolder } = require('./lib');

const server = process.env.FACHO_TEST_PGSQL;

async function psql(database, sql) {
  const { status, err } = await runProgram('psql', [`${server} dbname=${database}`, '-q', '-c', sql]);
  assert.strictEqual(status, 0, err);
}

test('a new database is well', async (t) => {
  const url = `sqlite:${tempFolder(t)}/facho.db`;
  assert.strictEqual((await run(['migrate', '--database', url])).status, 0);
  const { status, out, err } = await run(['doctor', '--idle', '--database', url]);
  assert.strictEqual(status, 0, err);
  assert.match(out, /^ok +file +the file is whole$/m);
  assert.match(out, /^ok +open /m);
  assert.match(out, /^ok +history /m);
  assert.match(out, /the database is well\n$/);
  const quick = await run(['doctor', '--quick', '--database', url]);
  assert.doesNotMatch(quick.out, /history|open/);
});

test('what does not hold is named, with an example, and the status says so', async (t) => {
  assert.ok(server, 'FACHO_TEST_PGSQL is not set (tests/pgsql.sh sets it)');
  const name = `facho_doctor_${process.pid}`;
  const url = `${server} dbname=${name}`;
  await psql('postgres', `CREATE DATABASE ${name}`);
  t.after(() => psql('postgres', `DROP DATABASE ${name}`));
  assert.strictEqual((await run(['migrate', '--database', url])).status, 0);
  await psql(
    name,
    "INSERT INTO olts (id, name, address, roster, created_ms, updated_ms) VALUES (7, 'A', 'a', 9, 0, 0)",
  );
  const { status, out } = await run(['doctor', '--database', url]);
  assert.strictEqual(status, 3);
  assert.match(out, /^BROKEN +roster +an OLT's roster is there: not for 1, such as number 7$/m);
  assert.match(out, /1 of the checks found something/);
});

test('a database of another version is not examined', async (t) => {
  const url = `sqlite:${tempFolder(t)}/none.db`;
  const { status, err } = await run(['doctor', '--database', url]);
  assert.strictEqual(status, 1);
  assert.notStrictEqual(err, '');
});
