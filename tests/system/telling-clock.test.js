// SPDX-License-Identifier: Apache-2.0
//
// Messages and the clock: somebody sets it, a port flaps for an hour, windows cross the change of the hour.
// And templates and windows that cannot be read are refused when they are saved.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { SECRET, startPlant } = require('./incident-lib');
const { Clock, startServe, QUIET } = require('./serve-lib');
const { startSink } = require('./webhook-standin');

const HOUR = 3600000;
const FLAPS = 5;

const ofIncident = (sink, id, type) => new Set(sink.got.filter((m) => m.data.incident_id === id && m.type === type).map((m) => m.id)).size;

async function restart(site, env) {
  assert.strictEqual(await site.program.stop(), 0);
  Object.assign(site.env, env);
  await site.start();
}

// An hour forward and back while a port is down: it stays the same incident, and nothing else is made of it.
async function checkJumps(plant, sink, clock) {
  const { site } = plant;
  await plant.fault('centro', { kind: 'feeder', port: '1/0' });
  const { id } = await plant.found('centro');
  await site.until(() => ofIncident(sink, id, 'incident.opened') === 1, 'it is told');
  for (const shift of [HOUR, 0]) {
    clock.set(shift);
    await plant.readings(3);
  }
  await plant.repair();
  await site.until(() => ofIncident(sink, id, 'incident.resolved') === 1, 'its end is told');
  assert.strictEqual(ofIncident(sink, id, 'incident.opened'), 1);
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 1);
}

// 19: one incident, and one "unstable".
async function checkFlaps(plant, sink) {
  const { site } = plant;
  await restart(site, { FACHO_WATCH_RESOLVE: '30m' }); // longer than it stays up
  await plant.readings();
  let id;
  for (let i = 0; i < FLAPS; i++) {
    await plant.fault('centro', { kind: 'feeder', port: '1/1' });
    ({ id } = await plant.found('centro', (found) => found.state === 'open' && found.affected === 16));
    if (i === 0) await site.until(() => ofIncident(sink, id, 'incident.opened') === 1, 'it is told');
    await plant.repair();
    await plant.found('centro', (found) => found.affected === 0);
  }
  const shown = await site.ask('incident.get', { incident: id });
  assert.ok(shown.is_flapping && shown.reopened >= 3, JSON.stringify(shown));
  await site.until(() => ofIncident(sink, id, 'incident.unstable') === 1, 'unstable is told');
  // Its end waits for minutes, on a fake clock (scenario tell messages).
  const told = ['incident.opened', 'incident.unstable', 'incident.resolved'].map((type) => ofIncident(sink, id, type));
  assert.deepStrictEqual(told, [1, 1, 0]);
}

test('a clock that jumps and a port that flaps', async (t) => {
  const sink = await startSink(t, SECRET);
  const clock = new Clock(t);
  const plant = await startPlant(t, { olts: { centro: 'ports=3,onus=16' }, sim: { env: clock.env }, addOlt: { timeout_ms: 3000 },
    env: { ...clock.env, FACHO_STANDARD_STATES: '3s', FACHO_STANDARD_PORTS: '1h', FACHO_STANDARD_CHASSIS: '1h',
      FACHO_WATCH_RESOLVE: '5s', FACHO_HEALTH_WATCH: '30s', FACHO_SNMP_TIMEOUT: '3s' } });
  await plant.tell({ sink });
  await plant.readings();
  await checkJumps(plant, sink, clock);
  await checkFlaps(plant, sink);
  assert.strictEqual(await plant.site.program.stop(), 0);
});

// 28, and what a person may write by mistake.
test('windows hold local times over the change of the hour; what cannot be read is refused with its place', async (t) => {
  const clock = new Clock(t, { at: Date.parse('2026-03-25T12:00:00Z') });
  const site = await startServe(t, { env: { ...QUIET, ...clock.env } });
  const window = { title: 'weekly', filter: [], zone: 'America/Santiago', length_s: 7200, rrule: 'FREQ=WEEKLY;BYDAY=SU' };
  // 02:00 in Chile is 05:00 UTC in summer, and 06:00 from the night of 4 April on.
  const { next } = await site.ask('maintenance.add', { ...window, from_at: '2026-03-22T05:00:00Z' });
  assert.deepStrictEqual(next.slice(0, 3).map((n) => [n.from_at, n.until_at]), [
    ['2026-03-29T05:00:00.000Z', '2026-03-29T07:00:00.000Z'],
    ['2026-04-05T06:00:00.000Z', '2026-04-05T08:00:00.000Z'],
    ['2026-04-12T06:00:00.000Z', '2026-04-12T08:00:00.000Z']]);
  const refused = async (op, args, field, words) => {
    const { ok, error } = await site.request(op, args);
    assert.ok(!ok && words.test(error.fields[field]), JSON.stringify(error));
  };
  await refused('maintenance.add', { ...window, title: 'b', from_at: '2026-03-22T05:00:00Z', rrule: 'FREQ=OFTEN' }, 'rrule', /cannot be read/);
  await refused('maintenance.add', { ...window, title: 'b', from_at: '2026-03-22T05:00:00Z', zone: 'Chile/Nowhere' }, 'zone', /no time zone/);
  const template = { set: 'own', language: 'es', kind: 'incident.opened' };
  for (const [body, words] of [
    ['Falla\n{{nombre}}', /^line 2: unknown name "nombre"/],
    ['{{#members}}\n- {{serial}}\n', /^line 1: .*members/],
    ['{{#members}}{{/evidence}}', /^line 1: \{\{\/evidence\}\}/],
    ['a\nb\n{{affected|colour}}', /^line 3: unknown format "colour"/],
    ['{{affected', /^line 1: /],
    ['[x](javascript:alert(1))', /^line 1: a link leads to/],
    ['x'.repeat(20000), /at most 16384/],
  ]) await refused('template.add', { ...template, body }, 'body', words);
  assert.strictEqual(await site.count('templates'), 0);
  assert.strictEqual(await site.program.stop(), 0);
});
