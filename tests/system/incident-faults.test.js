// SPDX-License-Identifier: Apache-2.0
//
// Six faults of six OLTs at the same time, through the real program, and what each of three channels
// gets: one message for each physical cause. Then an end. And our own blindness, which is no outage.
// The numbers are those of the scenarios of the specification (docs/design/incident-proof.md).
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { SECRET, startPlant, startSmtp } = require('./incident-lib');
const { startTelegram } = require('./telegram-standin');
const { startSink } = require('./webhook-standin');

const HOSTILE = '<b>&"Ñandú_*';
const OLTS = {
  troncal: 'ports=2,onus=64', caja: 'ports=2,onus=64', energia: 'ports=4,onus=32,ups=12', tarjeta: 'ports=20,onus=8',
  muda: 'ports=2,onus=16', [HOSTILE]: 'ports=8,onus=64',
};
const LEFT_OVER = 3;

async function membersOf(site, incident) {
  const { results } = await site.ask('incident.members', { incident, page_size: 1000 });
  return results;
}

const serialsOf = (members) => members.map(({ serial }) => serial).sort();
const openedOf = (sink, id) => sink.got.filter((m) => m.type === 'incident.opened' && m.data.incident_id === id);

async function beginFaults(plant) {
  const truth = {};
  // Three customers of the cable have a broken cable of their own, which nobody repairs below.
  const drops = [];
  for (const onu of [5, 6, 7].slice(0, LEFT_OVER))
    drops.push(...(await plant.fault(HOSTILE, { kind: 'drop', port: '1/0', onu, since_ms: Date.now() - 3000 })).onus);
  truth.drops = drops;
  truth.feeder = await plant.fault('troncal', { kind: 'feeder', port: '1/0' });
  truth.box = await plant.fault('caja', { kind: 'box', port: '1/1', box: 2 });
  truth.power = await plant.fault('energia', { kind: 'power', zone: 1 });
  truth.card = await plant.fault('tarjeta', { kind: 'card', card: '2' });
  truth.trunk = await plant.fault(HOSTILE, { kind: 'trunk', trunk: 1 });
  await plant.set({ silent: true }, 'muda');
  return truth;
}

// 1: a feeder, with the device's times.
async function checkFeeder(plant, truth) {
  const found = await plant.found('troncal', (i) => i.affected === 64);
  assert.deepStrictEqual([found.root_kind, found.place, found.cause, found.cause_class], ['port', '0/1/0', 'feeder', 'fibre']);
  assert.ok(found.confidence >= 90, JSON.stringify(found));
  assert.strictEqual(found.since_at, found.since_from_at);
  const off = Date.parse(found.since_at) - truth.feeder.began_ms;
  assert.ok(off > -2000 && off < 2000, `since is ${off} ms off`);
  assert.match(found.sentence_en, /^Feeder fibre of port 0\/1\/0 of troncal is cut: 64 of 64 customers without light since \d\d:\d\d/);
  assert.deepStrictEqual(serialsOf(await membersOf(plant.site, found.id)), truth.feeder.onus.slice().sort());
  return found;
}

// 3: a box that nobody has entered, by its distance.
async function checkBox(plant, truth) {
  const found = await plant.found('caja', (i) => i.affected === 8);
  assert.deepStrictEqual([found.root_kind, found.cause, found.cause_class], ['part', 'branch', 'fibre']);
  const members = await membersOf(plant.site, found.id);
  assert.deepStrictEqual(serialsOf(members), truth.box.onus.slice().sort());
  const km = members.map((m) => m.distance_m / 1000);
  const [, from, to, most] = /between (\S+) and (\S+) km .* not farther than (\S+) km/.exec(found.sentence_en);
  assert.ok(Math.abs(from - Math.min(...km)) <= 0.06 && Math.abs(to - Math.max(...km)) <= 0.06, found.sentence_en);
  assert.ok(most <= Math.min(...km) + 0.05, found.sentence_en);
  return found;
}

// 6: three ports without power, some of them mute, some with a battery.
async function checkPower(plant, truth) {
  const found = await plant.found('energia', (i) => i.affected === truth.power.affected);
  assert.deepStrictEqual([found.cause, found.cause_class], ['power_wide', 'power']);
  assert.strictEqual(truth.power.ports.length, 3);
  assert.ok(truth.power.affected < 96, 'somebody has a battery');
  const members = await membersOf(plant.site, found.id);
  assert.deepStrictEqual(serialsOf(members), truth.power.onus.slice().sort());
  assert.ok(members.some((m) => m.evidence === 'los_onu'), 'somebody is mute');
  return found;
}

// 9: a card is not its ports.
async function checkCard(plant, truth) {
  const found = await plant.found('tarjeta', (i) => i.affected === truth.card.affected);
  assert.deepStrictEqual([found.root_kind, found.cause, found.cause_class], ['card', 'card', 'equipment']);
  assert.match(found.sentence_en, /^Card 0\/2 of tarjeta has failed: 32 customers down .*it is not the fibre/);
  // Then the device says it too.
  const { site } = plant;
  await site.until(() => site.ask('job.run', { job: 'huawei_smartax chassis', olt: 'tarjeta' }).catch(() => null), 'a run');
  await site.until(async () => (await site.list('incident_evidence', {}, { incident: found.id }))
    .some(({ key, value }) => key === 'bad_card' && Number(value) === 4), 'the board is not normal');
  const sure = await site.ask('incident.get', { incident: found.id });
  assert.deepStrictEqual([sure.cause, sure.confidence], ['card', 95]);
  return found;
}

// 12: an OLT that says nothing has no customers that are down.
async function checkSilent(plant) {
  const found = await plant.found('muda', (i) => i.state === 'open');
  assert.deepStrictEqual([found.kind, found.affected], ['olt_silent', 0]);
  const onus = await plant.site.list('onus', { olt_name: 'muda' });
  assert.strictEqual(onus.length, 32);
  assert.ok(onus.every((o) => o.run_state === 'online' && o.olt_not_answering_at), 'grey, and not down');
  return found;
}

// 31: a name like that, in each channel.
async function checkHostile(plant, { telegram, sink, smtp }) {
  const found = await plant.found(HOSTILE, (i) => i.affected === 256);
  assert.deepStrictEqual([found.root_kind, found.cause], ['trunk', 'trunk']);
  const { site } = plant;
  const isOf = (text) => text.includes(HOSTILE);
  const message = await site.until(() => telegram.messages.find((m) => isOf(m.text)), 'the chat');
  assert.ok(message.text.length <= 4096);
  assert.ok(message.entities.every((e) => ['bold', 'text_link'].includes(e.type)));
  const hook = await site.until(() => openedOf(sink, found.id)[0], 'the webhook');
  assert.ok(isOf(hook.data.text) && hook.bytes <= 20 * 1024 && hook.isSigned);
  const mail = await site.until(() => smtp.mails().find((m) => isOf(m.text)), 'the mail');
  assert.ok(isOf(mail.headers.subject), mail.headers.subject);
  assert.ok(!mail.html.includes('<b>&') && mail.html.includes('&lt;b&gt;&amp;&quot;Ñandú_*'), mail.html);
  return found;
}

// 21: who is left over is named where the end is told.
async function checkEnd(plant, truth, incident, telegram) {
  await plant.repair(HOSTILE, truth.trunk.fault);
  const { site } = plant;
  const over = await site.until(async () => {
    const shown = await site.ask('incident.get', { incident });
    return shown.state === 'resolved' && shown;
  }, 'the end of the cable');
  assert.deepStrictEqual([over.recovered, over.left_over, over.affected_max], [256 - LEFT_OVER, LEFT_OVER, 256]);
  const told = await site.until(() => telegram.messages.find((m) => m.text.startsWith(`Resuelta: 4 puertos de ${HOSTILE}`)), 'its message');
  assert.match(told.text, /Siguen sin servicio: 3\./);
  for (const serial of truth.drops) assert.ok(told.text.includes(serial), told.text);
}

test('each fault is one incident with its cause and one message; its end names who is left', async (t) => {
  const [telegram, sink, smtp] = [await startTelegram(t), await startSink(t, SECRET), await startSmtp(t)];
  const plant = await startPlant(t, { olts: OLTS, env: { FACHO_WATCH_SILENT: '16s' } });
  await plant.tell({ telegram, sink, smtp });
  await plant.readings();
  const truth = await beginFaults(plant);
  const found = [await checkFeeder(plant, truth), await checkBox(plant, truth), await checkPower(plant, truth),
    await checkCard(plant, truth), await checkHostile(plant, { telegram, sink, smtp }), await checkSilent(plant)];
  await plant.site.until(() => found.every(({ id }) => openedOf(sink, id).length > 0), 'all are told');
  const told = sink.got.filter((m) => m.type === 'incident.opened').map((m) => m.data.incident_id).sort((a, b) => a - b);
  assert.deepStrictEqual(told, found.map(({ id }) => id).sort((a, b) => a - b));
  await checkEnd(plant, truth, found[4].id, telegram);
  assert.deepStrictEqual(telegram.wrong, []);
  assert.strictEqual(await plant.site.program.stop(), 0);
});

// 13: four of five OLTs are silent at once: it is us.
test('many silent OLTs are our own blindness: nobody is told of customers, and nothing false comes of it', async (t) => {
  const sink = await startSink(t, SECRET);
  const olts = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`olt-${i}`, 'ports=2,onus=16']));
  const plant = await startPlant(t, { olts, env: { FACHO_WATCH_SILENT: '20s' } });
  const { site } = plant;
  await plant.tell({ sink });
  await plant.readings();
  await plant.fault('olt-0', { kind: 'feeder', port: '1/0' });
  const cut = await plant.found('olt-0');
  await site.until(() => openedOf(sink, cut.id).length > 0, 'the cut is told');
  await plant.set({ silent: true }, ...plant.names.slice(1));
  const blind = await site.until(async () =>
    (await plant.incidents({ kind: 'collector', open: true })).find((i) => i.state === 'open'), 'we are blind');
  assert.match(blind.sentence_en, /^We cannot see the network since .*This is not an outage of customers/);
  await site.until(() => openedOf(sink, blind.id).length > 0, 'that is told');
  const before = await site.ask('incident.get', { incident: cut.id });
  assert.ok(before.blind_since_at, 'what is open waits');
  await plant.set({ silent: false });
  await site.until(async () => (await site.count('incidents', { kind: 'collector', open: true })) === 0, 'we see again');
  await plant.readings(3);
  const outages = await plant.incidents({ kind: 'outage' });
  assert.deepStrictEqual(outages.map(({ id }) => id), [cut.id]);
  assert.strictEqual(await site.count('incidents', { kind: 'collector' }), 1);
  assert.strictEqual(openedOf(sink, blind.id).length, 1);
  const opened = sink.got.filter((m) => m.type === 'incident.opened').map((m) => m.data.incident_id);
  assert.deepStrictEqual(opened, [cut.id, blind.id]);
  assert.strictEqual(await site.program.stop(), 0);
});
