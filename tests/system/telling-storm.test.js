// SPDX-License-Identifier: Apache-2.0
//
// Chats of a bot through the real program: two people press a button and one is not linked; a chat is
// limited by Telegram while the other goes on; and a storm of incidents, of which each chat gets few messages.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startPlant } = require('./incident-lib');
const { startTelegram } = require('./telegram-standin');

const OLTS = 14; // of the storm
const LIMIT_S = 15;
const [NOC, FIELD] = [-5, -6];

const inChat = (telegram, chat) => telegram.messages.filter((m) => m.chat_id === chat);
const ofIncident = (message, id) => JSON.stringify(message.entities).includes(`/incidents/${id}"`);

async function link(plant, telegram, user, chat, language = '') {
  const { site } = plant;
  if (user !== 'admin') await site.ask('user.add', { name: user, role: 'operator', password: 'correct horse battery' });
  const contact = await site.ask('contact.add', { name: user, user, language });
  const { code } = await site.ask('contact.link', { id: contact.id, channel: plant.bot.id });
  telegram.write(chat, `/start ${code}`);
  await site.until(() => telegram.messages.some((m) => m.chat_id === chat), `the link of ${user}`);
}

const answersAfter = (telegram, n) => telegram.answers.slice(n).map((a) => a.text);

// 33: the first wins, the second is told who, and who is not linked is refused.
async function checkButtons(plant, telegram) {
  const { site } = plant;
  await link(plant, telegram, 'ana', 41);
  await link(plant, telegram, 'beto', 42, 'en');
  await plant.fault('olt-0', { kind: 'feeder', port: '1/0' });
  const found = await plant.found('olt-0');
  const message = await site.until(() => inChat(telegram, NOC).find((m) => ofIncident(m, found.id)), 'a message');
  const answers = telegram.answers.length;
  for (const presser of [43, 41, 42]) {
    const before = telegram.answers.length;
    telegram.press(message, 'La atiendo', presser);
    await site.until(() => telegram.answers.length > before, `an answer to ${presser}`);
  }
  const [refused, first, second] = answersAfter(telegram, telegram.answers.length - 3);
  assert.match(refused, /vincule su cuenta/);
  assert.match(first, /Ahora la atiende usted/);
  assert.match(second, /ana takes care of it already/); // in the language of who pressed
  // Both chats see in the message that is there who attends it.
  await site.until(() => [NOC, FIELD].every((chat) => inChat(telegram, chat).some((m) => ofIncident(m, found.id) && m.edits.length &&
    /La atiende ana\./.test(m.text))), 'the name in the messages');
  assert.strictEqual((await site.ask('incident.get', { incident: found.id })).acked_by, 'ana');
  const audit = (await site.list('audit_log', { entity: 'incident', entity_id: found.id })).filter((a) => a.action === 'ack');
  assert.deepStrictEqual(audit.map((a) => [a.user, a.address]), [['ana', 'Telegram']], JSON.stringify(audit));
  // Who was refused, and why, is there too; pressing again adds nothing.
  telegram.press(message, 'La atiendo', 43);
  await site.until(() => telegram.answers.length === answers + 4, 'one more answer');
  const lines = (await site.list('audit_log', { entity: 'incident', entity_id: found.id, action: 'refused' }))
    .sort((one, other) => one.id - other.id);
  assert.deepStrictEqual(lines.map((line) => [line.user, line.address]), [['Telegram 43', 'Telegram'], ['beto', 'Telegram']], JSON.stringify(lines));
  const after = lines.map((line) => (typeof line.after === 'string' ? JSON.parse(line.after) : line.after));
  assert.deepStrictEqual([after[0].act, after[0].why], ['ack', 'not linked'], JSON.stringify(lines));
  assert.deepStrictEqual(after[1], { act: 'ack', why: 'taken', by: 'ana' });
  await plant.repair('olt-0');
  await site.until(() => [NOC, FIELD].every((chat) => inChat(telegram, chat).some((m) => /^Resuelta/.test(m.text) && ofIncident(m, found.id))), 'its end');
}

// 29: nothing to the chat that Telegram has limited, the other one goes on, and what is old by then is dropped.
async function checkLimit(plant, telegram) {
  const { site } = plant;
  telegram.limit(NOC, LIMIT_S);
  await plant.fault('olt-1', { kind: 'feeder', port: '1/0' });
  const found = await plant.found('olt-1');
  await site.until(() => inChat(telegram, FIELD).some((m) => ofIncident(m, found.id)), 'the other chat');
  await site.until(() => telegram.limitedTimes === 1, 'the limit');
  await plant.repair('olt-1');
  await site.until(() => inChat(telegram, FIELD).some((m) => /^Resuelta/.test(m.text) && ofIncident(m, found.id)), 'its end there');
  await site.until(async () => (await site.list('outbox', { incident: found.id }))
    .every(({ state }) => ['confirmed', 'dropped'].includes(state)), 'nothing waits');
  const rows = (await site.list('outbox', { incident: found.id })).filter((row) => row.target_name === `chat ${NOC}`);
  const [opened] = rows.slice(-1);
  assert.strictEqual(opened.act, 'send');
  assert.strictEqual(telegram.limitedTimes, 1);
  // It ended before anybody there knew of it, so that nothing is said; or it was long enough for both.
  const told = inChat(telegram, NOC).filter((m) => ofIncident(m, found.id));
  assert.strictEqual(told.length, opened.state === 'dropped' ? 0 : 2, JSON.stringify(rows));
}

// 23: more than ten new messages in ten minutes are a storm.
async function checkStorm(plant, telegram) {
  const { site } = plant;
  const before = [NOC, FIELD].map((chat) => inChat(telegram, chat).length);
  for (let i = 0; i < OLTS; i++) await plant.fault(`olt-${i}`, { kind: 'feeder', port: '1/1' });
  await site.until(async () => (await site.count('incidents', { state: 'open' })) === OLTS, 'all incidents');
  const rolling = (chat) => inChat(telegram, chat).find((m) => /\d+ fallas, \d+ clientes/.test(m.text));
  await site.until(() => [NOC, FIELD].every(rolling), 'a rolling message');
  await site.until(async () => (await site.list('outbox')).every(({ state }) => ['confirmed', 'dropped'].includes(state)), 'nothing waits');
  for (const [n, chat] of [NOC, FIELD].entries()) {
    const all = inChat(telegram, chat);
    assert.ok(all.length <= 10 + 1, `${all.length} messages to chat ${chat}`);
    assert.ok(all.length > before[n]);
    assert.strictEqual(all.filter((m) => /\d+ fallas/.test(m.text)).length, 1);
  }
  assert.strictEqual((await plant.incidents({ place: '0/1/1' })).length, OLTS);
}

// An operator silences one incident until it ends, from the message.
async function checkSilence(plant, telegram) {
  const { site } = plant;
  const message = inChat(telegram, NOC).findLast((m) => m.reply_markup?.inline_keyboard.flat().length);
  const before = telegram.answers.length;
  telegram.press(message, 'Hasta que termine', 41);
  await site.until(() => telegram.answers.length > before, 'an answer');
  assert.match(telegram.answers.at(-1).text, /Silenciada hasta que termine/);
  const [silence] = await site.list('silences');
  assert.deepStrictEqual([silence.who, silence.source, silence.until_at], ['ana', 'telegram', null]);
  assert.ok(ofIncident(message, silence.incident));
}

// What people ask in words: reads need a linked person, and an act its role.
async function checkCommands(plant, telegram) {
  const { site } = plant;
  const ask = async (chat, text) => {
    const before = inChat(telegram, chat).length;
    telegram.write(chat, text);
    await site.until(() => inChat(telegram, chat).length > before, `an answer to ${text}`);
    return inChat(telegram, chat).at(-1).text;
  };
  const open = await site.list('incidents', { open: true });
  assert.match(await ask(43, '/open'), /vincule su cuenta/);
  const shown = await ask(41, '/open');
  assert.strictEqual(shown.split('\n').filter((line) => /^\d+ \((crítica|grave)\): /.test(line)).length, 8, shown);
  assert.match(shown, /y \d+ más/);
  const [free] = open.filter((one) => !one.acked_by);
  assert.match(await ask(41, `/ack ${free.id}`), /Ahora la atiende usted/);
  assert.strictEqual((await site.ask('incident.get', { incident: free.id })).acked_by, 'ana');
  assert.match(await ask(42, `/ack ${free.id}`), /ana takes care of it already/);
  assert.match(await ask(41, '/ack'), /número del incidente/);
  assert.match(await ask(41, '/ack 999999'), /no existe/);
  const { results: [member] } = await site.ask('incident.members', { incident: free.id });
  assert.match(await ask(41, `/onu ${member.serial}`), new RegExp(`^${member.serial} .*: .*Es parte del incidente ${free.id}: `));
  assert.match(await ask(41, '/onu nobody-at-all'), /No se encontró/);
  assert.match(await ask(42, '/help'), /open incidents/);
}

test('buttons of two people, a limited chat, a storm', async (t) => {
  const telegram = await startTelegram(t);
  telegram.hasRate = true;
  const olts = Object.fromEntries(Array.from({ length: OLTS }, (_, i) => [`olt-${i}`, 'ports=3,onus=16']));
  const plant = await startPlant(t, { olts });
  await plant.tell({ telegram, chats: [NOC, FIELD] });
  await plant.readings();
  await checkButtons(plant, telegram);
  await checkLimit(plant, telegram);
  await checkStorm(plant, telegram);
  await checkSilence(plant, telegram);
  await checkCommands(plant, telegram);
  assert.deepStrictEqual(telegram.wrong, []);
  assert.strictEqual(await plant.site.program.stop(), 0);
});
