// SPDX-License-Identifier: Apache-2.0
//
// facho serve: who runs first, what a chain is while it runs, and what bounds a run.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { run, startSim } = require('./lib');
const { Clock, startServe, counters, QUIET } = require('./serve-lib');

const SIM = ['--control', '-', '--profile', 'zte', '--offline', '0', '--churn', '0', '--autofind', '0'];
const COLUMN = 'zte_c300_c320/onu/status', DESCRIPTION = '1.3.6.1.4.1.3902.1012.3.28.1.1.3';

// OLTs by name, of one simulator, without a job.
async function bareOlts(t, site, names, args, more = {}) {
  const sim = await startSim(t, ['--olts', String(names.length), ...SIM, ...args], { olts: names.length });
  for (const [i, name] of names.entries()) await site.addBareOlt(name, sim.hosts[i], { profile: 'zte', ...more });
  sim.tell = (name, what) => sim.write(JSON.stringify({ cmd: 'set', olt: names.indexOf(name), ...what }));
  return sim;
}

// A job on an OLT, whose node comes back.
async function addJob(site, olt, { first_in = '1d', ...more } = {}) {
  const name = more.name ?? `of ${olt}`;
  await site.ask('job.add', { name, type: 'walk', brand: 'ZTE', interval: '1d', max_retries: 0, oids: [COLUMN], ...more });
  await site.ask('job.apply', { job: name, olt, first_in });
  return (await site.list('nodes', { olt_name: olt, job_name: name }))[0];
}

async function runNow(site, node) {
  return (await site.ask('node.run', { node: node.id })).executions[0];
}

const execution = (site, id) => site.ask('execution.get', { execution: id });
const isOver = (site, id) => async () => {
  const e = (await site.list('executions', { id }))[0];
  return e?.finished_at && e;
};

test('late ones first, the latest of them first, then by priority, retries last', async (t) => {
  const site = await startServe(t, { env: { ...QUIET, FACHO_POLL_POLLERS: '1', FACHO_POLL_LATE_AFTER: '10s' } });
  const sim = await bareOlts(t, site, ['holder', 'latest', 'late', 'usual', 'urgent', 'again'],
    ['--ports', '1', '--onus', '4', '--latency', '20ms'], { timeout_ms: 60000 }); // no two begin in one millisecond
  sim.tell('again', { silent: true });
  sim.tell('holder', { silent: true });
  await site.ask('olt.change', { olt: 'again', timeout_ms: 1000, retries: 0 });
  await addJob(site, 'again', { max_retries: 1, retry_delay: '2s', first_in: '300ms', priority: 1000 });
  await site.until(async () => (await site.count('executions', { olt_name: 'again', state: 'PENDING' })) === 1, 'a retry');
  sim.tell('again', { silent: false });
  // The only poller is held by one that is not answered.
  const held = await runNow(site, await addJob(site, 'holder'));
  await site.until(async () => (await site.ask('status')).engine.busy === 1, 'the poller is busy');
  await addJob(site, 'latest', { first_in: '300ms', priority: 1 });
  await addJob(site, 'late', { first_in: '300ms', priority: 900 });
  // When those two are late; the next have as long to be queued without being so.
  const isLate = async (olt_name) => {
    const [waiting] = await site.list('executions', { olt_name, state: 'PENDING' });
    return waiting && Date.now() - Date.parse(waiting.due_at) > 10100;
  };
  for (const name of ['latest', 'late']) await site.until(() => isLate(name), `${name} is late`);
  await addJob(site, 'usual', { first_in: '300ms', priority: 40 });
  await addJob(site, 'urgent', { first_in: '300ms', priority: 90 });
  await site.until(async () => (await site.ask('status')).engine.queue === 5, 'five wait');
  await site.ask('execution.interrupt', { execution: held });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) === 5, 'all five');
  const began = [];
  for (const { id, olt_name } of await site.list('executions', { state: 'SUCCESS' })) {
    const { attempt_rows } = await execution(site, id);
    began.push([Date.parse(attempt_rows.at(-1).started_at), olt_name]);
  }
  began.sort((a, b) => a[0] - b[0]);
  assert.deepStrictEqual(began.map((b) => b[1]), ['latest', 'late', 'urgent', 'usual', 'again']);
});

test('a chain is what it is when its turn comes: links are disabled, taken away and added while it runs', async (t) => {
  const site = await startServe(t, { env: QUIET });
  // It says nothing while the chain is changed, so that the master runs as long as that takes.
  const sim = await bareOlts(t, site, ['z'], ['--ports', '1', '--onus', '4'], { timeout_ms: 3000, retries: 10 });
  sim.tell('z', { silent: true });
  const node = {};
  for (const name of ['master', 'stays', 'disabled', 'removed', 'added'])
    node[name] = await addJob(site, 'z', { name });
  for (const name of ['stays', 'disabled', 'removed'])
    await site.ask('node.chain', { node: node[name].id, master: node.master.id });
  const first = await runNow(site, node.master);
  await site.until(async () => (await site.list('executions', { id: first }))[0]?.state === 'RUNNING', 'the master runs');
  await site.ask('node.disable', { node: node.disabled.id });
  await site.ask('node.remove', { node: node.removed.id });
  await site.ask('node.chain', { node: node.added.id, master: node.master.id });
  assert.strictEqual((await site.list('executions', { id: first }))[0].state, 'RUNNING');
  sim.tell('z', { silent: false });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) === 3, 'master and two links');
  await site.until(async () => (await site.ask('status')).engine.busy === 0, 'the end');
  const ran = await site.list('executions', {}, { ordering: 'id' });
  assert.deepStrictEqual(ran.map((e) => e.job_name), ['master', 'stays', 'added']);
  assert.strictEqual(new Set(ran.map((e) => e.poller)).size, 1);
  // That a task is chained is no other interval.
  assert.strictEqual(await site.count('coordinator_logs', { event_type: 'TASK_CHAINED' }), 4);
  assert.strictEqual(await site.count('coordinator_logs', { event_type: 'TASK_INTERVAL_CHANGED' }), 0);
  await site.ask('node.chain', { node: node.stays.id });
  await site.until(async () => (await site.count('coordinator_logs', { event_type: 'TASK_UNCHAINED' })) === 1, 'on its own');
});

test('saturation by busy pollers, and by busy ones with something that waits', async (t) => {
  const NAMES = ['a', 'b', 'c', 'd', 'e'];
  const clock = new Clock(t, { speed: 20 }); // busy is over the last minute
  const site = await startServe(t, { env: { ...QUIET, ...clock.env, FACHO_POLL_POLLERS: '4' } });
  const sim = await bareOlts(t, site, NAMES, ['--ports', '1', '--onus', '4'], { timeout_ms: 60000, retries: 3 });
  for (const name of NAMES) sim.tell(name, { silent: true });
  clock.hurry();
  const saturation = async () => (await site.ask('status')).engine.saturation;
  const held = [];
  for (const name of NAMES.slice(0, 4)) held.push(await runNow(site, await addJob(site, name)));
  await site.until(async () => /75 %/.test(await saturation()), 'too busy');
  const stats = await site.ask('poller.stats');
  assert.deepStrictEqual([stats.total_pollers, stats.busy_pollers, stats.free_pollers, stats.queue_size, stats.is_saturated], [4, 4, 0, 0, true]);
  assert.ok(stats.busy_percentage > 75, `${stats.busy_percentage}`);
  assert.ok(Date.parse(stats.timestamp));
  for (const poller of (await site.ask('poller.list')).results) {
    assert.strictEqual(poller.status, 'BUSY');
    assert.ok(poller.current_node_id && poller.busy_time > 0 && poller.busy_time <= poller.total_time, JSON.stringify(poller));
  }
  assert.strictEqual((await site.ask('status')).engine.queue, 0);
  held.push(await runNow(site, await addJob(site, 'e')));
  await site.until(async () => /all pollers are busy and work waits/.test(await saturation()), 'and something waits');
  const queue = await site.ask('poller.queue');
  assert.deepStrictEqual([queue.size, queue.is_overload, queue.next_nodes.map((one) => one.olt_name)], [1, false, ['e']]);
  assert.strictEqual((await site.list('coordinator_logs', { event_type: 'SATURATED' })).length, 1);
  for (const id of held.reverse()) await site.ask('execution.interrupt', { execution: id });
  await site.until(async () => (await site.list('coordinator_logs', { event_type: 'RELIEVED' })).length === 1, 'relief');
  assert.strictEqual(await saturation(), '');
});

test('a run has the time that its job says, or else its lane', async (t) => {
  const site = await startServe(t, { env: { ...QUIET, FACHO_LANE_POLLING_LIMIT: '1s' } });
  await bareOlts(t, site, ['byJob', 'byLane'], ['--ports', '8', '--onus', '64', '--latency', '200ms', '--max-repetitions', '5'],
    { timeout_ms: 5000 });
  for (const [name, timeout] of [['byLane', undefined], ['byJob', '2s']]) {
    const id = await runNow(site, await addJob(site, name, { type: 'walk', ...(timeout && { timeout }) }));
    const ended = await site.until(isOver(site, id), 'its end');
    assert.strictEqual(ended.error, 'DEADLINE', JSON.stringify(ended));
    assert.ok(ended.duration_ms >= (timeout ? 2000 : 1000), `${name}: ${ended.duration_ms} ms`);
    assert.match(ended.state, /PARTIAL|FAILED/);
  }
  const [, lane] = (await site.list('executions', {}, { ordering: '-duration_ms' }));
  assert.strictEqual(lane.olt_name, 'byLane'); // the shorter
});

test('one bad ONU costs one ONU, and no more pollers than one', async (t) => {
  const ONUS = 250;
  const site = await startServe(t, { env: QUIET });
  const sim = await bareOlts(t, site, ['z'], ['--ports', '2', '--onus', String(ONUS / 2)], { timeout_ms: 500, in_flight: 4 });
  const discovery = await runNow(site, await addJob(site, 'z', { name: 'who', type: 'discovery', oids: ['zte_c300_c320/onu/serial'] }));
  await site.until(isOver(site, discovery), 'the ONUs');
  assert.strictEqual(await site.count('onus', { is_present: true }), ONUS);
  const node = await addJob(site, 'z', { name: 'what', type: 'get', oids: ['zte_c300_c320/onu/description'] });
  const whole = await site.until(isOver(site, await runNow(site, node)), 'a good run');
  assert.strictEqual(whole.state, 'SUCCESS', JSON.stringify(whole));
  // One of them is not answered for, and so is no question in which it is asked for.
  const walked = await run(['walk', sim.host, DESCRIPTION, '-c', 'public']);
  const [bad] = walked.out.split('\n')[77].split(' '); // .1.3.6... = STRING: ...
  sim.tell('z', { slow: `${bad.slice(1)}:60s` });
  const before = (await counters(sim))[0];
  let busy = 0;
  const id = await runNow(site, node);
  const ended = await site.until(async () => {
    busy = Math.max(busy, (await site.ask('status')).engine.busy);
    return isOver(site, id)();
  }, 'the run');
  assert.strictEqual(ended.state, 'PARTIAL', JSON.stringify(ended));
  assert.deepStrictEqual([ended.onus_ok, ended.onus_failed], [ONUS - 1, 1]);
  assert.ok(busy <= 1, `${busy} pollers`);
  // Batches that fail are asked again as smaller ones: far from one question for each ONU.
  const after = (await counters(sim))[0];
  assert.ok(after.requests - before.requests < 2 * whole.requests + 80, `${after.requests - before.requests} requests, ${whole.requests} when all is well`);
});
