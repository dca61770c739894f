// SPDX-License-Identifier: Apache-2.0
//
// Troubles of the system itself, maintenance windows and our own blindness, through the real program:
// they are incidents, are told, and never look like customers down.
'use strict';
const assert = require('node:assert');
const { setTimeout: sleep } = require('node:timers/promises');
const { test } = require('node:test');
const { runProgram, startProgram, startSim } = require('./lib');
const { startServe, ownPgsql } = require('./serve-lib');
const { startSink } = require('./webhook-standin');

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLT = ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '0', '--churn', '0', '--control', '-'];
const ENV = { FACHO_WATCH_RESOLVE: '1s', FACHO_WATCH_SILENT: '4s', FACHO_HEALTH_WATCH: '2s', FACHO_HEALTH_PROBE_EVERY: '2s',
  FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h', FACHO_CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8' };
const ago = (minutes) => Date.now() - minutes * 60000;
const iso = (ms) => new Date(ms).toISOString();

async function moreReadings(site) {
  const done = { state: 'SUCCESS' };
  const seen = await site.count('executions', done);
  await site.until(async () => (await site.count('executions', done)) > seen + 3, 'more readings');
}

// All of its ONUs are online, and there was a whole reading of states.
async function startSite(t, env = {}) {
  const [sim, site] = [await startSim(t, OLT), await startServe(t, { env: { ...ENV, ...env } })];
  await site.addOlt('centro', sim.host);
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 32, '32 ONUs online');
  await moreReadings(site);
  return { sim, site };
}

async function sql(site, text) {
  const done = await runProgram('sqlite3', [`${site.folder}/facho.db`], { input: `.timeout 20000\n${text};\n` });
  assert.strictEqual(done.status, 0, done.err);
}

const opened = (site, kind) => site.until(async () => (await site.list('incidents', { open: true, kind }))[0], kind);
const ended = (site, kind) => site.until(async () => (await site.count('incidents', { open: true, kind })) === 0, `the end of ${kind}`);

test('a violation and a channel that fails are told, and the violation knows it', async (t) => {
  const sink = await startSink(t, SECRET);
  const { site } = await startSite(t);
  const channel = await site.ask('channel.add', { kind: 'webhook', name: 'noc', settings: { url: sink.url, allow_http: true }, secret: SECRET });
  const dead = await site.ask('channel.add', { kind: 'webhook', name: 'old', settings: { url: sink.url, allow_http: true }, secret: SECRET });
  const target = await site.ask('target.add', { name: 'noc', channel: channel.id, language: 'en' });
  const other = await site.ask('target.add', { name: 'old', channel: dead.id, language: 'en' });
  await site.ask('route.add', { name: 'all', delay_s: 0, targets: [target.id, other.id] });
  await sql(site, `INSERT INTO violations (olt_id, job_id, task_type, period_start_ms, period_end_ms, severity, report, created_ms)
    VALUES (1, (SELECT MIN(id) FROM jobs), 'states', ${ago(120)}, ${ago(60)}, 'CRITICAL', '{}', ${ago(60)})`);
  const quota = await opened(site, 'quota');
  assert.match(quota.sentence_es, /La cuota states de centro no se cumple/);
  await site.until(async () => (await site.list('violations', { notified: true })).length === 1, 'the violation was told');
  const [violation] = await site.list('violations');
  assert.ok(violation.notified_at, JSON.stringify(violation));
  assert.ok(sink.got.some((m) => m.type === 'incident.opened' && JSON.stringify(m.data).includes('quota')), JSON.stringify(sink.got[0]));
  await site.ask('violation.ack', { violation: violation.id });
  await ended(site, 'quota');

  // Told through the other channel, not through itself.
  await sql(site, `UPDATE channels SET state = 'failing', last_error = 'no route', failing_since_ms = ${ago(11)} WHERE id = ${dead.id}`);
  const failing = await opened(site, 'channel_dead');
  assert.match(failing.sentence_en, /Channel old delivers no messages .*no route/);
  const told = await site.until(async () => {
    const sent = await site.list('outbox', { incident: failing.id });
    return sent.some(({ state }) => state === 'confirmed') && sent;
  }, 'it is told');
  assert.ok(told.every((m) => m.target === target.id), JSON.stringify(told));
  await sql(site, `UPDATE channels SET state = 'ok', failing_since_ms = NULL WHERE id = ${dead.id}`);
  await ended(site, 'channel_dead');
});

test('what happens in a held or planned place is no incident, and planned work is one', async (t) => {
  const { sim, site } = await startSite(t);
  const window = (title, mode, port) => site.ask('maintenance.add', { title, mode, from_at: iso(ago(1)), until_at: iso(ago(-60)),
    filter: [{ field: 'olt', op: '=', value: 'centro' }, { field: 'port', op: '=', value: port }] });
  const planned = await window('new splitter', 'plan', '0/1/0');
  await window('new cards', 'hold', '0/1/1');
  const work = await opened(site, 'planned');
  assert.match(work.sentence_en, /^Planned work "new splitter" at port 0\/1\/0 of centro since .* until .*: 16 customers\.$/);
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/1"}');
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 0, 'all are down');
  await moreReadings(site);
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 0);
  sim.write('{"cmd":"repair"}');
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 32, 'all are back');
  await site.ask('maintenance.end', { id: planned.id });
  await ended(site, 'planned');
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  const cut = await opened(site, 'outage');
  assert.strictEqual(cut.place, '0/1/0');
});

test('only places can be held or planned; canaries are two to four addresses', async (t) => {
  const site = await startServe(t, { env: ENV });
  const add = (mode, filter) => site.ask('maintenance.add', { title: 'x', mode, from_at: iso(ago(1)), until_at: iso(ago(-60)), filter });
  await assert.rejects(add('hold', [{ field: 'severity', op: '=', value: 'minor' }]), /severity is not of a place/);
  await assert.rejects(add('plan', [{ field: 'tag', op: '!=', value: 'vip' }]), /a tag that it does not have/);
  await add('mute', [{ field: 'severity', op: '=', value: 'minor' }]);
  const set = (value) => site.ask('setting.change', { setting: 'watch.canaries', value });
  await assert.rejects(set('tcp://127.0.0.1:53'), /at least 2 canaries/);
  await assert.rejects(set('tcp://example.com:53, tcp://127.0.0.1:53'), /example\.com:53.* is not a canary/);
  await assert.rejects(set('snmp://public@127.0.0.1, olt://a'), /is not a canary/);
  await set('tcp://127.0.0.1:53, tcp://[::1]:443, olt://centro');
});

test('canaries that are all dead mean that we see nothing; a stopped program makes nothing of its absence', async (t) => {
  const { sim, site } = await startSite(t);
  const second = await startSim(t, OLT);
  await site.addOlt('norte', second.host);
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 64, '64 ONUs online');

  // Nobody answers for as long as it takes; a collector that slept is blind, and says nothing else.
  site.program.child.kill('SIGSTOP');
  await sleep(12000); // more than the ten seconds from which on it counts
  site.program.child.kill('SIGCONT');
  await site.until(async () => (await site.count('incidents', { kind: 'collector' })) === 1, 'it knows that it slept');
  await moreReadings(site);
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 0);

  await site.ask('setting.change', { setting: 'watch.canaries', value: 'olt://centro, olt://norte' });
  sim.write('{"cmd":"set","silent":true}');
  second.write('{"cmd":"set","silent":true}');
  const blind = await opened(site, 'collector');
  assert.match(blind.sentence_en, /We cannot see the network/);
  await site.until(async () => JSON.stringify((await opened(site, 'collector')).params).includes('canaries'), 'the reason');
  sim.write('{"cmd":"set","silent":false}');
  second.write('{"cmd":"set","silent":false}');
  await ended(site, 'collector');
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 0);
});

// Everybody is told of everything at once.
async function tellAll(site, sink) {
  const channel = await site.ask('channel.add', { kind: 'webhook', name: 'noc', settings: { url: sink.url, allow_http: true }, secret: SECRET });
  const target = await site.ask('target.add', { name: 'noc', channel: channel.id, language: 'en' });
  await site.ask('route.add', { name: 'all', delay_s: 0, targets: [target.id] });
}

// 42: the cut is told once, after the database is back, with the time at which it was: the device knows it.
async function checkTold(site, sink, { cut, cutAt }) {
  const opened = () => sink.got.filter((m) => m.type === 'incident.opened' && m.data.incident_id === cut.id);
  await site.until(() => opened().length > 0, 'the cut is told');
  const off = Date.parse((await site.ask('incident.get', { incident: cut.id })).since_at) - cutAt;
  assert.ok(off > -3000 && off < 5000, `since is ${off} ms off`);
  return opened;
}

test('a database that is locked in the middle of an outage loses nothing', async (t) => {
  const sink = await startSink(t, SECRET);
  const { sim, site } = await startSite(t);
  await tellAll(site, sink);
  const other = await startProgram(t, 'sqlite3', [`${site.folder}/facho.db`], { ready: null });
  other.write(".timeout 20000\nBEGIN IMMEDIATE;\nSELECT 'locked';");
  await other.waitFor(/locked/);
  const cutAt = Date.now();
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  await sleep(15000);
  const backAt = Date.now();
  other.write('COMMIT;\n.quit');
  const cut = await opened(site, 'outage');
  assert.strictEqual(cut.place, '0/1/0');
  await site.until(async () => (await site.list('incidents', { open: true, kind: 'outage' }))[0].affected === 16, 'all of its customers');
  assert.ok(Date.parse(cut.since_from_at ?? cut.since_at) < backAt, `${cut.since_at}, cut at ${iso(cutAt)}`);
  const told = await checkTold(site, sink, { cut, cutAt });
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 1);
  assert.strictEqual(told().length, 1);
});

test('PostgreSQL stops in the middle of an outage, and nothing is lost', { skip: !process.env.FACHO_TEST_PGSQL }, async (t) => {
  const [pgsql, sink] = [await ownPgsql(t), await startSink(t, SECRET)];
  const { sim, site } = await startSite(t, { FACHO_DATABASE: pgsql.database });
  await tellAll(site, sink);
  await pgsql.stop();
  const stoppedAt = Date.now();
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  await sleep(15000);
  await pgsql.start();
  const backAt = Date.now();
  // Connections that the stop has cut are noticed when they are used.
  const cut = await site.until(() => site.list('incidents', { open: true, kind: 'outage' }).then(([one]) => one, () => null), 'outage');
  assert.strictEqual(cut.place, '0/1/0');
  assert.ok(Date.parse(cut.since_from_at ?? cut.since_at) < backAt, `${cut.since_at}, stopped at ${iso(stoppedAt)}`);
  await site.until(() => site.list('incidents', { open: true, kind: 'outage' }).then(([one]) => one.affected === 16, () => null),
    'all of its customers');
  const told = await checkTold(site, sink, { cut, cutAt: stoppedAt });
  sim.write('{"cmd":"repair"}');
  await ended(site, 'outage');
  assert.strictEqual(told().length, 1);
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 1);
});
