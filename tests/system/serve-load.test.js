// SPDX-License-Identifier: Apache-2.0
//
// facho serve with more to do than it likes: OLTs that are dead, too few pollers.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim, sleep } = require('./lib');
const { startServe, counters, QUIET } = require('./serve-lib');

const SIM = ['--control', '-', '--profile', 'zte', '--ports', '1', '--onus', '4', '--offline', '0', '--churn', '0'];

test('twenty dead OLTs among a hundred cost little and do not delay the rest', async (t) => {
  const OLTS = 100, DEAD = 20;
  const sim = await startSim(t, ['--olts', String(OLTS), ...SIM], { olts: OLTS });
  // Fewer pollers than OLTs, so that a dead one that kept its poller would be felt.
  const site = await startServe(t, {
    env: { ...QUIET, FACHO_STANDARD_STATES: '5s', FACHO_POLL_POLLERS: '10', FACHO_HEALTH_PROBE_EVERY: '1h' },
  });
  for (let i = 0; i < DEAD; i++) sim.write(`{"cmd":"set","olt":${i},"silent":true}`);
  for (const [i, host] of sim.hosts.entries()) await site.addOlt(`olt${i}`, host, { profile: 'zte' });
  await site.until(async () => (await site.ask('status')).olts.suspended === DEAD, 'suspended', 120000);
  const from = (await site.list('executions', {}, { ordering: '-id', page_size: 1 }))[0].id + 1;
  const runs = await site.until(async () => {
    const runsOf = new Map();
    for (const e of await site.list('executions', { id__gte: from, state: 'SUCCESS', type: 'walk' }))
      runsOf.set(e.olt_name, (runsOf.get(e.olt_name) || 0) + 1);
    assert.ok(runsOf.size <= OLTS - DEAD, 'no other than those that live');
    return runsOf.size === OLTS - DEAD && Math.max(...runsOf.values()) >= 3 && [...runsOf.values()];
  }, 'every one that lives runs');
  assert.ok(Math.min(...runs) >= Math.max(...runs) / 3, `between ${Math.min(...runs)} and ${Math.max(...runs)} runs`);
  // Each of the runs before the suspension cost its OLT one request, sent twice; not one per ONU.
  const asked = await counters(sim);
  for (let i = 0; i < DEAD; i++) {
    const tries = (await site.list('executions', { olt_name: `olt${i}` })).reduce((sum, e) => sum + Math.max(e.attempts, 1), 0);
    assert.ok(asked[i].requests <= 2 * tries, `olt${i}: ${asked[i].requests} requests in ${tries} attempts`);
  }
});

test('an OLT that is suspended stays so when the setting says it, until a person acts', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, {
    env: { FACHO_HEALTH_WATCH: '0', FACHO_HEALTH_SUSPEND_AFTER: '1', FACHO_HEALTH_PROBE_EVERY: '1s', FACHO_HEALTH_STAYS_SUSPENDED: 'yes' },
  });
  await site.addOlt('z', sim.host, { profile: 'zte' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 0, 'a run');
  sim.write('{"cmd":"set","silent":true}');
  await site.until(async () => (await site.ask('status')).olts.suspended === 1, 'suspended');
  // A run that was under way is answered, and would be counted below; it does not end the suspension.
  await site.until(async () => (await site.count('executions', { state: 'RUNNING' })) === 0, 'the end of what ran');
  sim.write('{"cmd":"set","silent":false}');
  const before = (await counters(sim))[0].requests;
  await sleep(4000);
  assert.strictEqual((await site.ask('status')).olts.suspended, 1);
  assert.strictEqual((await counters(sim))[0].requests, before); // not even probed
  const [olt] = await site.list('olts');
  assert.ok(olt.suspended_at && olt.suspended_why, JSON.stringify(olt));
  const done = await site.count('executions', { state: 'SUCCESS' });
  await site.ask('olt.disable', { olt: 'z' });
  await site.ask('olt.enable', { olt: 'z' });
  await site.until(async () => (await site.ask('status')).olts.suspended === 0, 'back');
  const [node] = await site.list('nodes', { type: 'discovery' });
  await site.ask('node.run', { node: node.id });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > done, 'a run');
});

test('too few pollers: saturation is flagged and logged, lanes keep to their shares, people come first', async (t) => {
  const OLTS = 12;
  const sim = await startSim(t, ['--olts', String(OLTS), ...SIM, '--latency', '200ms'], { olts: OLTS });
  const site = await startServe(t, {
    env: { ...QUIET, FACHO_STANDARD_DISCOVERY: '2s', FACHO_STANDARD_STATES: '2s', FACHO_POLL_POLLERS: '4' },
  });
  for (const [i, host] of sim.hosts.entries()) await site.addOlt(`olt${i}`, host, { profile: 'zte' });
  await site.until(async () => (await site.list('coordinator_logs', { event_type: 'SATURATED' })).length > 0, 'saturation');
  await site.until(async () => (await site.ask('status')).engine.saturated, 'flagged');
  // By hand, in the middle of it: there is a poller for that, whatever waits.
  const [node] = await site.list('nodes', { olt_name: 'olt3', type: 'discovery' });
  const [mine] = (await site.ask('node.run', { node: node.id })).executions;
  const over = await site.until(async () => (await site.list('executions', { id: mine })).find((e) => e.finished_at),
    'the run by hand');
  assert.strictEqual(over.lane, 'high');
  // Of four pollers discovery has at most one: no two of its runs at the same time.
  const runs = (await site.list('executions', { lane: 'discovery' })).filter((e) => e.finished_at && e.started_at)
    .map((e) => ({ from: Date.parse(e.started_at), to: Date.parse(e.started_at) + e.duration_ms }))
    .sort((a, b) => a.from - b.from);
  assert.ok(runs.length > 1, 'discoveries');
  for (let i = 1; i < runs.length; i++) assert.ok(runs[i].from >= runs[i - 1].to - 1, JSON.stringify(runs));
});
