// SPDX-License-Identifier: Apache-2.0
//
// Levels by the real program and a simulated OLT with two weeks behind it: an ONU that gets worse
// each day, and a fibre that is bent: what is told, also after kill -9, and how it ends.
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { binary, runProgram, startSim } = require('./lib');
const { pgsqlDatabase, startServe } = require('./serve-lib');

const OLT = ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '0', '--churn', '0',
  '--control', '-'];
const ENV = { FACHO_WATCH_LEVELS: '3s', FACHO_STANDARD_OPTICS: '3s', FACHO_STANDARD_DISCOVERY: '1h',
  FACHO_STANDARD_INVENTORY: '1h', FACHO_STANDARD_DETAILS: '1h', FACHO_HEALTH_WATCH: '0' };
const PATIENCE = 240000; // the database's upkeep begins after a minute

const optics = (site, filter) => site.list('incidents', { kind: 'optics', ...filter });

// All have levels, and two weeks of them in the database; the first ONU loses 0.15 dB a day, and
// its limit is 1 dB away. Returns its place and its level.
async function startOld(t, env, database) {
  const [sim, site] = [await startSim(t, OLT), await startServe(t, { env: { ...ENV, ...env } })];
  await site.addOlt('centro', sim.host);
  const onus = await site.until(async () => {
    const all = (await site.list('onus')).sort((a, b) => a.id - b.id);
    return all.length === 32 && all.every((onu) => onu.onu_rx_dbm !== null && onu.olt_rx_dbm !== null) && all;
  }, 'levels of all');
  const limit = Math.round((onus[0].onu_rx_dbm - 1) * 100) / 100;
  await site.ask('setting.change', { setting: 'onu_rx.warn', value: limit + 0.5 });
  await site.ask('setting.change', { setting: 'onu_rx.bad', value: limit });
  await site.program.stop('SIGTERM');
  const where = database || `sqlite:${site.folder}/facho.db`;
  const past = await runProgram(path.join(path.dirname(binary), 'tests/system/level_past'), [where, '15', '0.15'],
    { timeout: 120000 });
  assert.strictEqual(past.status, 0, past.err);
  await site.start();
  return { sim, site, first: onus[0], limit };
}

async function tellsLevels(t, env, database) {
  const { sim, site, first, limit } = await startOld(t, env, database);

  // 1 dB at 0.15 dB a day: about a week.
  const drift = await site.until(async () => (await optics(site, { cause: 'drift' }))[0], 'the drift', PATIENCE);
  assert.strictEqual(drift.root_kind, 'onu');
  assert.match(drift.sentence_en, new RegExp(`ONU ${first.place} of centro gets worse each day.*${limit} dBm in [5-9] days`));
  assert.match(drift.sentence_es, /empeora cada día.* en [5-9] días/);
  assert.strictEqual(await site.count('incidents', { kind: 'optics' }), 1);

  // The other port is bent: one incident, of all of its customers.
  sim.write('{"cmd":"fault","kind":"bend","port":"1/1","db":4}');
  const bend = await site.until(async () => (await optics(site, { cause: 'bend', open: true }))[0], 'the bend', PATIENCE);
  assert.deepStrictEqual([bend.root_kind, bend.place, bend.affected], ['port', '0/1/1', 16]);
  assert.match(bend.sentence_en, /fell by (3|4)\.\d dB since .*bend/);
  const found = (await site.list('incident_evidence', {}, { incident: bend.id })).map(({ key }) => key);
  assert.ok(found.includes('down_db') && found.includes('up_db'), found.join());

  // Nothing is forgotten and nothing is made twice.
  await site.program.stop('SIGKILL');
  await site.start();
  const done = { state: 'SUCCESS', job_name: 'huawei_smartax optics' };
  const seen = await site.count('executions', done);
  await site.until(async () => (await site.count('executions', done)) > seen + 2, 'more readings', PATIENCE);
  assert.deepStrictEqual((await optics(site)).map(({ id, state }) => `${id} ${state}`).sort(),
    [drift, bend].map(({ id }) => `${id} open`).sort());

  sim.write('{"cmd":"repair"}');
  await site.until(async () => (await optics(site, { cause: 'bend', open: true })).length === 0, 'its end', PATIENCE);
  const over = (await optics(site, { cause: 'bend' }))[0];
  assert.deepStrictEqual([over.id, over.state, over.left_over, over.affected_max], [bend.id, 'resolved', 0, 16]);
  assert.strictEqual((await optics(site, { open: true }))[0].id, drift.id);
  assert.strictEqual((await site.doctor()).status, 0);
}

// Both wait for the same minute.
test('drift and a bend are told once, and the bend ends with the levels back', { concurrency: 2 }, (t) => Promise.all([
  t.test('on SQLite', (on) => tellsLevels(on, {})),
  t.test('on PostgreSQL', async (on) => {
    const database = await pgsqlDatabase(on);
    await tellsLevels(on, { FACHO_DATABASE: database }, database);
  }),
]));
