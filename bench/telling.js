// SPDX-License-Identifier: Apache-2.0
//
// From a cut fibre to its message at a server on loopback, with the complete program: the time from the commit of a
// message to its delivery, and for critical ones the time from the reading that detected the cut.
//
// FACHO_BENCH_ROUNDS sets how often 8 OLTs are cut (4). More than ten messages to one server within ten minutes would be
// a storm, in which single messages are held back: four faults with their ends are eight messages.
'use strict';
const { startPlant, SECRET } = require('../tests/system/incident-lib');
const { startSink } = require('../tests/system/webhook-standin');

const ROUNDS = Number(process.env.FACHO_BENCH_ROUNDS || 4);
const OLTS = 8; // their routes stand before the shipped ones, which begin at place 10
const life = { ends: [], after(f) { this.ends.unshift(f); } };

const at = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];

function print(name, value, unit, target, more = {}) {
  const met = value <= target;
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(3)), unit, target, met, ...more }));
  return met;
}

// Each OLT has its own target and its own route, so that no storm begins.
async function setUp(plant, sinks) {
  const { site } = plant;
  for (const [i, name] of plant.names.entries()) {
    const settings = { url: sinks[i].url, allow_http: true };
    const channel = await site.ask('channel.add', { kind: 'webhook', name, settings, secret: SECRET });
    const target = await site.ask('target.add', { channel: channel.id, name, language: 'es' });
    await site.ask('route.add', { name, filter: [{ field: 'olt', op: '=', value: name }], targets: [target.id], place: i + 1 });
  }
}

async function round(plant, sinks, n) {
  const { site } = plant;
  const port = `1/${n % 4}`;
  const opened = (sink) => sink.got.filter(({ type }) => type === 'incident.opened').length;
  const before = sinks.map(opened);
  for (const name of plant.names) await plant.fault(name, { kind: 'feeder', port });
  await site.until(() => sinks.every((sink, i) => opened(sink) > before[i]), 'all are told', 180000);
  await plant.repair();
  await site.until(async () => (await site.count('incidents', { open: true })) === 0, 'all are well', 180000);
}

async function measure() {
  const sinks = [];
  for (let i = 0; i < OLTS; i++) sinks.push(await startSink(life, SECRET));
  const olts = Object.fromEntries(sinks.map((_, i) => [`olt-${i}`, 'ports=4,onus=64']));
  const plant = await startPlant(life, { olts, env: { FACHO_WATCH_CRITICAL: '16', FACHO_WATCH_CLOSE: '1s', FACHO_STANDARD_STATES: '10s' },
    addOlt: { timeout_ms: 5000 }, patience: 300000 });
  const { site } = plant;
  await setUp(plant, sinks);
  await plant.readings();
  for (let i = 0; i < ROUNDS; i++) await round(plant, sinks, i);
  const rows = await site.list('outbox', {}, { page_size: 1000 });
  const incidents = new Map((await site.list('incidents')).map((i) => [i.id, i]));
  const sent = rows.filter((row) => row.sent_at);
  const handed = sent.map((row) => (Date.parse(row.sent_at) - Math.max(Date.parse(row.created_at), Date.parse(row.not_before_at ?? 0) || 0)) / 1000);
  const opened = sent.filter((row) => row.act === 'send' && incidents.get(row.incident)?.kind === 'outage')
    .map((row) => (Date.parse(row.sent_at) - Date.parse(incidents.get(row.incident).detected_at)) / 1000);
  console.error(`${sent.length} messages of ${incidents.size} incidents`);
  let met = print('telling_commit_to_handed_p99', at(handed, 0.99), 's', 2, { p50: at(handed, 0.5), n: handed.length });
  met = print('telling_critical_from_reading', Math.max(...opened), 's', 20, { p50: at(opened, 0.5), n: opened.length }) && met;
  await site.program.stop();
  return met;
}

(async () => {
  try {
    process.exitCode = (await measure()) ? 0 : 1;
  } finally {
    for (const end of life.ends) await end();
  }
})();
