// SPDX-License-Identifier: Apache-2.0
//
// The manual's page of the database, in both languages, against the schema of a fresh one.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, tempFolder } = require('./lib');

const MANUAL = path.resolve(__dirname, '../../docs/manual');
// Of SQLite itself, of its text search, and the list of migrations.
const OURS = /^(?!sqlite_|onu_search_|facho_migrations$)/;

// "table.column" of a page.
function documented(page) {
  const found = new Set();
  let table = '';
  for (const line of fs.readFileSync(path.join(MANUAL, page), 'utf8').split('\n')) {
    table = /^## `(\w+)`$/.exec(line)?.[1] ?? table;
    const [, column, meaning] = /^\| `(\w+)` \| (.+) \|$/.exec(line) ?? [];
    if (column && meaning.trim()) found.add(`${table}.${column}`);
  }
  return found;
}

// "parent child column" of the lines of a page's diagram: "olts ||--o{ onus : olt_id".
function drawn(page) {
  const text = fs.readFileSync(path.join(MANUAL, page), 'utf8');
  return [...text.matchAll(/^ {2}(\w+) \|\|--o[{|] (\w+) : (\w+)$/gm)].map(([, parent, child, column]) => `${parent} ${child} ${column}`).sort();
}

test('the diagram has every foreign key and no other, in both languages', async (t) => {
  const folder = tempFolder(t);
  const migrated = await run(['migrate', '--data', folder]);
  assert.strictEqual(migrated.status, 0, migrated.err);
  const sql = `SELECT f."table" || ' ' || m.name || ' ' || f."from" FROM sqlite_master m
    JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`;
  const real = execFileSync('sqlite3', [path.join(folder, 'facho.db'), sql], { encoding: 'utf8' }).trim().split('\n').sort();
  assert.ok(real.length > 40, `${real.length}`);
  for (const page of ['en/database.md', 'es/base-de-datos.md']) assert.deepStrictEqual(drawn(page), real, page);
});

test('every table and column is explained in both languages, and nothing that is gone', async (t) => {
  const folder = tempFolder(t);
  const migrated = await run(['migrate', '--data', folder]);
  assert.strictEqual(migrated.status, 0, migrated.err);
  const sql = "SELECT m.name || '.' || p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'";
  const real = new Set(execFileSync('sqlite3', [path.join(folder, 'facho.db'), sql], { encoding: 'utf8' }).trim().split('\n')
    .filter((name) => OURS.test(name) && !name.startsWith('facho_migrations.')));
  assert.ok(real.size > 100);
  for (const page of ['en/database.md', 'es/base-de-datos.md']) {
    const told = documented(page);
    assert.deepStrictEqual([...real].filter((name) => !told.has(name)), [], `add these columns to docs/manual/${page}`);
    assert.deepStrictEqual([...told].filter((name) => !real.has(name)), [], `take these out of docs/manual/${page}: they are gone`);
  }
});
