// SPDX-License-Identifier: Apache-2.0
//
// Labelled faults of simulated OLTs through the whole program: what was told of each, against the simulator's truth log.
//
// Plants, noise and faults are drawn from FACHO_BENCH_SEED (41): ports, ONUs and boxes, cables and power zones, mute models,
// batteries, gasps that get lost, causes that come late, OLTs without times, and customers who come and go (2 % an hour).
// Each of FACHO_BENCH_OLTS (24) gets one fault a round, FACHO_BENCH_ROUNDS (4) of them. All of it is printed with the table.
'use strict';
const { SECRET, startPlant } = require('../tests/system/incident-lib');
const { startSink } = require('../tests/system/webhook-standin');
const { sleep } = require('../tests/system/lib');

const number = (name, otherwise) => Number(process.env[`FACHO_BENCH_${name}`] || otherwise);
const [SEED, OLTS, ROUNDS] = [number('SEED', 41), number('OLTS', 24), number('ROUNDS', 4)];
const STATES_S = 10;
const JUDGED_MS = 150000; // from the faults until what is said of them counts: causes may come late
const LEAST = 4; // customers
const LEAST_CAUSE = 8; // customers: fewer than four of them able to gasp cannot tell fibre from power
const ZONE_BOXES = 4; // of a port, in one power zone
const NOISE = { ports: [18, 26], onus: [24, 64], box_onus: [4, 8, 16], trunk_ports: [2, 4], zone_ports: [2, 4], mute: [25, 25], ups: [0, 6],
  gasp: [80, 100], late_percent: 25, cause_late_s: [5, 25], no_times_percent: 40, churn: 2 };
const KINDS = ['feeder', 'box', 'trunk', 'power_box', 'power_port', 'power_zone', 'card', 'sfp'];
const CLASS = { feeder: 'fibre', box: 'fibre', trunk: 'fibre', power_box: 'power', power_port: 'power', power_zone: 'power',
  card: 'equipment', sfp: 'equipment' };
// Where it is, in words of the incident. A zone that is named nowhere is "several ports".
const ROOTS = { feeder: ['port'], box: ['part', 'node'], trunk: ['trunk'], power_box: ['part', 'node'], power_port: ['port'],
  power_zone: ['zone', 'trunk', 'ports'], card: ['card'], sfp: ['port'] };
const ENV = { FACHO_STANDARD_STATES: `${STATES_S}s`, FACHO_STANDARD_INVENTORY: '1h', FACHO_STANDARD_PORTS: '20s', FACHO_STANDARD_CHASSIS: '20s',
  FACHO_SNMP_TIMEOUT: '5s', FACHO_WATCH_SILENT: '10m', FACHO_WATCH_CLOSE: '1s', FACHO_WATCH_RESOLVE: '5s' };
const life = { ends: [], after(f) { this.ends.unshift(f); } };

// ---- chance: splitmix64, so that a seed is the same plant everywhere -------------------------

let state = BigInt(SEED);
function chance() {
  state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  let z = state;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
  return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
}
const between = ([low, high]) => low + Math.floor(chance() * (high - low + 1));
const oneOf = (list) => list[Math.floor(chance() * list.length)];
const isSo = (percent) => chance() * 100 < percent;

// ---- the plant ---------------------------------------------------------------------------------

function drawOlt(i) {
  const olt = { ports: between(NOISE.ports), onus: between(NOISE.onus), box_onus: oneOf(NOISE.box_onus),
    trunk_ports: between(NOISE.trunk_ports), zone_ports: between(NOISE.zone_ports), mute: between(NOISE.mute), ups: between(NOISE.ups),
    gasp: between(NOISE.gasp), zone_boxes: ZONE_BOXES, seed: SEED * 1000 + i };
  if (isSo(NOISE.late_percent)) olt.cause_late = `${between(NOISE.cause_late_s)}s`;
  if (isSo(NOISE.no_times_percent)) olt.no_times = 1;
  return olt;
}

const textOf = (olt) => Object.entries(olt).map(([name, value]) => `${name}=${value}`).join(',');
// Cards have 16 ports: the first one is 1, with ports from 0.
const portOf = (n) => `${1 + Math.floor(n / 16)}/${n % 16}`;

// A zone that reaches this port, numbered as the simulator does: a port has several if it has more boxes than a zone.
function zoneOf(olt, port) {
  const boxes = Math.ceil(olt.onus / olt.box_onus);
  const zones = Math.ceil(boxes / Math.min(ZONE_BOXES, boxes));
  return 1 + Math.floor(port / olt.zone_ports) * zones + Math.floor(chance() * zones);
}

// Ports of earlier rounds are not used again: the same place would be the same incident, opened again.
function drawFault(kind, olt, round) {
  const width = Math.floor(olt.ports / ROUNDS);
  const first = round * width, port = first + Math.floor(chance() * width);
  switch (kind) {
    case 'feeder': case 'sfp': return { kind, port: portOf(port) };
    case 'box': return { kind, port: portOf(port), box: 1 + Math.floor(chance() * Math.floor(olt.onus / olt.box_onus)) };
    case 'power_port': return { kind: 'power', port: portOf(port) };
    case 'power_box': return { kind: 'power', port: portOf(port), box: 1 + Math.floor(chance() * Math.floor(olt.onus / olt.box_onus)) };
    case 'trunk': return { kind, port: portOf(port) };
    case 'power_zone': return { kind: 'power', zone: zoneOf(olt, port) };
    default: return { kind, card: '2' };
  }
}

// ---- what was said ------------------------------------------------------------------------------

async function membersOf(site, incident) {
  const all = [];
  for (let page = 1; ; page++) {
    const { results } = await site.ask('incident.members', { incident, page_size: 1000, page });
    all.push(...results);
    if (results.length < 1000) return all;
  }
}

// A port where batteries keep one in ten customers up is not wholly down.
const rootsOf = ({ kind, truth, onus }) => (kind === 'power_port' && truth.affected < onus * 0.9 ? ['part', 'port'] : ROOTS[kind]);

// The incident with most of its customers, at least half of the incident's own.
async function judge(site, fault, incidents, members) {
  const truth = new Set(fault.truth.onus);
  for (const incident of incidents.filter(({ olt_name }) => olt_name === fault.olt)) {
    if (!members.has(incident.id)) members.set(incident.id, await membersOf(site, incident.id));
    const mine = members.get(incident.id);
    const hits = mine.filter(({ serial }) => truth.has(serial)).length;
    if (!hits || hits * 2 < mine.length) continue;
    fault.incidents.push(incident.id);
    if (hits <= fault.hits) continue;
    fault.hits = hits;
    fault.said = incident;
    fault.is_placed = rootsOf(fault).includes(incident.root_kind) && hits * 10 >= mine.length * 8 && hits * 10 >= truth.size * 8;
  }
}

// Each OLT has a target of its own, so that no storm begins. The shipped routes come with the first target and stand before
// others: they are switched off.
async function tellEach(plant, sink) {
  const { site } = plant;
  const targets = [];
  const channel = await site.ask('channel.add', { kind: 'webhook', name: 'webhook', settings: { url: sink.url, allow_http: true }, secret: SECRET });
  for (const name of plant.names) targets.push((await site.ask('target.add', { channel: channel.id, name, language: 'es' })).id);
  for (const { id } of await site.list('routes')) await site.ask('route.change', { id, enabled: false });
  for (const [i, name] of plant.names.entries())
    await site.ask('route.add', { name, filter: [{ field: 'olt', op: '=', value: name }], targets: [targets[i]], place: 100 + i, delay_s: 0 });
}

async function round(plant, sink, olts, n, all) {
  const { site } = plant;
  const [last] = await site.list('incidents', {}, { ordering: '-id', page_size: 1 });
  const faults = [];
  for (const [i, name] of plant.names.entries()) {
    const kind = KINDS[(i + n) % KINDS.length];
    faults.push({ kind, olt: name, onus: olts[i].onus, truth: await plant.fault(name, drawFault(kind, olts[i], n)), hits: 0, incidents: [], is_placed: false });
  }
  const began = Date.now();
  await plant.readings(2, 600000);
  await sleep(Math.max(0, began + JUDGED_MS - Date.now()));
  const incidents = (await site.list('incidents', { id__gte: (last?.id ?? 0) + 1, kind: 'outage' }))
    .filter(({ state: s }) => !['merged', 'dismissed', 'suspect'].includes(s));
  const members = new Map();
  for (const fault of faults) await judge(site, fault, incidents, members);
  for (const fault of faults)
    fault.messages = sink.got.filter((m) => m.type === 'incident.opened' && fault.incidents.includes(m.data.incident_id)).length;
  const known = new Set(faults.flatMap((fault) => fault.incidents));
  all.push(...faults);
  await plant.repair();
  await site.until(async () => (await site.count('incidents', { open: true, kind: 'outage' })) === 0, 'all are well', 300000);
  return incidents.filter(({ id }) => !known.has(id));
}

// ---- the report ---------------------------------------------------------------------------------

function print(name, value, unit, target, isAtMost, more = {}) {
  const met = isAtMost ? value <= target : value >= target;
  console.log(JSON.stringify({ name: `sim_faults_${name}`, value: Number(value.toPrecision(4)), unit, target, met, ...more }));
  return met;
}

function table(faults) {
  const rows = {};
  for (const kind of KINDS) {
    const some = faults.filter((fault) => fault.kind === kind);
    const row = { n: some.length, found: 0, placed: 0, messages: 0, said: {} };
    for (const { said, is_placed: isPlaced, messages } of some) {
      row.messages += messages;
      if (!said) continue;
      row.found++;
      row.placed += isPlaced;
      const words = `${said.root_kind} ${said.cause} ${said.cause_class}`;
      row.said[words] = (row.said[words] ?? 0) + 1;
    }
    rows[kind] = row;
  }
  return rows;
}

function report(faults, wrong) {
  const counted = faults.filter(({ truth }) => truth.affected >= LEAST);
  const found = counted.filter(({ said }) => said);
  const share = (cls) => {
    const some = found.filter(({ kind, truth }) => CLASS[kind] === cls && truth.affected >= LEAST_CAUSE);
    return 100 * some.filter(({ said }) => said.cause_class === cls).length / some.length;
  };
  console.log(JSON.stringify({ name: 'sim_faults_confusion', seed: SEED, olts: OLTS, states_s: STATES_S, noise: NOISE, table: table(counted), false: wrong.length }));
  for (const fault of counted.filter(({ kind, said, is_placed: isPlaced }) => !said || !isPlaced || said.cause_class !== CLASS[kind]))
    console.error(JSON.stringify({ ...fault, truth: { ...fault.truth, onus: fault.truth.onus.length },
      said: fault.said && Object.fromEntries(['id', 'state', 'root_kind', 'place', 'cause', 'cause_class', 'confidence', 'affected_max', 'at_risk', 'sentence_en'].map((k) => [k, fault.said[k]])) }));
  for (const incident of wrong) console.error(`false: ${JSON.stringify(incident)}`);
  const n = { n: counted.length };
  return [print('found', 100 * found.length / counted.length, '%', 99, false, n),
    print('placed', 100 * found.filter((f) => f.is_placed).length / found.length, '%', 97, false, n),
    print('power_as_power', share('power'), '%', 98, false), print('fibre_as_fibre', share('fibre'), '%', 98, false),
    print('equipment_as_equipment', share('equipment'), '%', 98, false),
    print('wrong_cause', 100 * found.filter(({ kind, said }) => ![CLASS[kind], 'unknown'].includes(said.cause_class)).length / found.length, '%', 2, true, n),
    print('told', 100 * counted.filter(({ messages }) => messages > 0).length / counted.length, '%', 99, false, n),
    print('messages_per_fault', found.reduce((sum, f) => sum + f.messages, 0) / found.length, '', 1.02, true, n),
    print('false', wrong.length, 'incidents', 1, true)].every(Boolean);
}

async function measure() {
  const sink = await startSink(life, SECRET);
  const olts = Array.from({ length: OLTS }, (_, i) => drawOlt(i));
  const plant = await startPlant(life, { olts: Object.fromEntries(olts.map((olt, i) => [`olt-${i}`, textOf(olt)])), env: ENV,
    addOlt: { timeout_ms: 5000 }, patience: 600000 });
  await tellEach(plant, sink);
  await plant.set({ churn: NOISE.churn });
  await plant.readings(2, 600000);
  const [faults, wrong] = [[], []];
  for (let n = 0; n < ROUNDS; n++) {
    wrong.push(...await round(plant, sink, olts, n, faults));
    console.error(`round ${n + 1} of ${ROUNDS}: ${faults.length} faults, ${faults.filter(({ said }) => said).length} found`);
  }
  await plant.site.program.stop();
  return report(faults, wrong);
}

(async () => {
  try {
    process.exitCode = (await measure()) ? 0 : 1;
  } finally {
    for (const end of life.ends) await end();
  }
})();
