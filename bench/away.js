// SPDX-License-Identifier: Apache-2.0
//
// PostgreSQL is away for 600 s in the middle of an outage: messages lost and repeated, and how exact "since" is.
//
// One feeder is cut before, and repaired while the database is away; others are cut meanwhile. When it is back, each fault and each
// end must have been told exactly once, with the moment of the truth log. FACHO_BENCH_SECONDS chooses another time.
'use strict';
const { SECRET, startPlant } = require('../tests/system/incident-lib');
const { ownPgsql } = require('../tests/system/serve-lib');
const { startSink } = require('../tests/system/webhook-standin');
const { sleep } = require('../tests/system/lib');

const SECONDS = Number(process.env.FACHO_BENCH_SECONDS || 600);
const [EXACT_S, CALM_MS] = [2, 30000];
const NAMES = ['before', 'early', 'middle', 'late'];
const life = { ends: [], after(f) { this.ends.unshift(f); } };

function print(name, value, unit, target, more = {}) {
  const met = value <= target;
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(3)), unit, target, met, ...more }));
  return met;
}

// Cut early, in the middle and late; what was cut before is well again in the middle.
async function whileAway(plant, truth) {
  const part = SECONDS * 1000 / 4;
  for (const name of NAMES.slice(1)) {
    await sleep(part);
    truth[name] = await plant.fault(name, { kind: 'feeder', port: '1/0' });
    if (name === 'middle') await plant.repair('before');
  }
  await sleep(part);
}

const told = (sink, type, incident) => sink.got.filter((m) => m.type === type && m.data.incident_id === incident.id);

async function measure() {
  const [pgsql, sink] = [await ownPgsql(life), await startSink(life, SECRET)];
  const olts = Object.fromEntries(NAMES.map((name) => [name, 'ports=4,onus=32']));
  const plant = await startPlant(life, { olts, env: { FACHO_DATABASE: pgsql.database, FACHO_STANDARD_STATES: '10s', FACHO_WATCH_SILENT: '10m' },
    addOlt: { timeout_ms: 3000 }, patience: 300000 });
  const { site } = plant;
  await plant.tell({ sink });
  await plant.readings();
  const truth = { before: await plant.fault('before', { kind: 'feeder', port: '1/0' }) };
  const first = await plant.found('before', (i) => i.affected === 32);
  await site.until(() => told(sink, 'incident.opened', first).length > 0, 'the first is told');
  await pgsql.stop();
  const began = Date.now();
  await whileAway(plant, truth);
  await pgsql.start();
  const away = (Date.now() - began) / 1000;
  const outages = () => site.list('incidents', { kind: 'outage' });
  const isTold = (i) => told(sink, 'incident.opened', i).length > 0 &&
    (i.olt_name !== 'before' || told(sink, 'incident.resolved', i).length > 0);
  await site.until(async () => {
    const all = await outages().catch(() => []); // it may not be back yet
    return NAMES.every((name) => all.some((i) => i.olt_name === name)) && all.every(isTold);
  }, 'everything is told', 300000);
  await sleep(CALM_MS); // whatever would be repeated
  return report({ sink, truth, all: await outages(), away });
}

function report({ sink, truth, all, away }) {
  const lost = NAMES.filter((name) => !all.some((i) => i.olt_name === name && told(sink, 'incident.opened', i).length)).length +
    (told(sink, 'incident.resolved', all.find(({ olt_name }) => olt_name === 'before')).length ? 0 : 1);
  const twice = sink.got.length - new Set(sink.got.map(({ id }) => id)).size;
  const again = all.reduce((n, i) => n + Math.max(0, told(sink, 'incident.opened', i).length - 1) + Math.max(0, told(sink, 'incident.resolved', i).length - 1), 0);
  const off = all.map((i) => Math.abs(Date.parse(i.since_at) - truth[i.olt_name].began_ms) / 1000);
  for (const i of all) console.error(`${i.olt_name}: ${i.state}, ${i.since_from_at} ${i.since_at}, ${i.sentence_en}`);
  const more = { away_s: Math.round(away), incidents: all.length };
  return [print('away_lost', lost, 'messages', 0, more), print('away_repeated', twice + again, 'messages', 0),
    print('away_incidents_too_many', all.length - NAMES.length, 'incidents', 0),
    print('away_since_off', Math.max(...off), 's', EXACT_S)].every(Boolean);
}

(async () => {
  try {
    process.exitCode = (await measure()) ? 0 : 1;
  } finally {
    for (const end of life.ends) await end();
  }
})();
