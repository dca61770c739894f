// SPDX-License-Identifier: Apache-2.0
//
// The copy before an upgrade, facho backup and facho restore, on both databases.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { binary, run, runProgram, start, tempFolder } = require('./lib');
const { startServe, pgsqlDatabase, QUIET } = require('./serve-lib');

const DATA = path.join(__dirname, '../data/schema');
const PATIENCE = 180000;
const OLD = 3;

async function good(promise) {
  const result = await promise;
  assert.strictEqual(result.status, 0, result.err + result.out);
  return result;
}

// A database of version OLD with its key in a folder; ask(sql) gives what psql or sqlite3 prints.
async function oldDatabases(t) {
  const dump = (name) => fs.readFileSync(path.join(DATA, `000${OLD}.${name}.sql`), 'utf8');
  const all = [];
  for (const name of ['sqlite', 'pgsql']) {
    const folder = tempFolder(t);
    fs.copyFileSync(path.join(DATA, 'test.key'), path.join(folder, 'facho.key'));
    fs.chmodSync(path.join(folder, 'facho.key'), 0o600);
    const url = name === 'sqlite' ? `sqlite:${folder}/facho.db` : await pgsqlDatabase(t);
    const program = name === 'sqlite' ? ['sqlite3', '-bail', `${folder}/facho.db`]
      : ['psql', url, '-qAt', '-v', 'ON_ERROR_STOP=1', '-f', '-'];
    const ask = async (sql) => (await good(runProgram(program[0], program.slice(1), { input: sql }))).out.trim();
    const load = () => ask(dump(name));
    await load();
    all.push({ name, folder, url, ask, load, backups: path.join(folder, 'backups'), end: name === 'sqlite' ? 'db' : 'dump',
      env: { FACHO_DATABASE: url } });
  }
  return all;
}

const cli = (d, args, env = {}) => run([...args, '--data', d.folder], { env: { ...d.env, ...env } });
const version = async (d) => Number(await d.ask('SELECT max(version) FROM facho_migrations;'));
const names = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []);

test('serve copies a database of an older version before it changes it, and restore puts the copy back', async (t) => {
  for (const d of await oldDatabases(t)) {
    const site = await startServe(t, { folder: d.folder, env: { ...QUIET, ...d.env }, timeout: PATIENCE });
    const made = names(d.backups);
    assert.strictEqual(made.length, 1, d.name);
    assert.match(made[0], new RegExp(`^facho-v${OLD}-\\d{8}T\\d{6}Z\\.${d.end}$`));
    const file = path.join(d.backups, made[0]);
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
    assert.strictEqual(fs.statSync(d.backups).mode & 0o777, 0o700);
    assert.match(site.program.err, new RegExp(`the database of version ${OLD} was copied to ${file}`));
    const busy = await cli(d, ['restore', file, '--replace']);
    assert.strictEqual(busy.status, 1);
    assert.match(busy.err, /facho serve.*stop it first/);
    assert.strictEqual(await site.program.stop(), 0, site.program.err);
    const newest = await version(d);
    assert.ok(newest > OLD);
    // A second start has nothing to copy.
    await site.start();
    assert.strictEqual(await site.program.stop(), 0);
    assert.strictEqual(names(d.backups).length, 1);

    await d.ask("UPDATE olts SET name = 'changed later' WHERE id = 1;");
    const kept = await cli(d, ['restore', file]);
    assert.strictEqual(kept.status, 1);
    assert.match(kept.err, /has data: it is left alone/);
    assert.strictEqual(await d.ask('SELECT name FROM olts WHERE id = 1;'), 'changed later');
    const back = await good(cli(d, ['restore', file, '--replace']));
    assert.match(back.out, new RegExp(`is back, of version ${OLD}; the next facho serve brings it up to date`));
    assert.strictEqual(await version(d), OLD);
    assert.strictEqual(await d.ask('SELECT name FROM olts WHERE id = 1;'), 'centro');
    // The one that was there is beside it.
    if (d.name === 'sqlite') {
      const old = /what was there is kept: (\S+)/.exec(back.out)[1];
      const { out } = await good(runProgram('sqlite3', [old, 'SELECT name FROM olts WHERE id = 1']));
      assert.strictEqual(out.trim(), 'changed later');
    } else {
      const [, old] = /what was there is kept: the schema (\w+)/.exec(back.out);
      assert.strictEqual(await d.ask(`SELECT name FROM ${old}.olts WHERE id = 1;`), 'changed later');
    }
    // And what is back serves, with its secrets.
    await site.start();
    assert.strictEqual(await version(d), newest);
    assert.strictEqual((await site.ask('olt.get', { olt: 'centro' })).has_community, true);
    assert.strictEqual(await site.program.stop(), 0, site.program.err);
  }
});

test('without a copy nothing is changed, and the sentence says how to go on', async (t) => {
  for (const d of await oldDatabases(t)) {
    const refused = async (how, why, program = binary, first = []) => {
      const { status, err } = await runProgram(program, [...first, 'migrate', '--data', d.folder], { env: { ...d.env, ...how.env } });
      assert.strictEqual(status, 1, `${d.name}: ${err}`);
      assert.match(err, /the database was left as it is, of version 3/);
      assert.match(err, why);
      assert.match(err, /store\.backup_folder.*--no-backup/);
      assert.strictEqual(await version(d), OLD);
      assert.strictEqual(await d.ask("SELECT name FROM olts WHERE id = 1;"), 'centro');
      assert.deepStrictEqual(names(d.backups), []);
    };
    const file = path.join(d.folder, 'a file');
    fs.writeFileSync(file, '');
    await refused({ env: { FACHO_STORE_BACKUP_FOLDER: `${file}/x` } }, /Not a directory/);
    // The disk is full: no file may become larger than some kilobytes.
    await refused({}, d.name === 'sqlite' ? /database or disk is full|disk I\/O error/ : /pg_dump.*(could not write|File too large)/i,
      'bash', ['-c', `trap "" XFSZ; ulimit -f ${d.name === 'sqlite' ? 64 : 8}; exec "$@"`, '-', binary]);
    if (d.name === 'pgsql') await refused({ env: { PATH: d.folder } }, /pg_dump is not installed \(package postgresql-client\)/);
    const serve = await run(['serve', '--data', d.folder], { env: { ...d.env, FACHO_STORE_BACKUP_FOLDER: `${file}/x` } });
    assert.strictEqual(serve.status, 1);
    assert.match(serve.err, /--no-backup/);
    assert.strictEqual(await version(d), OLD);

    const nowhere = { FACHO_STORE_BACKUP_FOLDER: `${file}/x` };
    if (d.name === 'sqlite') {
      await good(cli(d, ['migrate', '--no-backup'], nowhere));
    } else {
      const running = await start(t, ['serve', '--no-backup', '--data', d.folder], { env: { ...d.env, ...nowhere }, timeout: PATIENCE });
      assert.strictEqual(await running.stop(), 0, running.err);
    }
    assert.ok((await version(d)) > OLD);
    assert.deepStrictEqual(names(d.backups), []);
  }
});

test('so many copies are kept as the setting says, and nothing else is removed', async (t) => {
  for (const d of await oldDatabases(t)) {
    fs.mkdirSync(d.backups, { mode: 0o700 });
    const mine = ['facho-v1-mine.db', 'notes.txt', 'facho-v2-20200101T000000Z.db.gz'];
    const old = Array.from({ length: 5 }, (_, i) => `facho-v2-2020010${i + 1}T000000Z.${d.end}`);
    for (const name of [...mine, ...old, `facho-v2-20200109T000000Z.${d.end}.part`]) fs.writeFileSync(path.join(d.backups, name), 'x');
    await good(cli(d, ['migrate'], { FACHO_STORE_BACKUPS: '3' }));
    const left = names(d.backups);
    assert.deepStrictEqual(left.filter((name) => mine.includes(name)), mine.sort());
    assert.deepStrictEqual(left.filter((name) => old.includes(name)), old.slice(3));
    assert.strictEqual(left.length, mine.length + 3);
  }
});

test('none is made when the setting says so', async (t) => {
  const [d] = await oldDatabases(t);
  await good(cli(d, ['migrate'], { FACHO_STORE_BACKUPS: '0' }));
  assert.deepStrictEqual(names(d.backups), []);
});

test('backup and restore of a database that is new to the folder', async (t) => {
  for (const d of await oldDatabases(t)) {
    const file = path.join(d.folder, 'copy');
    const made = await good(cli(d, ['backup', file]));
    assert.match(made.out, /the key file is not in it/);
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
    const again = await cli(d, ['backup', file]);
    assert.strictEqual(again.status, 1);
    assert.match(again.err, /exists already/);
    const folder = path.join(tempFolder(t), 'new');
    fs.mkdirSync(folder);
    fs.copyFileSync(path.join(d.folder, 'facho.key'), path.join(folder, 'facho.key'));
    const env = d.name === 'sqlite' ? {} : { FACHO_DATABASE: await pgsqlDatabase(t) };
    await good(run(['restore', file, '--data', folder], { env }));
    const status = await run(['migrate', '--status', '--data', folder], { env });
    assert.match(status.out, /the database has version 3/);
    if (d.name === 'sqlite') assert.strictEqual(fs.statSync(`${folder}/facho.db`).mode & 0o777, 0o600);
    // Nothing is left lying about.
    assert.deepStrictEqual(names(folder).filter((name) => /restoring|replaced/.test(name)), []);
    if (env.FACHO_DATABASE) {
      const { out } = await runProgram('psql', [env.FACHO_DATABASE, '-qAtc', "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'facho%'"]);
      assert.strictEqual(out.trim(), '0');
    }
    const site = await startServe(t, { folder, env: { ...QUIET, ...env }, timeout: PATIENCE });
    assert.strictEqual((await site.ask('olt.get', { olt: 'centro' })).has_community, true);
    assert.strictEqual(await site.program.stop(), 0, site.program.err);
  }
});

test('what is not whole, too new, of another key or of another kind is refused, and everything stays', async (t) => {
  const all = await oldDatabases(t);
  const copies = {};
  for (const d of all) {
    copies[d.name] = path.join(d.folder, 'copy');
    await good(cli(d, ['backup', copies[d.name]]));
  }
  for (const d of all) {
    const before = await d.ask('SELECT id, name FROM olts ORDER BY id;');
    const refused = async (file, why, more = []) => {
      const { status, err } = await cli(d, ['restore', file, '--replace', ...more]);
      assert.strictEqual(status, 1, `${d.name}: ${why}`);
      assert.match(err, why);
      assert.strictEqual(await d.ask('SELECT id, name FROM olts ORDER BY id;'), before);
      assert.deepStrictEqual(names(d.folder).filter((name) => /restoring|replaced/.test(name)), []);
    };
    const whole = fs.readFileSync(copies[d.name]);
    const torn = path.join(d.folder, 'torn');
    fs.writeFileSync(torn, whole.subarray(0, Math.floor(whole.length * 0.6)));
    await refused(torn, /torn: /);
    if (d.name === 'sqlite') { // one page of many
      const hurt = Buffer.from(whole);
      hurt.fill(0xa5, 5 * 8192, 6 * 8192);
      fs.writeFileSync(torn, hurt);
      await refused(torn, /torn: .*(damaged|malformed)/);
    }
    fs.writeFileSync(torn, 'a letter, and no database at all');
    await refused(torn, /is no backup of Facho/);
    await refused(path.join(d.folder, 'nowhere'), /nowhere: No such file/);
    await refused(copies[d.name === 'sqlite' ? 'pgsql' : 'sqlite'], /facho export and facho import/);
    const key = path.join(d.folder, 'other.key');
    fs.writeFileSync(key, `facho-key-1 ${'ab'.repeat(32)}\n`, { mode: 0o600 });
    await refused(copies[d.name], /other\.key is not the key of this database/, ['--key-file', key]);
    await refused(copies[d.name], /gone\.key is missing/, ['--key-file', path.join(d.folder, 'gone.key')]);

    await d.ask("INSERT INTO facho_migrations VALUES (9999, 'later', 1);");
    const later = path.join(d.folder, 'later');
    if (d.name === 'sqlite') await good(runProgram('sqlite3', [`${d.folder}/facho.db`, `VACUUM INTO '${later}'`]));
    else await good(runProgram('pg_dump', ['-Fc', '-f', later, '-d', d.url]));
    await refused(later, /version 9999 and this program knows/);
    // But a newer database may be replaced with an older backup: that is the way back.
    const back = await good(cli(d, ['restore', copies[d.name], '--replace']));
    assert.match(back.out, /what was there is kept/);
    assert.strictEqual(await version(d), OLD);
  }
});

test('a damaged SQLite database is replaced, too', async (t) => {
  const [d] = await oldDatabases(t);
  const copy = path.join(d.folder, 'copy');
  await good(cli(d, ['backup', copy]));
  fs.writeFileSync(`${d.folder}/facho.db`, Buffer.alloc(50000, 0xa5));
  await good(run(['restore', copy, '--replace', '--data', d.folder]));
  assert.strictEqual(await version(d), OLD);
});

test('the password is in the environment of pg_dump and pg_restore, not in arguments, logs or words', async (t) => {
  const [, d] = await oldDatabases(t);
  const tools = tempFolder(t), seen = path.join(tools, 'seen');
  for (const tool of ['pg_dump', 'pg_restore'])
    fs.writeFileSync(path.join(tools, tool), `#!/bin/sh\necho "args: $0 $*" >> ${seen}\necho "password: $PGPASSWORD" >> ${seen}\n` +
      `exec $(PATH=$\{PATH#*:} command -v ${tool}) "$@"\n`, { mode: 0o755 });
  const [, host] = /host=(\S+)/.exec(d.url), name = d.url.split('dbname=').pop();
  const url = `postgresql://facho:planted-password@/${name}?host=${encodeURIComponent(host)}`;
  const env = { PATH: `${tools}:${process.env.PATH}`, FACHO_DATABASE: url };
  const site = await startServe(t, { folder: d.folder, env: { ...QUIET, ...env }, timeout: PATIENCE });
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
  const [file] = names(d.backups);
  const back = await good(run(['restore', path.join(d.backups, file), '--replace', '--data', d.folder], { env }));
  const lines = fs.readFileSync(seen, 'utf8').split('\n').filter(Boolean);
  assert.deepStrictEqual(lines.filter((line) => line.startsWith('password')), ['password: planted-password', 'password: planted-password']);
  const log = fs.readFileSync(path.join(d.folder, 'logs/facho.log'), 'utf8');
  for (const text of [...lines.filter((line) => line.startsWith('args')), log, back.out, back.err, site.program.err, site.program.out])
    assert.doesNotMatch(text, /planted/);
});

test('in a schema other than public PostgreSQL is not restored, and the sentence says so before anything is touched', async (t) => {
  const folder = tempFolder(t);
  const url = await pgsqlDatabase(t);
  const made = await runProgram('psql', [url, '-q', '-c', 'CREATE SCHEMA noc']);
  assert.strictEqual(made.status, 0, made.err);
  const other = `${url} options='-c search_path=noc,public'`;
  const key = path.join(folder, 'facho.key');
  const copy = path.join(folder, 'copy.dump');
  for (const args of [['migrate'], ['backup', copy]]) {
    const { status, err } = await run([...args, '--database', other]);
    assert.strictEqual(status, 0, err);
  }
  const { status, err } = await run(['restore', copy, '--replace', '--database', other, '--key-file', key]);
  assert.strictEqual(status, 1);
  assert.match(err, /the tables are in the schema "noc", and only those in public can be put back: use pg_restore/);
  const again = await run(['migrate', '--status', '--database', other]);
  assert.strictEqual(again.status, 0, 'what was there is as it was');
});
