// SPDX-License-Identifier: Apache-2.0
//
// Is it there? An OLT that dies is called "not answering" everywhere, its runs are skipped, and it comes
// back by itself; a device that restarts is said.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { run, startSim } = require('./lib');
const { QUIET, startServe } = require('./serve-lib');

const SIM = ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--churn', '0', '--control', '-'];
const WATCH = { FACHO_HEALTH_WATCH: '2s', FACHO_HEALTH_PROBE_EVERY: '2s' };

const health = (site) => site.ask('olt.health', { olt: 'h' });
const stateIs = (site, state) => site.until(async () => (await health(site)).state === state, state);
const lines = (site, type) => site.list('coordinator_logs', { event_type: type });

async function metrics(site) {
  const reply = await fetch(`${site.api}/metrics`, { headers: { Authorization: `Token ${site.token}` } });
  assert.strictEqual(reply.status, 200);
  return reply.text();
}

async function tokenOf(site) {
  const made = await site.cli(['token', 'add', 'watch', '--user', 'admin', '--role', 'viewer', '--json']);
  assert.strictEqual(made.status, 0, made.err);
  site.token = made.json.token;
}

test('the time between an attempt and its retry is in the metrics', async (t) => {
  const sim = await startSim(t, SIM);
  sim.write('{"cmd":"set","silent":true}');
  const site = await startServe(t, { env: QUIET });
  await tokenOf(site);
  const { id } = await site.addBareOlt('h', sim.host, { profile: 'huawei', timeout_ms: 200, retries: 0 });
  const figure = async (name) => Number(new RegExp(`^${name}\\{olt="${id}"\\} (\\S+)$`, 'm').exec(await metrics(site))?.[1]);
  await site.ask('job.add', { name: 'who', type: 'discovery', brand: 'Huawei', interval: '1d', max_retries: 1, retry_delay: '2s',
    oids: ['huawei_smartax/onu/serial'] });
  await site.ask('job.apply', { job: 'who', olt: 'h', first_in: '100ms' }); // what is asked for by hand is tried once
  await site.until(async () => (await figure('facho_olt_retries_total')) === 1, 'the retry is counted');
  const delay = await figure('facho_olt_retry_delay_seconds_total');
  assert.ok(delay >= 2, `${delay} s`); // it was told to wait that long; how much longer is the machine's affair
});

test('an OLT that nothing runs on is asked, and a death is told everywhere', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: { ...QUIET, ...WATCH } });
  await tokenOf(site);
  await site.addOlt('h', sim.host, { first_in: '1h' });
  await stateIs(site, 'up'); // by the watch alone: nothing has run
  assert.strictEqual(await site.count('executions'), 0);
  assert.ok((await health(site)).up_since_at, 'the device has said when it started');
  const { executions: [execution] } = await site.ask('job.run', { job: 'huawei_smartax discovery', olt: 'h' });
  await site.until(async () => (await site.ask('execution.get', { execution })).state === 'SUCCESS', 'its ONUs');

  sim.write('{"cmd":"set","silent":true}');
  await stateIs(site, 'not_answering');
  const now = await health(site);
  assert.ok(now.not_answering_at && now.next_probe_at, JSON.stringify(now));
  assert.strictEqual(now.suspended_at, null);
  const [olt] = await site.list('olt_overview');
  assert.strictEqual(olt.state, 'not_answering');
  assert.strictEqual(olt.not_answering_at, now.not_answering_at);
  assert.strictEqual((await site.ask('dashboard')).olts.not_answering, 1);
  assert.strictEqual((await site.ask('dashboard')).olts.up, 0);
  await site.until(async () => (await site.ask('status')).engine.not_answering === 1, 'the figures');
  const status = await site.ask('status');
  assert.strictEqual(status.olts.not_answering, 1);
  assert.deepStrictEqual(status.not_answering.map((one) => one.olt), [olt.id]);
  const [onu] = await site.list('onus');
  assert.strictEqual(onu.olt_not_answering_at, now.not_answering_at);
  assert.match((await site.ask('onu.get', { onu: onu.id })).sentence, /^No data for .*: the OLT is not answering\.$/);
  const { results: [hit] } = await site.ask('onu.find', { text: onu.serial });
  assert.strictEqual(hit.is_silent, true);
  const text = await metrics(site);
  assert.match(text, /^facho_olts_not_answering 1$/m);
  assert.match(text, /^facho_olt_not_answering\{.*\} 1$/m);
  const list = await site.cli(['olt', 'list']);
  assert.match(list.out, /not answering/);
  assert.match(list.out, new RegExp(now.not_answering_at.slice(0, 10)), 'since when');
  assert.match((await site.cli(['status'])).out, /1 OLTs not answering, 0 suspended/);
  assert.strictEqual((await lines(site, 'OLT_NOT_ANSWERING')).length, 1);

  // It is so after a start, too.
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
  await site.start();
  assert.strictEqual((await health(site)).not_answering_at, now.not_answering_at);

  sim.write('{"cmd":"set","silent":false}');
  await stateIs(site, 'up');
  assert.strictEqual((await health(site)).not_answering_at, null);
  assert.strictEqual((await lines(site, 'OLT_BACK')).length, 1);
  assert.strictEqual((await lines(site, 'OLT_NOT_ANSWERING')).length, 1);
  assert.strictEqual((await lines(site, 'OLT_SUSPENDED')).length, 0);
});

test('runs that are due meanwhile are skipped with the reason, and it is suspended in the end', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: { ...WATCH, FACHO_HEALTH_SUSPEND_AFTER: '8' } });
  await site.addOlt('h', sim.host);
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 2, 'runs');
  const skipped = (await site.ask('status')).engine.skipped; // before: on a busy machine we learn of it late
  sim.write('{"cmd":"set","silent":true}');
  await stateIs(site, 'not_answering');
  await stateIs(site, 'suspended');
  assert.ok((await health(site)).not_answering_at, 'and does not answer');
  assert.ok((await site.ask('status')).engine.skipped >= skipped + 3);
  const told = async (state, why) => (await lines(site, 'SKIPPED')).filter(({ details }) => details.state === state && details.why === why);
  assert.strictEqual((await told('BEGIN', 'not answering')).length, 1, 'said once, and not with each run');
  sim.write('{"cmd":"set","silent":false}');
  await stateIs(site, 'up');
  assert.strictEqual((await lines(site, 'OLT_BACK')).length, 1);
  const [over, ...more] = await site.until(async () => {
    const all = await told('OVER', 'not answering');
    return all.length > 0 && all;
  }, 'how many they were');
  assert.deepStrictEqual(more, []);
  assert.ok(over.details.number >= 3, `${over.details.number} runs`);
  assert.match(over.message, /skipped \d+ runs: not answering/);
});

test('a device that restarts is said, once', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: { ...QUIET, ...WATCH } });
  await site.addOlt('h', sim.host, { first_in: '1h' });
  await site.until(async () => {
    const { up_since_at: at, last_answer_at: last } = await health(site);
    return at && Date.parse(last) - Date.parse(at) > 6000;
  }, 'an uptime of some seconds');
  assert.strictEqual((await lines(site, 'OLT_RESTARTED')).length, 0);
  const { up_since_at: before } = await health(site);
  sim.write('{"cmd":"reboot"}');
  await site.until(async () => (await lines(site, 'OLT_RESTARTED')).length > 0, 'word of it');
  const { last_answer_at: heard } = await health(site);
  await site.until(async () => Date.parse((await health(site)).last_answer_at) > Date.parse(heard) + 4000, 'more answers');
  assert.strictEqual((await lines(site, 'OLT_RESTARTED')).length, 1);
  assert.ok(Date.parse((await health(site)).up_since_at) > Date.parse(before));
});

test('a watch that is off asks nobody; one that is no time is refused', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: { ...QUIET } });
  await site.addOlt('h', sim.host, { first_in: '1h' });
  assert.strictEqual((await health(site)).watch_ms, 0);
  assert.strictEqual((await health(site)).state, 'new');
  const wrong = await run(['config', '--check'], { env: { FACHO_HEALTH_WATCH: '20ms' } });
  assert.notStrictEqual(wrong.status, 0);
  assert.match(wrong.err + wrong.out, /health\.watch.*at least 1s, or 0 for never/s);
});
