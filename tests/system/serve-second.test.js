// SPDX-License-Identifier: Apache-2.0
//
// Two facho serve on one database: one at a time writes to it.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { run, runProgram, start, startSim, tempFolder } = require('./lib');
const { startServe, pgsqlDatabase, QUICK } = require('./serve-lib');

const SIM = ['--profile', 'zte', '--ports', '2', '--onus', '4', '--offline', '0', '--churn', '0'];
const PATIENCE = 180000;

// One value of the database.
async function value(database, sql) {
  const { status, out, err } = await runProgram('psql', [database, '-qAt', '-c', sql]);
  assert.strictEqual(status, 0, err);
  return out.trim();
}

// A facho serve that is not expected to start.
const serve = (t, database, folder = tempFolder(t)) => run(['serve', '--data', folder],
  { env: { ...QUICK, FACHO_DATABASE: database }, timeout: PATIENCE });

function sqliteDatabase(t) {
  return `sqlite:${tempFolder(t)}/shared.db`;
}

test('a second facho serve on the same database is refused and told who has it', async (t) => {
  for (const database of [await pgsqlDatabase(t), sqliteDatabase(t)]) {
    const sim = await startSim(t, SIM);
    const first = await startServe(t, { env: { FACHO_DATABASE: database }, timeout: PATIENCE });
    await first.addOlt('z', sim.host, { profile: 'zte' });
    await first.until(async () => (await first.count('executions', { state: 'SUCCESS' })) > 0, 'a run');
    const second = await serve(t, database);
    assert.strictEqual(second.status, 1, second.err);
    const said = new RegExp(`facho serve on \\S+ \\(process ${first.program.child.pid}\\) since \\d{4}-\\d\\d-\\d\\d ` +
      '\\d\\d:\\d\\d:\\d\\d UTC, last heard \\d+ s ago has this database: stop it first');
    assert.match(second.err, said);
    // It has touched nothing: no run of the first was interrupted.
    assert.strictEqual(await first.count('executions', { state: 'INTERRUPTED' }), 0);
    const doctor = await first.doctor();
    assert.match(doctor.out, new RegExp(`^held by +facho serve on \\S+ \\(process ${first.program.child.pid}\\) since`, 'm'));
    // And so are commands that write to the database themselves; those that read are not.
    const cli = (...args) => run([...args, '--data', first.folder], { env: { FACHO_DATABASE: database } });
    for (const args of [['migrate'], ['key', 'rotate'], ['import', '/dev/null']]) {
      const { status, err } = await cli(...args);
      assert.strictEqual(status, 1, err);
      if (args[0] !== 'import') assert.match(err, /has this database: stop it first/);
    }
    const exported = await cli('export', '-');
    assert.strictEqual(exported.status, 0, exported.err);
    // A clean end gives it back at once.
    assert.strictEqual(await first.program.stop(), 0, first.program.err);
    assert.match((await first.doctor()).out, /^held by +nobody/m);
    const rotated = await cli('key', 'rotate');
    assert.strictEqual(rotated.status, 0, rotated.err);
    await first.start();
    assert.strictEqual(await first.program.stop(), 0, first.program.err);
  }
});

test('one that was killed on this machine is replaced at once', async (t) => {
  for (const database of [await pgsqlDatabase(t), sqliteDatabase(t)]) {
    const env = { FACHO_DATABASE: database };
    const first = await startServe(t, { env, timeout: PATIENCE });
    await first.program.stop('SIGKILL');
    const second = await startServe(t, { env: { ...env, FACHO_STORE_KEY_FILE: `${first.folder}/facho.key` }, timeout: PATIENCE });
    assert.match(second.program.err, /is dead: this program replaces it/);
    assert.doesNotMatch(second.program.err, /waiting for a minute/); // its process is gone, its beat is young
    assert.strictEqual(await second.program.stop(), 0, second.program.err);
  }
});

test('one that was stopped for long is replaced; when it goes on it writes nothing and ends', async (t) => {
  const database = await pgsqlDatabase(t);
  const sim = await startSim(t, SIM);
  const env = { FACHO_DATABASE: database };
  const first = await startServe(t, { env: { ...env, FACHO_STANDARD_STATES: '1s' }, timeout: PATIENCE });
  await first.addOlt('z', sim.host, { profile: 'zte' });
  await first.until(async () => (await first.count('executions', { state: 'SUCCESS' })) > 2, 'runs');
  first.program.child.kill('SIGSTOP');
  // As if that was a while ago.
  await value(database, 'UPDATE serving SET beat_ms = beat_ms - 600000');
  const second = await startServe(t, { env: { ...env, FACHO_STORE_KEY_FILE: `${first.folder}/facho.key` }, timeout: PATIENCE });
  assert.match(second.program.err, /not heard: waiting for a minute at most/);
  assert.match(second.program.err, /is dead: this program replaces it/);
  const replaced = await value(database, 'SELECT run FROM serving');

  first.program.child.kill('SIGCONT');
  assert.strictEqual(await first.program.ended, 1, first.program.err);
  const pid = second.program.child.pid;
  assert.match(first.program.err, new RegExp(`facho serve on \\S+ \\(process ${pid}\\) since .* has taken this database over: ` +
    'this program writes nothing more'));
  assert.strictEqual(await value(database, 'SELECT run FROM serving'), replaced);
  // What the first one wrote after it went on would be refused by the second: the same numbers.
  const last = (await second.list('executions', {}, { ordering: '-id', page_size: 1 }))[0].id;
  await second.until(async () => (await second.count('executions', { id__gte: last + 1, state: 'SUCCESS' })) > 1, 'runs');
  assert.strictEqual(await second.count('executions', { error: 'STORE' }), 0);
  assert.doesNotMatch(second.program.err, /is another one already|history_blocks/);
  assert.strictEqual(await second.program.stop(), 0, second.program.err);
});

test('one that was stopped and not replaced goes on', async (t) => {
  const database = await pgsqlDatabase(t);
  const first = await startServe(t, { env: { FACHO_DATABASE: database }, timeout: PATIENCE });
  const beat = async () => Number(await value(database, 'SELECT beat FROM serving'));
  first.program.child.kill('SIGSTOP');
  await value(database, 'UPDATE serving SET beat_ms = beat_ms - 600000');
  const before = await beat();
  first.program.child.kill('SIGCONT');
  await first.until(async () => (await beat()) > before, 'a beat');
  assert.strictEqual(await first.program.stop(), 0, first.program.err);
});

test('while it waits for one that is not heard it can be ended', async (t) => {
  const database = await pgsqlDatabase(t);
  assert.strictEqual((await run(['migrate', '--database', database])).status, 0);
  await value(database, "INSERT INTO serving VALUES (1, 'r', 'serve', 'nodo9', 'elsewhere', 1, 1, 0, 0, " +
    '(extract(epoch from now()) * 1000)::bigint - 20000)');
  const second = await start(t, ['serve', '--data', tempFolder(t)],
    { env: { ...QUICK, FACHO_DATABASE: database }, ready: null });
  const end = Date.now() + PATIENCE;
  while (!/waiting for a minute/.test(second.err)) {
    assert.ok(Date.now() < end && second.status === undefined, second.err);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.strictEqual(await second.stop(), 1);
  assert.match(second.err, /interrupted while waiting/);
  assert.strictEqual(await value(database, 'SELECT machine FROM serving'), 'nodo9');
});
