// SPDX-License-Identifier: Apache-2.0
//
// Faults whose cause the device or the recorded plant says, through the real program: an optical module
// that was pulled, a restart, an ONU that transmits out of turn, and a box that people have entered. The
// numbers are those of the scenarios of the specification (docs/design/incident-proof.md).
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startPlant } = require('./incident-lib');

const OLTS = { modulo: 'ports=2,onus=16', reinicio: 'ports=4,onus=16', ruido: 'ports=2,onus=20', registrada: 'ports=2,onus=64',
  sinhora: 'ports=2,onus=16,no_times=1', tarde: 'ports=2,onus=16,mute=0,gasp=100,ups=0,cause_late=8s' };

const evidenceOf = async (site, incident, key) => (await site.list('incident_evidence', {}, { incident })).find((e) => e.key === key)?.value;
// What people were told of an OLT; suspects that came to nothing and parts of others are not.
const toldOf = async (plant, name) => (await plant.incidents({ olt_name: name, kind: 'outage' }))
  .filter(({ state }) => !['suspect', 'dismissed', 'merged'].includes(state));

// 2: the device has no times, so it was between two readings.
async function checkInterval(plant, cutAt) {
  const found = await plant.found('sinhora', (i) => i.affected === 16);
  const [from, to] = [Date.parse(found.since_from_at), Date.parse(found.since_at)];
  assert.ok(from < to && from <= cutAt + 2000 && to >= cutAt - 2000, `${found.since_from_at} to ${found.since_at}, cut at ${new Date(cutAt).toISOString()}`);
  assert.match(found.sentence_en, / between \d\d:\d\d(:\d\d)? and \d\d:\d\d/);
}

// 8: causes come late, and are waited for: nothing wrong is said meanwhile. (A slow machine reads them when they are there.)
async function checkLate(plant) {
  const found = await plant.found('tarde', (i) => i.affected === 16 && i.cause === 'power');
  const causes = (await plant.site.list('incident_log', {}, { incident: found.id, page_size: 100 })).filter(({ kind }) => kind === 'cause')
    .map(({ details }) => details.cause);
  assert.strictEqual(causes.pop(), 'power');
  assert.ok(causes.every((cause) => cause === 'finding'), causes.join());
}

// 10: the port itself says that it has no module.
async function checkModule(plant) {
  const found = await plant.found('modulo', (i) => i.affected === 16 && i.cause === 'sfp');
  assert.deepStrictEqual([found.root_kind, found.place, found.cause_class, found.confidence], ['port', '0/1/0', 'equipment', 95]);
  assert.match(found.sentence_en, /^Optical module of port 0\/1\/0 of modulo has failed: 16 customers down .*it is not the fibre/);
  assert.strictEqual(Number(await evidenceOf(plant.site, found.id, 'no_module')), 1);
}

// 11: the OLT began anew, and nothing is told of its ports.
async function checkRestart(plant) {
  const found = await plant.found('reinicio', (i) => i.cause === 'olt_restart');
  assert.deepStrictEqual([found.root_kind, found.cause_class, found.confidence], ['olt', 'equipment', 98]);
  const { site } = plant;
  await site.until(async () => (await site.ask('incident.get', { incident: found.id })).state === 'resolved', 'the end of the restart', 600000);
  assert.deepStrictEqual((await toldOf(plant, 'reinicio')).map(({ id }) => id), [found.id]);
}

// It was up for some minutes, which the program has to know before: a start of a minute ago is no other one.
async function ageRestarted(plant) {
  const { site } = plant;
  await plant.fault('reinicio', { kind: 'reboot', since_ms: Date.now() - 180000, for: '1s' });
  await site.until(async () => {
    const [olt] = await site.list('olts', { name: 'reinicio' });
    return olt.up_since_at && Date.parse(olt.up_since_at) < Date.now() - 120000;
  }, 'an OLT that is up for some minutes');
}

// 40: half of the port drops again and again, each in its own rhythm of one to two minutes; two drops count.
async function checkRogue(plant) {
  const found = await plant.found('ruido', (i) => i.cause === 'rogue', 600000);
  assert.deepStrictEqual([found.place, found.cause_class, found.confidence], ['0/1/0', 'equipment', 55]);
  assert.match(found.sentence_en, /^An ONU may be transmitting out of turn on port 0\/1\/0 of ruido/);
  assert.strictEqual((await toldOf(plant, 'ruido')).length, 1);
}

// A box of the simulated plant, behind a splitter: the ONUs are those of a fault that never comes.
async function enterBox(plant) {
  const { site } = plant;
  const truth = await plant.fault('registrada', { kind: 'box', port: '1/1', box: 2, since_ms: Date.now() + 86400000 });
  await plant.repair('registrada', truth.fault);
  const onus = (await site.list('onus', { olt_name: 'registrada' })).filter(({ serial }) => truth.onus.includes(serial));
  assert.strictEqual(onus.length, truth.onus.length);
  const others = (await site.list('onus', { olt_name: 'registrada' })).filter(({ place, serial }) =>
    place.startsWith('0/1/1:') && !truth.onus.includes(serial)).slice(0, 4);
  const near = Math.min(...onus.map((o) => o.distance_m));
  const splitter = await site.ask('plant_node.add', { kind: 'splitter', name: 'S-14', distance_m: near - 300, onus: others.map(({ id }) => id) });
  const box = await site.ask('plant_node.add', { kind: 'box', name: 'C-2', parent: splitter.id, onus: onus.map(({ id }) => id) });
  return { box, near, serials: truth.onus };
}

// 4: the box that was entered is the place, and the break is behind its splitter.
async function checkRecorded(plant, { box, near, serials }) {
  const found = await plant.found('registrada', (i) => i.affected === serials.length && i.cause === 'branch');
  assert.deepStrictEqual([found.root_kind, found.node, found.cause_class], ['node', box.id, 'fibre']);
  const [, before] = /C-2.*behind S-14 \((\S+) km\)/.exec(found.sentence_en);
  assert.ok(Math.abs(Number(before) - (near - 300) / 1000) <= 0.051, found.sentence_en);
}

test('what the device and the recorded plant say is the cause and the place', async (t) => {
  const plant = await startPlant(t, { olts: OLTS, env: { FACHO_WATCH_SILENT: '16s', FACHO_STANDARD_DETAILS: '10s' } });
  await plant.site.until(async () => (await plant.site.list('onus', { olt_name: 'registrada' })).every((o) => o.distance_m), 'distances');
  await ageRestarted(plant);
  await plant.readings();
  const entered = await enterBox(plant);
  await plant.fault('modulo', { kind: 'sfp', port: '1/0' });
  await plant.fault('reinicio', { kind: 'reboot', for: '6s' });
  await plant.fault('ruido', { kind: 'rogue', port: '1/0' });
  await plant.fault('registrada', { kind: 'box', port: '1/1', box: 2 });
  const { began_ms: cutAt } = await plant.fault('sinhora', { kind: 'feeder', port: '1/0' });
  await plant.fault('tarde', { kind: 'power', port: '1/0' });
  await Promise.all([checkInterval(plant, cutAt), checkLate(plant), checkModule(plant), checkRestart(plant), checkRogue(plant), checkRecorded(plant, entered)]);
  assert.strictEqual(await plant.site.program.stop(), 0);
});
