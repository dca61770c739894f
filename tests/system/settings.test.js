// SPDX-License-Identifier: Apache-2.0
//
// Settings that are changed while facho serve runs: one of each group, on both databases, and it acts;
// those that need a restart say so, and act after one; what the environment says is not changed here.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { startServe, pgsqlDatabase, QUICK } = require('./serve-lib');

// What these tests change must not be said by the environment.
const UNSAID = Object.fromEntries(Object.keys(QUICK).filter((name) => /STANDARD|SNMP/.test(name)).map((name) => [name, undefined]));

const BACKENDS = [['sqlite', async () => ({})], ['pgsql', async (t) => ({ FACHO_DATABASE: await pgsqlDatabase(t) })]];

const simulator = (t, ports = '1', onus = '4') =>
  startSim(t, ['--profile', 'huawei', '--ports', ports, '--onus', onus, '--offline', '0', '--churn', '0']);

// Without any job.
const addOlt = async (site, name, host, more = {}) => (await site.addBareOlt(name, host, { profile: 'huawei', ...more })).id;

const setting = async (site, key) => site.ask('setting.get', { setting: key });
const change = async (site, key, value) => site.ask('setting.change', { setting: key, value });

for (const [name, environment] of BACKENDS) {
  test(`${name}: pollers and lanes are as many as somebody says, at once`, async (t) => {
    const site = await startServe(t, { env: { ...UNSAID, FACHO_HEALTH_WATCH: '0', ...await environment(t) } });
    const stats = () => site.ask('poller.stats');
    assert.strictEqual((await stats()).total_pollers, 50);
    const set = await change(site, 'poll.pollers', 4);
    assert.deepStrictEqual([set.value, set.in_use, set.applies, set.note], [4, 4, 'now', '']);
    await site.until(async () => (await stats()).total_pollers === 4, 'a smaller pool');
    await change(site, 'poll.pollers', 120);
    await site.until(async () => (await stats()).total_pollers === 120, 'a larger pool');
    const lane = async () => (await stats()).lanes.find((one) => one.lane === 'discovery').most;
    assert.strictEqual(await lane(), 36);
    await change(site, 'lane.discovery_share', 5);
    await site.until(async () => (await lane()) === 60, 'a larger lane');
    // And again after a restart.
    assert.strictEqual(await site.program.stop(), 0);
    await site.start();
    await site.until(async () => (await stats()).total_pollers === 120, 'the pool that was stored');
    await site.ask('setting.reset', { setting: 'poll.pollers' });
    await site.until(async () => (await stats()).total_pollers === 50, 'the usual pool');
  });

  test(`${name}: OLTs are watched, or not, from the moment it is said`, async (t) => {
    const site = await startServe(t, { env: { ...UNSAID, ...await environment(t), FACHO_SNMP_TIMEOUT: '200ms', FACHO_SNMP_RETRIES: '0' } });
    await change(site, 'health.watch', 0);
    const dead = await addOlt(site, 'dead', '127.0.0.1:9');
    const health = () => site.ask('olt.health', { olt: dead });
    assert.strictEqual((await health()).not_answering_at, null);
    await change(site, 'health.watch', '1s');
    await site.until(async () => (await health()).not_answering_at, 'it is not answering');
    await change(site, 'health.watch', '0');
    await site.until(async () => !(await health()).not_answering_at, 'nobody watches it');
    // What is shown of the rules is what counts.
    await change(site, 'health.suspend_after', 9);
    assert.strictEqual((await health()).suspend_after, 9);
  });

  test(`${name}: the language and the level of the log, and how long it is kept`, async (t) => {
    const site = await startServe(t, { env: { ...UNSAID, FACHO_HEALTH_WATCH: '0', ...await environment(t) } });
    for (const olt of ['uno', 'dos', 'tres', 'cuatro']) await addOlt(site, olt, '127.0.0.1:9');
    const lines = async () => (await site.list('coordinator_logs')).map(({ message }) => message);
    const says = (words) => site.until(async () => (await lines()).find((line) => words.test(line)), `${words} in the log`);
    const disable = (olt) => site.ask('olt.disable', { olt });
    await disable('uno');
    await says(/^uno was disabled$/);
    await change(site, 'site.language', 'es');
    await disable('dos');
    await says(/se deshabilitó/);
    await change(site, 'log.coordinator', 'critical');
    await disable('tres');
    const before = (await lines()).length;
    await change(site, 'log.coordinator', 'info');
    await disable('cuatro');
    await site.until(async () => (await lines()).length > before, 'lines again');
    assert.strictEqual((await lines()).length, before + 1, 'nothing was said of the third');
    // The next cleaning, within a minute or so, keeps less.
    await change(site, 'keep.log', '1s');
    await site.until(async () => (await lines()).length === 0, 'an empty log', 240000);
  });

  test(`${name}: standard jobs run as often as somebody says, and none is skipped for it`, async (t) => {
    const site = await startServe(t, { env: { ...UNSAID, FACHO_HEALTH_WATCH: '0', ...await environment(t) } });
    const { host } = await simulator(t);
    const olt = await addOlt(site, 'centro', host);
    await site.ask('job.standard', { olt, first_in: '0s' });
    const job = async (kind) => site.ask('job.get', { job: `huawei_smartax ${kind}` });
    assert.strictEqual((await job('chassis')).interval_ms, 300000);
    await site.ask('job.change', { job: 'huawei_smartax ports', interval: '20m' });
    const ran = async () => (await site.list('executions', { job_name: 'huawei_smartax chassis', state: 'SUCCESS' })).length;
    await site.until(async () => (await ran()) >= 1, 'the first run');
    await change(site, 'standard.chassis', '2s');
    assert.strictEqual((await job('chassis')).interval_ms, 2000);
    const had = await ran();
    await site.until(async () => (await ran()) >= had + 3, 'runs by the new interval');
    // One that somebody has given times of its own keeps them; a new one follows the setting.
    await change(site, 'standard.ports', '3s');
    assert.strictEqual((await job('ports')).interval_ms, 20 * 60000);
    const slots = (await site.list('executions', { job_name: 'huawei_smartax chassis' })).map(({ due_at: due }) => due).filter(Boolean);
    assert.strictEqual(new Set(slots).size, slots.length, 'no slot ran twice');
    assert.deepStrictEqual(await site.list('violations'), []);
  });

  test(`${name}: how many ONUs may be missing is asked of the newest setting`, async (t) => {
    const site = await startServe(t, { env: { ...UNSAID, FACHO_HEALTH_WATCH: '0', ...await environment(t) } });
    const { host } = await simulator(t);
    const olt = await addOlt(site, 'centro', host);
    await change(site, 'discovery.max_onus', 16);
    await site.ask('job.standard', { olt, first_in: '0s' });
    await site.until(async () => (await site.count('onus')) === 4, 'its ONUs');
    const big = await simulator(t, '2', '20');
    const other = await addOlt(site, 'grande', big.host);
    await site.ask('job.standard', { olt: other, first_in: '0s' });
    const held = async () => (await site.list('coordinator_logs', { event_type: 'WALK_HELD' })).length;
    await site.until(async () => (await held()) > 0, 'a walk that is held', 120000);
    assert.strictEqual(await site.count('onus'), 4);
    await change(site, 'discovery.max_onus', 1000);
    const [node] = await site.list('nodes', { olt: other, job_name: 'huawei_smartax discovery' });
    await site.ask('node.run', { node: node.id });
    await site.until(async () => (await site.count('onus')) === 44, 'all of them', 120000);
  });
}

test('what needs a restart says so, and acts after one', async (t) => {
  const site = await startServe(t, { env: UNSAID });
  const stored = await change(site, 'http.readers', 6);
  assert.deepStrictEqual([stored.value, stored.in_use, stored.applies, stored.waits_for_restart], [6, 4, 'restart', true]);
  assert.strictEqual(stored.note, 'in use: 4, stored: 6, after a restart');
  const shown = await site.cli(['setting', 'show', 'http.readers']);
  assert.match(shown.out, /after a restart/);
  assert.match(shown.out, /in use: 4, stored: 6/);
  const list = await site.cli(['setting', 'list']);
  assert.match(list.out, /^http\.readers +6 .*after a restart +in use: 4, stored: 6, after a restart/m);
  assert.match(list.out, /^poll\.pollers +50 .*at once/m);
  // Nothing else waits.
  const all = JSON.parse((await site.cli(['setting', 'list', '--json'])).out);
  assert.deepStrictEqual(all.filter(({ waits_for_restart: waits }) => waits).map(({ key }) => key), ['http.readers']);
  assert.strictEqual(await site.program.stop(), 0);
  await site.start();
  const now = await setting(site, 'http.readers');
  assert.deepStrictEqual([now.value, now.in_use, now.note], [6, 6, '']);
});

test('what the environment, the file or an option says is not changed here', async (t) => {
  const site = await startServe(t, { env: { ...UNSAID, FACHO_POLL_POLLERS: '7' } });
  const said = await setting(site, 'poll.pollers');
  assert.deepStrictEqual([said.value, said.source, said.origin, said.is_editable], [7, 'environment', 'FACHO_POLL_POLLERS', false]);
  const refused = await site.cli(['setting', 'set', 'poll.pollers', '9']);
  assert.notStrictEqual(refused.status, 0);
  assert.match(refused.err, /FACHO_POLL_POLLERS says poll\.pollers, which wins over what is stored: change it there/);
  assert.strictEqual((await setting(site, 'poll.pollers')).value, 7);
  const folder = await setting(site, 'data.folder');
  assert.deepStrictEqual([folder.value, folder.source, folder.origin], [site.folder, 'option', '--data']);
  // A secret is not shown, and a wrong value changes nothing.
  assert.ok(['', '***'].includes((await setting(site, 'store.database')).value));
  for (const [key, value, words] of [['poll.late_after', '1ms', /is not a time from 100ms to 1h/], ['health.watch', '500ms', /at least 1s/],
    ['log.level', 'loud', /one of: error, warn, info, debug/], ['log.file', '/tmp/x', /only read from the file and the environment/]]) {
    const wrong = await site.cli(['setting', 'set', key, value]);
    assert.notStrictEqual(wrong.status, 0, key);
    assert.match(wrong.err, words);
  }
  assert.deepStrictEqual((await site.ask('setting.list')).filter(({ source }) => source === 'stored'), []);
  assert.ok(fs.existsSync(path.join(site.folder, 'facho.db')));
});
