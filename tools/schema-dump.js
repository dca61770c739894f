#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// Makes tests/data/schema/NNNN.{sqlite,pgsql}.sql: databases of every version with rows in
// every table, for the test that migrates from each of them:
//
//   tests/pgsql.sh node tools/schema-dump.js [NNNN ...]    (without numbers: those that are missing)
//
// Version n is the dump of version n-1 with migration n and the rows of rows-NNNN.sql, if
// there are any. An existing dump is never changed, like a migration.
// Needs sqlite3, psql and pg_dump.
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const migrations = path.join(root, 'src/store/migrations');
const data = path.join(root, 'tests/data/schema');
const server = process.env.FACHO_TEST_PGSQL;

const run = (program, args, input) => execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
const numberOf = (name) => Number(name.slice(0, 4));
const fourDigits = (n) => String(n).padStart(4, '0');
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

// A SQLite database in a file, and a PostgreSQL database on the server of the tests.
const BACKENDS = {
  sqlite: {
    list: 'PRAGMA application_id = 1180787560; CREATE TABLE facho_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT;',
    rows: (sql) => sql,
    create: () => path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'facho-dump-')), 'db'),
    settle: '',
    drop: (db) => fs.rmSync(path.dirname(db), { recursive: true }),
    execute: (db, sql) => run('sqlite3', ['-bail', db], sql),
    dump: dumpSqlite,
  },
  pgsql: {
    list: 'CREATE TABLE facho_migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_ms BIGINT NOT NULL);',
    rows: (sql) => sql.replaceAll(/X'([0-9a-f]*)'/g, "'\\x$1'"),
    create: () => {
      const name = `facho_dump_${process.pid}_${Math.random().toString(36).slice(2)}`;
      run('psql', [server, '-qc', `CREATE DATABASE ${name}`]);
      return `${server} dbname=${name}`;
    },
    drop: (db) => run('psql', [server, '-qc', `DROP DATABASE ${db.split('dbname=').pop()}`]),
    // Inserting rows with explicit ids does not change the sequences.
    settle: `DO $$ DECLARE s record; BEGIN FOR s IN SELECT table_name AS t FROM information_schema.columns
      WHERE table_schema = 'public' AND is_identity = 'YES' LOOP EXECUTE format(
      'SELECT setval(pg_get_serial_sequence(%L, ''id''), (SELECT GREATEST(max(id), 1) FROM %I))', s.t, s.t); END LOOP; END $$;`,
    execute: (db, sql) => run('psql', [db, '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-f', '-'], sql),
    dump: dumpPgsql,
  },
};

// Triggers fill the search table, so they are created before the rows; triggers that write events are
// created after them, because the events are dumped as rows too. An FTS5 table creates its own tables.
function dumpSqlite(db) {
  const ask = (sql) => JSON.parse(run('sqlite3', ['-json', db, sql]) || '[]');
  const all = ask("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
  const virtual = all.filter((e) => /^CREATE VIRTUAL/.test(e.sql)).map((e) => e.name);
  const made = all.filter((e) => !virtual.some((name) => e.name.startsWith(`${name}_`) && e.type === 'table'));
  const tables = made.filter((e) => e.type === 'table' && !virtual.includes(e.name));
  const rows = tables.flatMap(({ name }) => {
    // Generated columns cannot be inserted.
    const columns = ask(`SELECT name FROM pragma_table_xinfo('${name}') WHERE hidden = 0`).map((c) => `"${c.name}"`);
    const values = columns.map((c) => `quote(${c})`).join(" || ', ' || ");
    const text = run('sqlite3', [db, `SELECT ${values} FROM "${name}" ORDER BY 1`]);
    return text.split('\n').filter(Boolean).map((line) => `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${line});`);
  });
  const id = run('sqlite3', [db, 'PRAGMA application_id']).trim();
  const late = made.filter((e) => e.type === 'trigger' && /INSERT INTO events /.test(e.sql));
  const early = made.filter((e) => !late.includes(e));
  const text = (entries) => entries.map((e) => `${e.sql};`);
  return [`PRAGMA application_id = ${id};`, 'PRAGMA foreign_keys = OFF;', ...text(early), ...rows, ...text(late), 'PRAGMA foreign_keys = ON;', ''].join('\n');
}

// Without comments, session settings, and commands of psql.
function dumpPgsql(db) {
  const text = run('pg_dump', ['--inserts', '--column-inserts', '--no-owner', '--no-privileges', '--no-comments', '-d', db]);
  return text.split('\n')
    .filter((line) => line && !/^(--|SET |SELECT pg_catalog.set_config|\\)/.test(line)).join('\n') + '\n';
}

function make(backend, version) {
  const b = BACKENDS[backend];
  const suffix = `.${backend}.sql`;
  const name = fs.readdirSync(migrations).find((file) => numberOf(file) === version && file.endsWith(suffix));
  if (!name) throw new Error(`there is no migration ${version}`);
  const db = b.create();
  try {
    if (version > 1) b.execute(db, fs.readFileSync(path.join(data, `${fourDigits(version - 1)}${suffix}`), 'utf8'));
    else b.execute(db, b.list);
    b.execute(db, fs.readFileSync(path.join(migrations, name), 'utf8'));
    b.execute(db, `INSERT INTO facho_migrations VALUES (${version}, '${name}', ${version});`);
    b.execute(db, b.rows(read(path.join(data, `rows-${fourDigits(version)}.sql`))));
    b.execute(db, b.settle);
    fs.writeFileSync(path.join(data, `${fourDigits(version)}${suffix}`), b.dump(db));
  } finally {
    b.drop(db);
  }
}

if (!server) throw new Error('FACHO_TEST_PGSQL is not set (tests/pgsql.sh sets it)');
const known = [...new Set(fs.readdirSync(migrations).filter((file) => file.endsWith('.sql')).map(numberOf))].sort((a, b) => a - b);
const asked = process.argv.slice(2).map(Number);
for (const version of asked.length ? asked : known) {
  for (const backend of Object.keys(BACKENDS)) {
    const file = path.join(data, `${fourDigits(version)}.${backend}.sql`);
    if (!asked.length && fs.existsSync(file)) continue;
    make(backend, version);
    console.log(`${path.relative(root, file)}: ${fs.statSync(file).size} bytes`);
  }
}
