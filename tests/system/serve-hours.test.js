// SPDX-License-Identifier: Apache-2.0
//
// Whole hours of facho serve: its clocks are fast, the simulated OLTs are not. What a minute is
// here, half a second is outside; so is what an OLT takes to answer.
'use strict';
const assert = require('node:assert');
const os = require('node:os');
const { describe, test } = require('node:test');
const { startSim } = require('./lib');
const { Clock, startServe } = require('./serve-lib');

const SPEED = 120;
const MINUTE = 60000, HOUR = 60 * MINUTE;
const SIM = ['--control', '-', '--profile', 'zte', '--ports', '1', '--onus', '4', '--offline', '0', '--churn', '0'];
const ENV = {
  FACHO_SITE_TIMEZONE: 'Europe/Madrid',
  FACHO_HEALTH_SUSPEND_AFTER: '100',
  FACHO_HEALTH_WATCH: '0', // a clock that runs so fast leaves no device the time to answer
  FACHO_LANE_POLLING_LIMIT: '1h',
  FACHO_STORE_DEADLINE: '1h', // nor the database
};

const JOB = { type: 'walk', brand: 'ZTE', interval: '5m', max_retries: 0, oids: ['zte_c300_c320/onu/status'] };

// A site whose clocks begin at a moment (UTC), with OLTs of one simulator by name. Each has a job
// that runs every five minutes, or a job of its own.
async function fastSite(t, { at, olts, own = {} }) {
  const sim = await startSim(t, ['--olts', String(olts.length), ...SIM], { olts: olts.length });
  const clock = new Clock(t, { speed: SPEED, at: Date.parse(at) });
  const site = await startServe(t, { env: { ...ENV, ...clock.env } });
  await site.ask('job.add', { name: 'states', ...JOB });
  const nodes = {};
  for (const [i, name] of olts.entries()) {
    await site.addBareOlt(name, sim.hosts[i], { profile: 'zte', timeout_ms: MINUTE });
    if (own[name]) await site.ask('job.add', { ...JOB, name, ...own[name] });
    await site.ask('job.apply', { job: own[name] ? name : 'states', olt: name, first_in: '10s' });
    nodes[name] = (await site.list('nodes', { olt_name: name }))[0];
  }
  clock.hurry();
  const set = (name, what) => sim.write(JSON.stringify({ cmd: 'set', olt: olts.indexOf(name), ...what }));
  const reach = (when, what) => site.until(() => clock.now() >= when, what, 120000);
  return { clock, site, nodes, set, reach };
}

const dueIn = (rows, from) => rows.filter((e) => Date.parse(e.due_at) >= from && Date.parse(e.due_at) < from + HOUR);
const runsOf = (site, node) => site.list('executions', { node: node.id }, { ordering: 'id' });

describe('hours', { concurrency: true }, () => {
  test('an hour passes, and summer time begins at its end', async (t) => {
    const EVEN = ['even1', 'even2', 'even3', 'even4', 'even5'];
    const ENOUGH = { low: 9, medium: 7, high: 5 }; // runs of twelve that go well
    const hour = Date.parse('2027-03-28T00:00Z'), next = hour + HOUR; // 03:00 in Madrid, where it was 01:59
    const RETRIED = { // and how long after each attempt the next begins
      fixed: [2 * MINUTE, 2 * MINUTE, 2 * MINUTE], growing: [5 * MINUTE, 10 * MINUTE, 20 * MINUTE],
    };
    const { site, nodes, set, reach } = await fastSite(t, {
      at: '2027-03-27T23:50Z',
      olts: [...EVEN, ...Object.keys(ENOUGH), ...Object.keys(RETRIED), 'slow', 'changed', 'disabled', 'daily'],
      own: {
        fixed: { interval: '1d', max_retries: 3, retry_delay: '2m' },
        growing: { interval: '1d', max_retries: 3, retry_delay: '5m', retry_grows: true },
      },
    });
    for (const name of Object.keys(RETRIED)) set(name, { silent: true });
    const quota = async (olt_name, from) => (await site.list('quotas', { olt_name }))
      .find((q) => Date.parse(q.period_start) === from);
    const plans = async (olt_name, from) => (await site.list('plans', { olt_name }, { ordering: 'id' }))
      .filter((p) => Date.parse(p.period_start) === from);
    // Its answers take so long that a run is longer than the time between two.
    set('slow', { latency: '300ms' });
    await site.ask('node.override', { node: nodes.slow.id, interval: '20s' });
    await site.ask('node.override', { node: nodes.daily.id, cron: '30 2 * * *' }); // there is no such time today

    const makeIll = async (name) => {
      await site.until(async () => dueIn(await runsOf(site, nodes[name]), hour)
        .filter((e) => e.state === 'SUCCESS').length >= ENOUGH[name], `${name} to run`, 120000);
      set(name, { silent: true });
    };
    const change = async () => {
      await reach(hour + 20 * MINUTE, 'twenty past');
      await site.ask('node.override', { node: nodes.changed.id, interval: '10m' });
      await site.ask('olt.disable', { olt: 'disabled' });
      await site.until(async () => (await quota('disabled', hour)).status === 'INTERRUPTED', 'interrupted');
      await site.until(async () => (await plans('changed', hour)).some((p) => p.status === 'SUPERSEDED'), 'superseded');
      await site.until(async () => (await plans('changed', hour)).some((p) => p.status === 'ACTIVE'), 'another plan');
      await site.until(async () => (await site.ask('quota.now', { olt: 'slow' })).results.some((q) => q.at_risk), 'at risk');
    };
    await Promise.all([change(), ...Object.keys(ENOUGH).map(makeIll)]);
    const violations = async () => (await site.list('violations')).filter((v) => Date.parse(v.period_start) === hour);
    const violators = async () => (await violations()).map((v) => v.olt_name);
    await site.until(async () => {
      const names = await violators();
      return [...Object.keys(ENOUGH), 'slow'].every((name) => names.includes(name));
    }, 'violations', 120000);

    // Twelve in the hour, at the same place of every five minutes, and not all in the same.
    const phases = [];
    for (const name of EVEN) {
      const runs = dueIn(await runsOf(site, nodes[name]), hour);
      assert.deepStrictEqual(runs.map((e) => e.state), Array(12).fill('SUCCESS'), name);
      const places = new Set(runs.map((e) => Date.parse(e.due_at) % (5 * MINUTE)));
      assert.strictEqual(places.size, 1, name);
      phases.push(...places);
      const { required, completed, status } = await site.until(async () => {
        const judged = await quota(name, hour);
        return judged.status !== 'IN_PROGRESS' && judged;
      }, `the judgement of ${name}`);
      assert.deepStrictEqual({ required, completed, status }, { required: 12, completed: 12, status: 'COMPLETED' });
    }
    phases.sort((a, b) => a - b);
    const gaps = phases.map((p, i) => (phases[i + 1] ?? phases[0] + 5 * MINUTE) - p);
    assert.ok(Math.max(...gaps) <= 3 * MINUTE, `they lie ${gaps} ms apart`);

    // Longer than its interval: what is missed is skipped, counted, and never made up for.
    const slow = dueIn(await runsOf(site, nodes.slow), hour).filter((e) => e.started_at);
    assert.ok(slow.length > 20 && slow.length < 160, `${slow.length} runs`);
    for (const [i, run] of slow.entries()) {
      assert.strictEqual((Date.parse(run.due_at) - Date.parse(slow[0].due_at)) % (MINUTE / 3), 0);
      if (i > 0 && slow[i - 1].duration_ms)
        assert.ok(Date.parse(run.started_at) >= Date.parse(slow[i - 1].started_at) + slow[i - 1].duration_ms - 1);
    }
    const owed = await quota('slow', hour);
    assert.strictEqual(owed.required, 180);
    assert.ok(owed.skipped > 0, JSON.stringify(owed));
    assert.ok((await site.list('nodes', { olt_name: 'slow' }))[0].skipped >= owed.skipped);
    assert.ok((await site.list('coordinator_logs', { event_type: 'QUOTA_AT_RISK', olt_name: 'slow' })).length >= 1);
    // And for the hour to come it is said at its beginning.
    const [plan] = await plans('slow', next);
    assert.strictEqual(plan.fits, false);
    const said = (await site.list('coordinator_logs', { event_type: 'PLAN_DOES_NOT_FIT', olt_name: 'slow' }))
      .find((e) => Date.parse(e.at) >= next);
    assert.ok(said && Date.parse(said.at) < next + 10 * MINUTE, JSON.stringify(said));
    assert.match(said.message, /does not fit/);
    assert.strictEqual(said.level, 'WARNING');

    // Seventy percent, fifty-five, twenty-five: each has its name.
    for (const [name, enough] of Object.entries(ENOUGH)) {
      const { completed, required } = await quota(name, hour);
      assert.deepStrictEqual({ completed, required }, { completed: enough, required: 12 }, name);
      const [violation] = (await violations()).filter((v) => v.olt_name === name);
      assert.strictEqual(violation.severity, name.toUpperCase());
    }
    assert.ok((await quota('changed', hour)).required < 12);
    assert.strictEqual((await site.list('violations', { olt_name: 'disabled' })).length, 0);
    assert.deepStrictEqual((await plans('disabled', hour)).map((p) => p.status), ['ABORTED']);

    // Attempts of one that is silent.
    for (const [name, delays] of Object.entries(RETRIED)) {
      const [{ id }] = await runsOf(site, nodes[name]);
      const { state, attempt_rows } = await site.ask('execution.get', { execution: id });
      assert.strictEqual(state, 'FAILED');
      assert.strictEqual(attempt_rows.length, 4);
      for (const [i, delay] of delays.entries()) {
        const gap = Date.parse(attempt_rows[i + 1].started_at) - Date.parse(attempt_rows[i].finished_at);
        assert.ok(gap >= delay && gap < 2 * delay, `${name}: ${gap} ms before attempt ${i + 2}`);
      }
    }
    // What fell into the hour that summer time took away runs right after it.
    const daily = (await runsOf(site, nodes.daily)).filter((e) => e.due_at && Date.parse(e.due_at) >= hour);
    assert.deepStrictEqual(daily.map((e) => Date.parse(e.due_at)), [next]);
    // A row of figures each minute.
    const rows = (await site.list('poller_stats')).filter((r) => Date.parse(r.at) >= hour && Date.parse(r.at) < next);
    assert.ok(rows.every((r) => r.machine === os.hostname()), JSON.stringify(rows[0]));
    assert.ok(rows.length >= 55 && rows.length <= 61, `${rows.length} rows in an hour`);
    assert.strictEqual(await site.count('coordinator_logs', { event_type: 'CLOCK_STEPPED' }), 0);
  });

  test('who kills the program in the middle of a sweep loses only what came since its last piece', async (t) => {
    const ONUS = 240;
    const sim = await startSim(t, [...SIM, '--onus', String(ONUS)]);
    const clock = new Clock(t, { speed: SPEED });
    const site = await startServe(t, { env: { ...ENV, ...clock.env } });
    await site.addBareOlt('z', sim.host, { profile: 'zte', timeout_ms: MINUTE });
    await site.ask('job.add', { ...JOB, name: 'who', type: 'discovery', oids: ['zte_c300_c320/onu/serial'] });
    await site.ask('job.apply', { job: 'who', olt: 'z', first_in: '1s' });
    await site.until(async () => (await site.count('onus', { is_present: true })) === ONUS, 'ONUs');
    await site.ask('job.disable', { job: 'who' });
    // Its first pass, which is not spread, is over: it read something else.
    await site.ask('job.add', { ...JOB, name: 'levels', type: 'get', interval: '2h', oids: ['zte_c300_c320/onu/name'] });
    await site.ask('job.apply', { job: 'levels', olt: 'z', first_in: '30m' });
    const [node] = await site.list('nodes', { job_name: 'levels' });
    await site.ask('node.run', { node: node.id, alone: true });
    await site.until(async () => (await site.count('executions', { job_name: 'levels', state: 'SUCCESS' })) === 1, 'the first pass');
    await site.ask('job.change', { job: 'levels', oids: ['zte_c300_c320/onu/rx_dbm'] });
    clock.hurry();
    const levels = () => site.count('onus', { onu_rx_dbm__lt: 0 });
    await site.until(async () => (await levels()) > 0, 'a piece', 120000);
    // Under way: PENDING between two slices, RUNNING during one.
    const sweeps = await site.list('executions', { job_name: 'levels', asked_by: '' });
    assert.strictEqual(sweeps.length, 1);
    assert.ok(['PENDING', 'RUNNING'].includes(sweeps[0].state), sweeps[0].state);
    const written = await levels();
    assert.ok(written < ONUS, `${written} levels`);
    await site.program.stop('SIGKILL');
    await site.start();
    assert.ok((await levels()) >= written);
    const [swept] = await site.list('executions', { job_name: 'levels', asked_by: '' });
    assert.deepStrictEqual([swept.state, swept.error], ['INTERRUPTED', 'RESTART']);
    await site.program.stop();
    const { status, out } = await site.doctor();
    assert.strictEqual(status, 0, out);
  });

  test('an hour comes twice: what has its hour runs once, what runs every hour twice', async (t) => {
    const first = Date.parse('2027-10-31T00:30Z'); // 02:30 in Madrid, and again an hour later
    const { site, nodes, reach } = await fastSite(t, { at: '2027-10-31T00:10Z', olts: ['daily', 'hourly'] });
    await site.ask('node.override', { node: nodes.daily.id, cron: '30 2 * * *' });
    await site.ask('node.override', { node: nodes.hourly.id, cron: '30 * * * *' });
    await reach(first + HOUR + 2 * MINUTE, 'the second time');
    const dues = async (node) => (await runsOf(site, node)).map((e) => Date.parse(e.due_at)).filter((d) => d >= first);
    await site.until(async () => (await dues(nodes.hourly)).length === 2, 'the second');
    assert.deepStrictEqual(await dues(nodes.hourly), [first, first + HOUR]);
    assert.deepStrictEqual(await dues(nodes.daily), [first]);
  });
});
