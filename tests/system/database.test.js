// SPDX-License-Identifier: Apache-2.0
//
// The commands that work on the database itself: migrate, key, backup.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, runProgram, tempFolder } = require('./lib');

const server = process.env.FACHO_TEST_PGSQL;

// A database of each kind: { name, url, folder }. PostgreSQL's is made and dropped with psql.
async function databases(t) {
  const folder = tempFolder(t);
  const all = [{ name: 'sqlite', url: `sqlite:${folder}/facho.db`, folder }];
  assert.ok(server, 'FACHO_TEST_PGSQL is not set (tests/pgsql.sh sets it)');
  const name = `facho_system_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const psql = async (sql) => {
    const { status, err } = await runProgram('psql', [server, '-q', '-c', sql]);
    assert.strictEqual(status, 0, err);
  };
  await psql(`CREATE DATABASE ${name}`);
  t.after(() => psql(`DROP DATABASE ${name}`));
  all.push({ name: 'pgsql', url: `${server} dbname=${name}`, folder });
  return all;
}

test('migrate makes the database, and once more has nothing to do', async (t) => {
  for (const { name, url } of await databases(t)) {
    const first = await run(['migrate', '--database', url]);
    assert.strictEqual(first.status, 0, first.err);
    assert.match(first.out, /went from version 0 to \d+\n/, name);
    assert.ok(Number(/catalogue: (\d+) rows added, 0 updated/.exec(first.out)[1]) > 1000, first.out);
    const again = await run(['migrate'], { env: { FACHO_DATABASE: url } });
    assert.strictEqual(again.status, 0, again.err);
    assert.match(again.out, /^nothing to do/, name);
    assert.match(again.out, /catalogue: 0 rows added, 0 updated, 0 of yours/, name);
    const status = await run(['migrate', '--status', '-d', url]);
    assert.strictEqual(status.status, 0, status.err);
  }
});

test('migrate says why when the catalogue meets a number that is taken', async (t) => {
  const [, { url }] = await databases(t);
  assert.strictEqual((await run(['migrate', '--database', url])).status, 0);
  const { status: changed, err: why } = await runProgram('psql', [url, '-q', '-v', 'ON_ERROR_STOP=1', '-c',
    "UPDATE brands SET builtin_key = NULL, name = 'Mine' WHERE builtin_key = 'zte'; " +
    "SELECT setval(pg_get_serial_sequence('brands', 'id'), 1)"]);
  assert.strictEqual(changed, 0, why);
  const { status, err } = await run(['migrate', '--database', url]);
  assert.strictEqual(status, 1);
  assert.match(err, /^facho migrate: the catalogue: the brand "ZTE" cannot be added: its number is taken/);
});

test('migrate --status says that an empty database is behind, and changes nothing', async (t) => {
  const [, pgsql] = await databases(t);
  for (let i = 0; i < 2; i++) {
    const { status, out } = await run(['migrate', '--status', '--database', pgsql.url]);
    assert.strictEqual(status, 3);
    assert.match(out, /has version 0.*run facho migrate/);
  }
});

test('a file that is no database, or none of ours, is a clear error and left alone', async (t) => {
  const folder = tempFolder(t);
  const letter = path.join(folder, 'letter.txt');
  fs.writeFileSync(letter, 'Dear reader, this is no database.\n'.repeat(100));
  const before = fs.readFileSync(letter);
  const { status, err } = await run(['migrate', '--database', `sqlite:${letter}`]);
  assert.strictEqual(status, 1);
  assert.match(err, /letter\.txt: database: file is not a database/);
  assert.deepStrictEqual(fs.readFileSync(letter), before);
  const wrong = await run(['migrate', '--database', '/tmp/x.db']);
  assert.strictEqual(wrong.status, 1);
  assert.match(wrong.err, /sqlite:PATH/);
});

test('the password in a URL is not said when the server is away', async () => {
  const url = 'postgresql://facho:planted-password@127.0.0.1:1/facho';
  const { status, out, err } = await run(['migrate', '--database', url]);
  assert.strictEqual(status, 1);
  assert.doesNotMatch(out + err, /planted-password/);
  const shown = await run(['config', '--format', 'json'], { env: { FACHO_DATABASE: url } });
  assert.doesNotMatch(shown.out + shown.err, /planted-password/);
});

test('key rotate needs a database, makes its key file and changes it', async (t) => {
  for (const { name, url, folder } of await databases(t)) {
    const key = path.join(folder, `${name}.key`);
    const early = await run(['key', 'rotate', '--database', url, '--key-file', key]);
    assert.strictEqual(early.status, 1, name);
    await run(['migrate', '--database', url]);
    const keys = new Set();
    for (let i = 0; i < 3; i++) {
      const { status, out, err } = await run(['key', 'rotate', '-d', url, '--key-file', key]);
      assert.strictEqual(status, 0, err);
      assert.match(out, /^0 secrets are sealed with the new key/);
      assert.strictEqual(fs.statSync(key).mode & 0o777, 0o600);
      keys.add(fs.readFileSync(key, 'utf8'));
    }
    assert.strictEqual(keys.size, 3);
    fs.unlinkSync(key);
    const lost = await run(['key', 'rotate', '-d', url, '--key-file', key]);
    assert.strictEqual(lost.status, 1);
    assert.match(lost.err, /missing.*backup/);
  }
});

test('the key file may come from a systemd credential', async (t) => {
  const [sqlite] = await databases(t);
  await run(['migrate', '--database', sqlite.url]);
  const { status, out } = await run(['key', 'rotate', '--database', sqlite.url],
    { env: { CREDENTIALS_DIRECTORY: sqlite.folder } });
  assert.strictEqual(status, 0);
  assert.ok(out.includes(`${sqlite.folder}/facho.key`), out);
});

test('backup copies SQLite into a new file that is a database of its own', async (t) => {
  const [sqlite] = await databases(t);
  await run(['migrate', '--database', sqlite.url]);
  const copy = path.join(sqlite.folder, 'copy.db');
  const { status, err } = await run(['backup', copy, '--database', sqlite.url]);
  assert.strictEqual(status, 0, err);
  assert.strictEqual(fs.statSync(copy).mode & 0o777, 0o600);
  const check = await run(['migrate', '--status', '--database', `sqlite:${copy}`]);
  assert.strictEqual(check.status, 0, check.err);
  const again = await run(['backup', copy, '--database', sqlite.url]);
  assert.strictEqual(again.status, 1);
  assert.match(again.err, /exists already/);
});
