// SPDX-License-Identifier: Apache-2.0
//
// facho serve while somebody sets the clock, and at the end of an hour.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { startSim, tempFolder } = require('./lib');
const { Clock, startServe, QUIET } = require('./serve-lib');

const HOUR = 3600000, DAY = 24 * HOUR;
const SIM = ['--ports', '2', '--onus', '4', '--offline', '0', '--churn', '0'];

// Every slot of a node at most once.
async function noSlotTwice(site) {
  const slots = (await site.list('executions')).filter((e) => e.due_at).map((e) => `${e.node}/${e.due_at}`);
  assert.strictEqual(new Set(slots).size, slots.length);
}

async function lastId(site) {
  return (await site.list('executions', {}, { ordering: '-id', page_size: 1 }))[0]?.id ?? 0;
}

// Runs that begin from now on, and how they ended.
async function goesOn(site, what) {
  const last = await lastId(site);
  await site.until(async () => (await site.count('executions', { id__gte: last + 1, state: 'SUCCESS' })) >= 3, what);
}

test('the clock is set an hour forward, back, and back under a restart: runs go on, without a burst', async (t) => {
  const clock = new Clock(t);
  const sim = await startSim(t, ['--profile', 'zte', ...SIM]);
  const site = await startServe(t, { env: { ...QUIET, FACHO_STANDARD_STATES: '1s', ...clock.env } });
  await site.addOlt('z', sim.host, { profile: 'zte' });
  await goesOn(site, 'runs');
  const stepped = () => site.count('coordinator_logs', { event_type: 'CLOCK_STEPPED' });
  assert.strictEqual(await stepped(), 0);
  for (const [steps, shift] of [[1, HOUR], [2, 0]]) {
    const last = await lastId(site);
    const began = Date.now();
    clock.set(shift);
    await site.until(async () => (await stepped()) === steps, 'the step is noticed');
    await goesOn(site, `runs after the clock went to ${shift}`);
    // Some tasks of a second each, one of an hour each: those that were due and no more.
    const seconds = (Date.now() - began) / 1000;
    const ran = await site.count('executions', { id__gte: last + 1 });
    assert.ok(ran <= seconds + 8, `${ran} runs in ${seconds} s`);
  }
  // An hour ahead again, killed there, started in the hour that is there a second time.
  clock.set(HOUR);
  await goesOn(site, 'runs an hour ahead');
  await site.program.stop('SIGKILL');
  clock.set(0);
  await site.start();
  await goesOn(site, 'runs in the repeated hour');
  await noSlotTwice(site);
  assert.strictEqual(await site.count('executions', { error: 'STORE' }), 0);
  // Behind a first run, which is no slot, the next one may be one and a half intervals away.
  const nodes = await site.until(async () => {
    const all = await site.list('nodes');
    return all.every((node) => node.next_run_at) && all;
  }, 'times of all nodes');
  for (const node of nodes)
    assert.ok(Date.parse(node.next_run_at) - clock.now() < 1.5 * node.interval_ms + 5000, JSON.stringify(node));
  // What a wrong slot would have made the store refuse is said there.
  assert.doesNotMatch(site.program.err, /ERROR/);
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
});

test('an hour ends: quotas are judged, a dead OLT violates, plans and figures are there, cron is on time', async (t) => {
  const clock = new Clock(t);
  clock.set(HOUR - (Date.now() % HOUR) - 40000); // forty seconds before a full hour
  const hour = Math.ceil(clock.now() / HOUR) * HOUR;
  const [good, dead] = [await startSim(t, ['--profile', 'zte', ...SIM]), await startSim(t, ['--profile', 'zte', '--silent'])];
  const site = await startServe(t, { env: { ...QUIET, FACHO_STANDARD_STATES: '4s', ...clock.env } });
  const alive = await site.addOlt('alive', good.host, { profile: 'zte' });
  const silent = await site.addOlt('silent', dead.host, { profile: 'zte' });
  const node = (await site.list('nodes', { olt: alive.id })).find((n) => n.job_name.endsWith(' ports'));
  await site.ask('node.override', { node: node.id, cron: '* * * * *' });
  assert.ok(clock.now() < hour, 'this machine is too slow for this test');

  await site.until(async () => (await site.count('plans', { olt: alive.id, status: 'ACTIVE' })) === 1, 'a plan');
  const owed = await site.until(async () => (await site.list('quotas', { olt: alive.id })).find((q) => q.job_name.endsWith(' states')), 'its quota');
  assert.match(owed.task_type, /^[a-z]+_[a-z0-9_]+states$/);
  assert.ok(owed.required > 0 && owed.required < 60, `${owed.required} in forty seconds`); // pro rata
  assert.strictEqual(owed.status, 'IN_PROGRESS');

  await site.until(async () => (await site.count('violations', { olt: silent.id })) > 0, 'a violation', 120000);
  for (const v of await site.list('violations', { olt: silent.id })) {
    assert.strictEqual(v.severity, 'CRITICAL');
    assert.strictEqual(v.report.severity, 'CRITICAL', 'the report is JSON');
    assert.strictEqual(Date.parse(v.period_start), hour - HOUR);
    assert.ok(v.report, JSON.stringify(v));
    assert.ok(v.job && v.job_name && v.task_type, JSON.stringify(v));
    assert.deepStrictEqual([v.notified, v.notified_at], [false, null], 'nobody was told');
  }
  // Nothing of its plan was done: it was not completed.
  const plans = async () => (await site.list('plans', { olt: silent.id })).filter((p) => Date.parse(p.period_start) === hour - HOUR && p.status !== 'SUPERSEDED');
  await site.until(async () => (await plans()).every((p) => p.status !== 'ACTIVE'), 'the plan has ended', 400000);
  for (const p of await plans()) assert.strictEqual(p.status, p.total > 0 && p.completed === 0 ? 'ABORTED' : 'COMPLETED', JSON.stringify(p));
  for (const line of await site.list('coordinator_logs', { event_type: 'QUOTA_VIOLATION' }))
    assert.deepStrictEqual([line.level, line.details.task_type !== undefined], ['CRITICAL', true], JSON.stringify(line));
  const judged = (await site.list('quotas')).filter((q) => Date.parse(q.period_start) === hour - HOUR);
  assert.ok(judged.some((q) => q.olt === silent.id && q.completed === 0 && /FAILED|QUOTA_NOT_MET/.test(q.status)),
    JSON.stringify(judged));
  await site.until(async () => (await site.list('plans', { olt: alive.id }))
    .some((p) => Date.parse(p.period_start) === hour && p.status === 'ACTIVE'), 'the next plan');
  await site.until(async () => (await site.count('poller_stats')) >= 1, 'a row of figures');

  const cron = await site.until(async () => (await site.list('executions', { node: node.id }))
    .find((e) => e.finished_at && e.due_at && Date.parse(e.due_at) >= hour), 'the run by cron', 90000);
  assert.strictEqual(Date.parse(cron.due_at) % 60000, 0);
});

test('the log is a file of ten megabytes with five backups, and a week in the database', async (t) => {
  const MOST = 10485760;
  const folder = tempFolder(t), log = path.join(folder, 'logs/coordinator/main.log');
  // As a program has left it that has run for long: almost full.
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const line = `${'x'.repeat(99)}\n`;
  fs.writeFileSync(log, line.repeat(Math.floor(MOST / line.length) - 1));
  for (let i = 1; i <= 5; i++) fs.writeFileSync(`${log}.${i}`, `number ${i}\n`);
  const clock = new Clock(t, { speed: 60 });
  const sim = await startSim(t, ['--profile', 'zte', ...SIM]);
  const site = await startServe(t, { folder, env: { ...QUIET, FACHO_STANDARD_STATES: '10s', ...clock.env } });
  await site.addOlt('z', sim.host, { profile: 'zte', timeout_ms: 30000 });
  clock.hurry();
  await site.until(() => fs.readFileSync(`${log}.2`, 'utf8') === 'number 1\n', 'a new file');
  assert.deepStrictEqual(fs.readdirSync(path.dirname(log)).sort(), ['main.log', ...[1, 2, 3, 4, 5].map((i) => `main.log.${i}`)]);
  assert.strictEqual(fs.readFileSync(`${log}.5`, 'utf8'), 'number 4\n');
  assert.ok(fs.readFileSync(`${log}.1`, 'utf8').startsWith(line));
  for (const name of [log, `${log}.1`]) assert.ok(fs.statSync(name).size <= MOST, name);
  assert.match(fs.readFileSync(log, 'utf8'), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[\w+\] coordinator\./);

  const logged = async () => (await site.list('coordinator_logs', {}, { ordering: 'id' })).map((e) => Date.parse(e.at));
  const [first] = await logged();
  const upkept = async () => { // more than once: every minute
    const minutes = clock.now() + 3 * 60000;
    await site.until(() => clock.now() > minutes, 'three minutes');
  };
  clock.set(clock.shift + 6 * DAY);
  await upkept();
  assert.strictEqual((await logged())[0], first);
  clock.set(clock.shift + DAY);
  await site.until(async () => (await logged())[0] > first, 'the oldest to leave');
  assert.ok((await logged())[0] >= clock.now() - 7 * DAY - 10 * 60000);
});

test('the log is in the language of the site, in the file and in the database', async (t) => {
  const site = await startServe(t, { env: { ...QUIET, FACHO_SITE_LANGUAGE: 'es', FACHO_LOG_COORDINATOR: 'debug' } });
  const sim = await startSim(t, ['--profile', 'zte', ...SIM]);
  await site.addOlt('z', sim.host, { profile: 'zte' });
  await site.until(async () => (await site.count('coordinator_logs', { level: 'DEBUG' })) > 0, 'a line of DEBUG');
  await site.ask('olt.disable', { olt: 'z' });
  const [line] = await site.until(async () => {
    const found = await site.list('coordinator_logs', { event_type: 'OLT_DISABLED' });
    return found.length && found;
  }, 'the line');
  assert.match(line.message, /^z: La OLT /);
  assert.strictEqual(line.details.message, 'z was disabled', 'and the English sentence for other readers');
  const file = fs.readFileSync(path.join(site.folder, 'logs/coordinator/main.log'), 'utf8');
  assert.match(file, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[INFO\] coordinator\.loop: z: La OLT /m);
});
