// SPDX-License-Identifier: Apache-2.0
//
// facho export and facho import by hand: messages, files, and no secret in the clear.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, tempFolder } = require('./lib');

async function database(t, name) {
  const dir = tempFolder(t);
  const args = ['--database', `sqlite:${path.join(dir, name)}`];
  const made = await run(['migrate', ...args]);
  assert.strictEqual(made.status, 0, made.err);
  return { dir, args, key: ['--key-file', path.join(dir, 'key')] };
}

test('a configuration goes out and comes in again', async (t) => {
  const from = await database(t, 'from.db');
  const to = await database(t, 'to.db');
  const file = path.join(from.dir, 'export.json');
  const out = await run(['export', file, ...from.args]);
  assert.strictEqual(out.status, 0, out.err);
  assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
  const json = JSON.parse(fs.readFileSync(file, 'utf8'));
  assert.strictEqual(json.facho_export, 1);
  assert.ok(json.tables.brands.some(({ name }) => name === 'Huawei'));
  assert.ok(!('secrets' in json) && !('users' in json.tables));
  const again = await run(['export', file, ...from.args]);
  assert.strictEqual(again.status, 1); // it does not write over a file
  const into = await run(['import', file, ...to.args]);
  assert.strictEqual(into.status, 0, into.err);
  const back = await run(['export', '-', ...to.args]);
  assert.deepStrictEqual(JSON.parse(back.out).tables, json.tables);
});

test('secrets travel encrypted, and only with their passphrase', async (t) => {
  const from = await database(t, 'from.db');
  const file = path.join(from.dir, 'export.json');
  const out = await run(['export', file, ...from.args, ...from.key],
    { env: { FACHO_PASSPHRASE: 'correct horse' } });
  assert.strictEqual(out.status, 0, out.err);
  assert.match(out.err, /encrypted/);
  const to = await database(t, 'to.db');
  const wrong = await run(['import', file, ...to.args, ...to.key, '-P', 'another horse']);
  assert.strictEqual(wrong.status, 1);
  assert.match(wrong.err, /passphrase is not that of the file; nothing was imported/);
  assert.doesNotMatch(wrong.err, /another horse/);
  const right = await run(['import', file, ...to.args, ...to.key, '-P', 'correct horse']);
  assert.strictEqual(right.status, 0, right.err);
});

test('what is no export is said to be none', async (t) => {
  const to = await database(t, 'to.db');
  const file = path.join(to.dir, 'file.json');
  for (const [text, says] of [
    ['{', /line 1/],
    ['{"a": 1}', /not a file of `facho export`/],
    ['{"facho_export": 1, "tables": {"olts": [{"colour": 1}]}}', /tables\.olts\[0\]: olts has no column "colour"/],
    ['{"facho_export": 1, "tables": {"users": [{"name": "x"}]}}', /no table "users"/],
    ['{"facho_export": 1, "tables": {"olts": 3}}', /tables\.olts: expected a list/],
  ]) {
    fs.writeFileSync(file, text);
    const { status, err } = await run(['import', file, ...to.args]);
    assert.strictEqual(status, 1);
    assert.match(err, says);
  }
});
