// SPDX-License-Identifier: Apache-2.0
//
// kill -9 while messages are being sent, twenty times: none is lost, and one that may have been sent
// twice says so. A feeder that is cut and repaired meanwhile is told once, and so is its end.
//
//   FACHO_KILLS=1000 node --test tests/system/telling-kill.test.js     script/bench courier_kill
'use strict';
const assert = require('node:assert');
const { randomInt } = require('node:crypto');
const { test } = require('node:test');
const { sleep } = require('./lib');
const { SECRET, startPlant } = require('./incident-lib');
const { Clock } = require('./serve-lib');
const { startTelegram } = require('./telegram-standin');
const { startSink } = require('./webhook-standin');

const KILLS = Number(process.env.FACHO_KILLS || 20);
const CHATS = [41, 42, 43, 44];
const OVER = ['sent', 'confirmed', 'dead', 'dropped'];

async function queue(site, channels, targets, rows) {
  for (const { id, channel } of targets)
    rows.push((await site.ask('channel.test', { id: channel, target: id })).outbox);
  for (let i = 0; i < 4; i++) rows.push((await site.ask('channel.test', { id: channels.webhook })).outbox);
}

async function ended(site, rows) {
  const all = [];
  for (let page = 1; ; page++) {
    const some = await site.list('outbox', { id__gte: rows[0] }, { page });
    all.push(...some);
    if (some.length < 1000) break;
  }
  return all.every(({ state }) => OVER.includes(state)) && all;
}

test(`killed ${KILLS} times while sending: nothing is lost, and what may be repeated says so`, async (t) => {
  const [telegram, sink] = [await startTelegram(t), await startSink(t, SECRET)];
  telegram.delay = sink.delay = 200; // so that many are under way
  // Claims of a dead process and the pause of an unsure message are a minute each: fast, at the end.
  const clock = new Clock(t, { speed: 10 });
  const plant = await startPlant(t, { olts: { centro: 'ports=2,onus=16' }, sim: { env: clock.env }, env: clock.env, addOlt: { timeout_ms: 3000 } });
  const { site } = plant;
  await plant.tell({ telegram, chats: CHATS, sink });
  const targets = (await site.list('targets')).filter((target) => target.channel_kind === 'telegram');
  const channels = Object.fromEntries((await site.list('channels')).map(({ kind, id }) => [kind, id]));
  await plant.readings();
  const rows = [];
  let repaired = false;
  await plant.fault('centro', { kind: 'feeder', port: '1/0' });
  for (let kill = 0; kill < KILLS; kill++) {
    await queue(site, channels, targets, rows);
    await sleep(randomInt(0, 700));
    await site.program.stop('SIGKILL');
    await site.start();
    if (!repaired && kill >= KILLS / 2 && sink.got.some((m) => m.type === 'incident.opened' && !m.data.is_test)) {
      repaired = true;
      await plant.repair('centro');
    }
  }
  await site.until(() => sink.got.some((m) => m.type === 'incident.opened' && !m.data.is_test), 'the cut is told');
  if (!repaired) await plant.repair('centro');
  await site.until(() => sink.got.some((m) => m.type === 'incident.resolved'), 'its end is told');
  if (KILLS <= 20) clock.hurry(); // what waits after many kills would become too old
  const all = await site.until(() => ended(site, rows), 'nothing waits', 400000);
  assert.ok(all.every(({ state }) => state !== 'dead'), JSON.stringify(all.filter(({ state }) => state === 'dead')));

  // Webhooks: all of them, by their numbers; who gets one twice sees that it is the same.
  const hooks = all.filter((row) => row.channel_kind === 'webhook' && row.state !== 'dropped');
  const ids = new Set(sink.got.map(({ id }) => id));
  assert.strictEqual(ids.size, hooks.length);
  assert.ok(sink.got.length - hooks.length <= 4 * KILLS, `${sink.got.length - hooks.length} of ${hooks.length} came twice`);

  // Chats: all of them, and whatever may be there twice is marked.
  const sent = all.filter((row) => row.channel_kind === 'telegram' && row.act !== 'edit' && row.state === 'confirmed');
  const numbers = new Set(telegram.messages.map((m) => String(m.message_id)));
  assert.ok(sent.every((row) => numbers.has(row.provider_id)), 'a message is lost');
  const repeated = telegram.messages.length - sent.length;
  const marked = telegram.messages.filter((m) => /puede repetirse/.test(m.text)).length;
  t.diagnostic(`${sent.length} messages and ${hooks.length} webhooks, ${KILLS} kills: ${repeated} and ${
    sink.got.length - hooks.length} repeated, ${marked} marked`);
  assert.ok(repeated <= KILLS, `${repeated} repeated by ${KILLS} kills`);
  assert.ok(marked >= repeated, `${repeated} repeated, ${marked} marked`);

  // One incident, told once to each.
  const cuts = await plant.incidents({ place: '0/1/0' });
  assert.strictEqual(cuts.length, 1);
  const own = (type) => new Set(sink.got.filter((m) => m.type === type && !m.data.is_test && m.data.incident_id === cuts[0].id).map(({ id }) => id)).size;
  assert.deepStrictEqual([own('incident.opened'), own('incident.resolved')], [1, 1]);
  assert.deepStrictEqual(telegram.wrong, []);
  assert.strictEqual((await site.doctor()).status, 0);
});
