// SPDX-License-Identifier: Apache-2.0
//
// facho serve says only what it knows: a run that asked nothing is no answer, values that cannot be
// read are not a success, and neither costs the OLT beside it anything.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');

const SIM = ['--control', '-', '--profile', 'zte', '--ports', '1', '--onus', '7', '--offline', '0', '--churn', '0', '--autofind', '0'];
const OPTICS = '1.3.6.1.4.1.3902.1012.3.50.12.1.1', STATUS = '1.3.6.1.4.1.3902.1012.3.28.2.1.4';
const OLT_RX = '1.3.6.1.4.1.3902.1015.1010.11.2.1.2', ELTEX = '1.3.6.1.4.1.35265.1.22.3.1.1';

const isOver = (site, id) => site.until(async () => {
  const [one] = await site.list('executions', { id });
  return one?.finished_at && one;
}, `execution ${id}`);

async function runJob(site, olt, job) {
  const [node] = await site.list('nodes', { olt_name: olt, job_name: job });
  return isOver(site, (await site.ask('node.run', { node: node.id, alone: true })).executions[0]);
}

test('a run that had nothing to ask is no answer of a silent OLT', async (t) => {
  const sim = await startSim(t, SIM);
  sim.write(JSON.stringify({ cmd: 'set', silent: true }));
  // By the schedule, often, and nothing else but this one job: the OLT is never asked.
  const site = await startServe(t, { env: QUIET });
  await site.addBareOlt('quiet', sim.host, { profile: 'zte' });
  await site.ask('job.add', { name: 'levels', type: 'get', brand: 'ZTE', interval: '5s', oids: ['zte_c300_c320/onu/rx_dbm'] });
  await site.ask('job.add', { name: 'names', type: 'get', brand: 'ZTE', interval: '5s', oids: ['zte_c300_c320/onu/name'] });
  for (const job of ['levels', 'names']) await site.ask('job.apply', { job, olt: 'quiet', first_in: '100ms' });
  for (const job of ['levels', 'names']) {
    const ended = await site.until(async () => (await site.list('executions', { job_name: job }))
      .filter((one) => one.finished_at).length >= 2 && (await site.list('executions', { job_name: job })), 'two runs');
    for (const one of ended.filter(({ finished_at }) => finished_at)) {
      assert.deepStrictEqual([one.state, one.error, one.requests], ['INTERRUPTED', 'NOTHING_TO_ASK', 0]);
      assert.strictEqual(one.message, 'no ONU is known yet: it waits for the first discovery');
    }
  }
  const olt = await site.ask('olt.get', { olt: 'quiet' });
  assert.strictEqual(olt.last_answer_at, null);
  const health = await site.ask('olt.health', { olt: 'quiet' });
  assert.strictEqual(health.last_answer_at, null);
  assert.strictEqual(health.failures, 0);
  for (const quota of await site.list('quotas')) {
    assert.deepStrictEqual([quota.completed, quota.failed, quota.skipped], [0, 0, 0]);
  }
  for (const node of await site.list('nodes')) {
    assert.strictEqual(node.last_success_at, null);
    assert.strictEqual(node.last_failure_at, null);
  }
  assert.strictEqual((await site.ask('status')).engine.completed, 0);
  const shown = await site.cli(['execution', 'list', '--format', 'table']);
  assert.match(shown.out, /nothing to ask yet/);

  // Once its ONUs are known the same jobs ask, and are answered.
  sim.write(JSON.stringify({ cmd: 'set', silent: false }));
  await site.ask('job.add', { name: 'who', type: 'discovery', brand: 'ZTE', interval: '1d', oids: ['zte_c300_c320/onu/serial'] });
  await site.ask('job.apply', { job: 'who', olt: 'quiet', first_in: '100ms' });
  await site.until(async () => (await site.count('executions', { job_name: 'levels', state: 'SUCCESS' })) > 0, 'levels');
  assert.ok((await site.ask('olt.get', { olt: 'quiet' })).last_answer_at);
});

// Of which brand, which columns become garbage, and what is said of them. All states and levels of
// the second are known from one source only.
const GARBAGE = [
  { profile: 'zte', jobs: 'zte_c300_c320', columns: [STATUS, OPTICS, OLT_RX], levels: [/onu_rx_dbm/, /olt_rx_dbm/] },
  { profile: 'eltex_ltp_x', jobs: 'eltex_ltp_x', columns: [5, 10, 11, 13, 14, 15].map((n) => `${ELTEX}.${n}`), levels: [/onu_rx_dbm/] },
];

async function isPartial(t, { profile, jobs, columns, levels: named }) {
  const sim = await startSim(t, ['--control', '-', '--profile', profile, ...SIM.slice(4), '--olts', '2'], { olts: 2 });
  const site = await startServe(t, { env: { ...QUIET, FACHO_STANDARD_STATES: '10s' } });
  await site.addOlt('bad', sim.hosts[0], { profile, timeout_ms: 5000 });
  await site.addOlt('good', sim.hosts[1], { profile, timeout_ms: 5000 });
  for (const olt of ['bad', 'good'])
    await site.until(async () => (await site.count('onus', { olt_name: olt })) === 7, `the ONUs of ${olt}`);
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS', job_name: `${jobs} optics` })) === 2, 'levels');
  const before = (await site.list('onus', { olt_name: 'bad' }, { ordering: 'id' }));

  const from = sim.out.length;
  sim.write(JSON.stringify({ cmd: 'set', olt: 0, wrong_type: columns }));
  await sim.waitFor(/"ok":true/, { from });
  const states = await runJob(site, 'bad', `${jobs} states`);
  assert.deepStrictEqual([states.state, states.error, states.onus_ok, states.onus_failed], ['PARTIAL', 'BAD_RESPONSE', 0, 7]);
  assert.match(states.message, /values that could not be read: run_state/);
  const levels = await runJob(site, 'bad', `${jobs} optics`);
  assert.deepStrictEqual([levels.state, levels.error, levels.onus_failed], ['PARTIAL', 'BAD_RESPONSE', 7]);
  assert.match(levels.message, /values that could not be read: /);
  for (const words of named) assert.match(levels.message, words);
  for (const { asked, answered } of [states, levels]) assert.deepStrictEqual([asked, answered], [7, 0], 'the quota is not met');
  // What was known stays, and nobody takes the garbage for a state.
  const after = (await site.list('onus', { olt_name: 'bad' }, { ordering: 'id' }));
  assert.deepStrictEqual(after.map(({ run_state }) => run_state), before.map(({ run_state }) => run_state));

  // By the schedule too; and the other OLT keeps its slots.
  const last = Math.max(...(await site.list('executions', {}, { ordering: '-id', page_size: 1 })).map(({ id }) => id));
  const since = async (olt, state) => site.count('executions', { id__gte: last + 1, olt_name: olt, job_name: `${jobs} states`, state });
  await site.until(async () => (await since('good', 'SUCCESS')) >= 3 && (await since('bad', 'PARTIAL')) >= 3, 'three slots each');
  assert.strictEqual(await since('bad', 'SUCCESS'), 0);
  const others = (await site.list('executions', { id__gte: last + 1, olt_name: 'good' })).filter(({ finished_at }) => finished_at);
  assert.deepStrictEqual([...new Set(others.map(({ state }) => state))], ['SUCCESS']);
  const slots = others.filter(({ job_name }) => job_name === `${jobs} states`).map(({ due_at }) => Date.parse(due_at)).sort((a, b) => a - b);
  for (let i = 1; i < slots.length; i++) assert.strictEqual(slots[i] - slots[i - 1], 10000, 'no slot is lost');
}

for (const brand of GARBAGE) {
  test(`states and levels of ${brand.profile} that cannot be read are PARTIAL with the columns named, beside a healthy OLT`,
    (t) => isPartial(t, brand));
}

test('a sweep between two slices is shown as what it is, and one execution at a time runs on an OLT', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '4', '--onus', '16', '--offline', '0', '--churn', '0', '--autofind', '0',
    '--latency', '100ms']); // the walk of each second is seen while it runs
  const site = await startServe(t, { env: QUIET });
  await site.addBareOlt('z', sim.host, { profile: 'zte', timeout_ms: 5000 });
  const add = async (name, type, interval, oid) => {
    await site.ask('job.add', { name, type, brand: 'ZTE', interval, oids: [`zte_c300_c320/onu/${oid}`] });
    await site.ask('job.apply', { job: name, olt: 'z', first_in: '100ms' });
  };
  await add('who', 'discovery', '1d', 'serial');
  await site.until(async () => (await site.count('onus')) === 64, '64 ONUs');
  await add('states', 'walk', '1s', 'status');
  await add('levels', 'get', '1m', 'rx_dbm');

  const seen = new Set();
  let paused, most = 0, figures = 0, metrics = '';
  const token = (await site.cli(['token', 'add', 'watch', '--user', 'admin', '--role', 'viewer'])).out.trim();
  await site.until(async () => {
    const open = (await site.list('executions', {}, { ordering: '-id', page_size: 50 })).filter(({ finished_at }) => !finished_at);
    most = Math.max(most, open.filter(({ state }) => state === 'RUNNING').length);
    const sweep = open.find(({ job_name }) => job_name === 'levels');
    if (sweep?.next_slice_at) {
      paused ??= sweep;
      seen.add(sweep.message);
      figures = Math.max(figures, (await site.ask('status')).engine.sweeps_paused);
      if (!/^facho_sweeps_paused 1$/m.test(metrics))
        metrics = await (await fetch(`${site.api}/metrics`, { headers: { Authorization: `Token ${token}` } })).text();
    }
    // The first of all may have too little time before its next slot to pause at all; and a pause may be over
    // before the figures are asked: then the next one is looked at.
    return paused && figures && /^facho_sweeps_paused 1$/m.test(metrics) && (await site.count('executions', { id: paused.id, state: 'SUCCESS' })) > 0;
  }, 'a whole sweep', 240000);
  assert.ok(most <= 1, `only one is RUNNING, whenever one looks: ${most}`);
  assert.strictEqual(paused.state, 'PENDING');
  assert.ok(paused.started_at && Date.parse(paused.next_slice_at) > Date.parse(paused.started_at));
  for (const message of seen) assert.match(message, /^between slices: \d+ of 64 ONUs asked$/);
  assert.strictEqual(figures, 1);
  assert.match(metrics, /^facho_sweeps_paused 1$/m);
  const [done] = await site.list('executions', { id: paused.id });
  assert.deepStrictEqual([done.onus_ok, done.next_slice_at, done.message], [64, null, '']);
  const doctor = await site.doctor();
  assert.doesNotMatch(doctor.out, /FAIL/i, doctor.out);
});

test('what it costs to find out what a silent OLT is, is in the execution', async (t) => {
  const sim = await startSim(t, SIM);
  sim.write(JSON.stringify({ cmd: 'set', silent: true }));
  const site = await startServe(t, { env: QUIET });
  await site.addBareOlt('unknown', sim.host, { retries: 2, timeout_ms: 200 });
  await site.ask('job.add', { name: 'who', type: 'discovery', interval: '1d', max_retries: 0, oids: ['zte_c300_c320/onu/serial'] });
  await site.ask('job.apply', { job: 'who', olt: 'unknown', first_in: '1d' });
  const { state, error, requests, retransmits, timeouts } = await runJob(site, 'unknown', 'who');
  assert.deepStrictEqual({ state, error, requests, retransmits, timeouts },
    { state: 'FAILED', error: 'TIMEOUT', requests: 1, retransmits: 2, timeouts: 1 });
});
