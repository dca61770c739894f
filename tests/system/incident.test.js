// SPDX-License-Identifier: Apache-2.0
//
// Incidents by the real program and simulated OLTs: one fault is one incident, with its cause,
// its place and its customers; it survives kill -9, and nothing is made of silence.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { startServe } = require('./serve-lib');

const OLT = ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '0', '--churn', '0',
  '--control', '-'];
const ENV = { FACHO_WATCH_RESOLVE: '1s', FACHO_WATCH_SILENT: '4s', FACHO_HEALTH_WATCH: '2s', FACHO_HEALTH_PROBE_EVERY: '2s',
  FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h' };

// All of its ONUs are online, and there was a whole reading of states.
async function startSite(t) {
  const [sim, site] = [await startSim(t, OLT), await startServe(t, { env: ENV })];
  await site.addOlt('centro', sim.host);
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 32, '32 ONUs online');
  const done = { state: 'SUCCESS' };
  const seen = await site.count('executions', done);
  await site.until(async () => (await site.count('executions', done)) > seen + 3, 'more readings');
  return { sim, site };
}

const incidents = (site, filter) => site.list('incidents', filter);

test('a feeder that is cut is one incident, with cause, place and customers, also after kill -9', async (t) => {
  const { sim, site } = await startSite(t);
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  const found = await site.until(async () => (await incidents(site, { open: true }))[0], 'an incident');
  assert.deepStrictEqual([found.kind, found.root_kind, found.olt_name], ['outage', 'port', 'centro']);
  assert.match(found.sentence_en, /16/);
  const whole = await site.until(async () => {
    const shown = await site.ask('incident.get', { incident: found.id });
    return shown.affected === 16 && shown;
  }, 'all of its customers');
  assert.strictEqual(whole.at_risk, 16);
  const members = await site.ask('incident.members', { incident: found.id });
  assert.strictEqual(members.count, 16);
  assert.ok(members.results.every(({ place, up_at }) => /^0\/1\/0:/.test(place) && up_at === null));
  const [{ serial }] = members.results;
  const { results: [hit] } = await site.ask('onu.find', { text: serial });
  assert.strictEqual(hit.incident.id, found.id);

  // Nothing is forgotten and nothing is made twice.
  await site.program.stop('SIGKILL');
  await site.start();
  assert.strictEqual((await incidents(site, { open: true }))[0].id, found.id);
  const acked = await site.ask('incident.ack', { incident: found.id });
  assert.strictEqual(acked.acked_by, (await site.list('incident_log', { kind: 'ack' }))[0].who);
  sim.write('{"cmd":"repair"}');
  const over = await site.until(async () => (await incidents(site, { state: 'resolved' }))[0], 'its end');
  assert.deepStrictEqual([over.id, over.affected_max, over.left_over], [found.id, 16, 0]);
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 1);
  assert.strictEqual((await site.doctor()).status, 0);
});

test('an OLT that does not answer is one incident, and its customers are not down', async (t) => {
  const { sim, site } = await startSite(t);
  sim.write('{"cmd":"set","silent":true}');
  const found = await site.until(async () => (await incidents(site, { open: true, kind: 'olt_silent' }))[0],
    'an incident');
  assert.strictEqual(found.olt_name, 'centro');
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 0);
  sim.write('{"cmd":"set","silent":false}');
  await site.until(async () => (await site.count('incidents', { kind: 'olt_silent', open: true })) === 0, 'its end');
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 0);
});
