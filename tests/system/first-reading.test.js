// SPDX-License-Identifier: Apache-2.0
//
// A new OLT with the intervals that ship: after the first discovery everything else runs at once, also what
// ran too early and what is otherwise spread over an hour or a day.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { startServe } = require('./serve-lib');

const AS_SHIPPED = {
  FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_STATES: '5m', FACHO_STANDARD_INVENTORY: '1d', FACHO_STANDARD_OPTICS: '1h',
  FACHO_STANDARD_DETAILS: '1d', FACHO_STANDARD_PORTS: '5m', FACHO_STANDARD_CHASSIS: '5m', FACHO_SNMP_TIMEOUT: '2s', FACHO_SNMP_RETRIES: '2',
};
const SIM = ['--profile', 'huawei', '--ports', '8', '--onus', '64', '--offline', '0', '--churn', '0', '--autofind', '0', '--latency', '5ms'];
const PATIENCE_MS = 600000;

async function levels(site) {
  const rows = await site.list('onus', {}, { page_size: 1000 });
  return rows.filter((row) => row.onu_rx_dbm !== null).length;
}

test('levels of 512 ONUs are there right after the first discovery, also when they were asked for too early', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: AS_SHIPPED });
  await site.addBareOlt('centro', sim.host, { profile: 'huawei' });
  // As it may come when the jobs are applied one by one: levels first, and nobody is known.
  const from = Date.now();
  await site.ask('job.standard', { olt: 'centro', first_in: '1h' });
  const nodes = await site.list('nodes');
  const optics = nodes.find(({ job_name }) => job_name.endsWith(' optics'));
  const tooEarly = await site.ask('node.run', { node: optics.id, alone: true });
  const first = await site.until(async () => {
    const [one] = await site.list('executions', { id: tooEarly.executions[0] });
    return one?.finished_at && one;
  }, 'the run that came too early');
  assert.deepStrictEqual([first.state, first.error], ['INTERRUPTED', 'NOTHING_TO_ASK']);
  assert.match(first.message, /waits for the first discovery/);
  const [waits] = await site.until(async () => {
    const { results } = await site.ask('first_readings');
    return results.length && results;
  }, 'the word that it is to come');
  assert.deepStrictEqual([waits.olt_name, waits.asked, waits.onus], ['centro', 0, 0]);

  const discovery = nodes.find(({ job_name }) => job_name.endsWith(' discovery'));
  await site.ask('node.run', { node: discovery.id, alone: true });
  const seen = [];
  await site.until(async () => {
    const [reading] = (await site.ask('first_readings')).results;
    if (reading) seen.push([reading.asked, reading.onus]);
    return !reading && (await levels(site)) === 512;
  }, 'all levels', PATIENCE_MS);
  t.diagnostic(`all levels of 512 ONUs after ${Math.round((Date.now() - from) / 1000)} s`);

  // It was told how far it was, and that never went back.
  const counts = seen.filter(([, onus]) => onus === 512).map(([asked]) => asked);
  assert.ok(counts.some((asked) => asked > 0 && asked < 512), `${counts}`);
  assert.deepStrictEqual(counts, [...counts].sort((a, b) => a - b));

  // Everything else has run too, and what is due from now on comes at its own time.
  await site.until(async () => (await site.list('nodes')).every((node) => node.last_success_at), 'every job', PATIENCE_MS);
  assert.strictEqual(await site.count('coordinator_logs', { event_type: 'TASK_RUNS_NOW' }), nodes.length - 1);
  const runs = await site.list('executions', { job_name: optics.job_name });
  assert.deepStrictEqual(runs.map(({ state }) => state).sort(), ['INTERRUPTED', 'SUCCESS']);
  assert.strictEqual(await site.count('violations'), 0);
  assert.strictEqual(await site.count('quotas', { status: 'QUOTA_NOT_MET' }), 0);
});
