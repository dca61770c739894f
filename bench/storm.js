// SPDX-License-Identifier: Apache-2.0
//
// 1,563 ports of 98 OLTs are cut at once (100,032 ONUs): messages to one chat, of Facho and of Debian's Alertmanager.
//
// Both get the same storm in the same run: simulated OLTs are cut, Facho reads them and tells a bot's chat; the truth log
// of the simulator is posted to Alertmanager, grouped by port. All ports of an OLT go in the same second, which is one
// physical cause an OLT for Facho. storm_decisions.c has 1,563 separate causes; it runs first. FACHO_BENCH_OLTS chooses
// another number of OLTs, FACHO_BENCH_SECONDS how long Alertmanager's messages are counted (90).
'use strict';
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { startPlant } = require('../tests/system/incident-lib');
const { startTelegram } = require('../tests/system/telegram-standin');
const { sleep } = require('../tests/system/lib');
const { stormInAlertmanager } = require('./alertmanager');

const OLTS = Number(process.env.FACHO_BENCH_OLTS || 98);
const [PORTS, PER_PORT, CHAT, AT_MOST] = [16, 64, -5, 11];
const SPARED = Math.min(5, OLTS); // ports of the last OLT that stay up: 1,563 of 1,568 are cut
const QUIET_MS = 45000; // no new message for so long: it is over
const life = { ends: [], after(f) { this.ends.unshift(f); } };
// Only states are read, as often as a busy machine can.
const ENV = { FACHO_STANDARD_STATES: '30s', FACHO_STANDARD_INVENTORY: '1h', FACHO_STANDARD_PORTS: '1h', FACHO_STANDARD_CHASSIS: '1h',
  FACHO_SNMP_TIMEOUT: '5s', FACHO_WATCH_MAJOR: '20', FACHO_WATCH_SILENT: '10m' };

function print(name, value, unit, target, more = {}) {
  const met = target === null || value <= target;
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit, target, met, ...more }));
  return met;
}

function decisions() {
  const folder = process.env.FACHO_BENCH_BUILD || path.join(__dirname, '../build-bench/bench');
  return spawnSync(path.join(folder, 'storm_decisions'), { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

// All ports, as fast as the control line takes them. Gives the truth: a fault a port.
async function cut(plant) {
  const truth = [];
  const since_ms = Date.now();
  for (const [i, name] of plant.names.entries())
    for (let port = 0; port < PORTS; port++)
      if (i < OLTS - 1 || port < PORTS - SPARED)
        truth.push(await plant.fault(name, { kind: 'feeder', port: `1/${port}`, since_ms }));
  return truth;
}

// Until no message has come for a while and all that are down are part of an incident.
async function settle(plant, telegram, customers) {
  const { site } = plant;
  const sum = async () => (await site.list('incidents', { kind: 'outage', open: true }, { page_size: 1000 }))
    .filter(({ state }) => state !== 'merged').reduce((n, { affected }) => n + affected, 0);
  await site.until(async () => (await sum()) >= customers, `${customers} customers in incidents`, 600000);
  for (let [seen, since] = [-1, 0]; seen !== telegram.messages.length || Date.now() - since < QUIET_MS; await sleep(500))
    if (seen !== telegram.messages.length) [seen, since] = [telegram.messages.length, Date.now()];
}

function* labels(plant, truth) {
  for (const fault of truth)
    for (const [onu, serial] of fault.onus.entries())
      yield { site: `s${fault.olt % 20}`, olt: plant.names[fault.olt], port: fault.ports[0], onu: String(onu), serial, cause: 'los' };
}

async function measure() {
  const telegram = await startTelegram(life);
  const olts = Object.fromEntries(Array.from({ length: OLTS }, (_, i) => [`olt-${i}`, `ports=${PORTS},onus=${PER_PORT}`]));
  const plant = await startPlant(life, { olts, env: ENV, addOlt: { timeout_ms: 5000 }, patience: 600000 });
  const { site } = plant;
  await plant.tell({ telegram, chats: [CHAT] });
  await plant.readings(1, 600000);
  const began = Date.now();
  const truth = await cut(plant);
  const customers = truth.reduce((n, fault) => n + fault.affected, 0);
  console.error(`${truth.length} ports with ${customers} ONUs are cut`);
  await settle(plant, telegram, customers);
  const incidents = await site.list('incidents', { kind: 'outage', open: true }); // those that were merged are many more than a page has
  const facho = telegram.messages.filter((m) => m.chat_id === CHAT).length;
  console.error(`${incidents.length} incidents, ${facho} messages after ${Math.round((Date.now() - began) / 1000)} s; wrong: ${telegram.wrong.length}`);
  const roots = {};
  for (const i of incidents) roots[`${i.root_kind} ${i.cause}`] = (roots[`${i.root_kind} ${i.cause}`] ?? 0) + 1;
  await site.program.stop();
  const other = await stormInAlertmanager(labels(plant, truth), truth.length);
  let met = print('storm_messages_to_one_chat', facho, 'messages', AT_MOST, { incidents: incidents.length, roots, ports: truth.length, customers,
    ratio_to: `alertmanager in the same run, ${other.messages} messages`, ratio: Number((facho / other.messages).toPrecision(3)) });
  const { messages, ...cost } = other;
  met = print('storm_messages_of_alertmanager', messages, 'messages', null, cost) && met;
  return met && telegram.wrong.length === 0;
}

(async () => {
  let met = decisions();
  try {
    met = (await measure()) && met;
  } finally {
    for (const end of life.ends) await end();
  }
  process.exitCode = met ? 0 : 1;
})();
