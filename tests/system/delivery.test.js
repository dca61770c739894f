// SPDX-License-Identifier: Apache-2.0
//
// Messages from the outbox to their receivers: a bot of Telegram, a mail server and a webhook that check
// what they get. What depends on the clock (pauses, limits, the circuit) is in tests/unit/channel.
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { startProgram } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');
const { startTelegram } = require('./telegram-standin');
const { startSink } = require('./webhook-standin');

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const HOSTILE = '<b>&"Ñandú_*';

const startSite = (t, env = {}) =>
  startServe(t, { env: { ...QUIET, FACHO_CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8', ...env } });

async function addChannel(site, kind, settings, secret, target) {
  const channel = await site.ask('channel.add', { kind, name: kind, settings, secret });
  await site.ask('target.add', { name: `${HOSTILE} ${kind}`, channel: channel.id, language: 'es', ...target });
  return channel;
}

// Send a test message, and wait until it has come to its end.
async function deliver(site, channel, states = ['sent', 'confirmed', 'dead']) {
  const { outbox } = await site.ask('channel.test', { id: channel.id });
  return site.until(async () => {
    const row = await site.ask('outbox.get', { outbox });
    return states.includes(row.state) && row;
  }, `message ${outbox}`);
}

test('a bot, a mail server and a webhook get their messages', async (t) => {
  const telegram = await startTelegram(t);
  const sink = await startSink(t, SECRET);
  const smtp = await startProgram(t, '/usr/bin/python3', [path.join(__dirname, 'smtp-standin.py')],
    { ready: /^ready \d+$/m });
  const [, port] = /ready (\d+)/.exec(smtp.out);
  const site = await startSite(t);

  const bot = await addChannel(site, 'telegram', { bot: 'facho_bot', api_url: telegram.url }, telegram.token,
    { address: '-5' });
  const hook = await addChannel(site, 'webhook', { url: sink.url, allow_http: true }, SECRET, {});
  const mail = await addChannel(site, 'email',
    { host: '127.0.0.1', port: Number(port), security: 'none', from: 'facho@isp.example' }, undefined,
    { address: 'noc@isp.example' });

  // The group becomes a supergroup: it is found, with one attempt more.
  telegram.migrate(-5, -1005);
  let row = await deliver(site, bot);
  assert.strictEqual(row.state, 'confirmed', JSON.stringify(row));
  assert.strictEqual(row.tries.length, 2);
  assert.strictEqual(row.provider_id, '101');
  assert.strictEqual(telegram.messages[0].chat_id, -1005);
  assert.strictEqual((await site.list('targets', { channel: bot.id }))[0].address, '-1005');
  assert.deepStrictEqual(telegram.wrong, []);

  // A wrong message is refused for good, and the token is nowhere.
  telegram.next({ status: 400, body: { description: `Bad Request: chat not found ${telegram.token}` } });
  row = await deliver(site, bot);
  assert.strictEqual(row.state, 'dead');
  assert.match(row.last_error, /chat not found \*\*\*/);
  assert.ok(!JSON.stringify(row).includes(telegram.token));
  assert.ok(!site.program.err.includes(telegram.token));

  // A webhook that fails first is sent again, with the same number.
  sink.next(503);
  row = await deliver(site, hook);
  assert.strictEqual(row.state, 'confirmed', JSON.stringify(row));
  assert.strictEqual(row.tries.length, 2);
  assert.strictEqual(sink.got.length, 1);
  assert.ok(sink.got[0].isSigned);
  assert.strictEqual(sink.got[0].type, 'incident.opened');
  assert.ok(sink.got[0].bytes <= 20 * 1024);

  row = await deliver(site, mail);
  assert.strictEqual(row.state, 'sent', JSON.stringify(row));
  assert.strictEqual(row.provider_id, '4F2A');
  const [line] = await smtp.waitFor(/^\{.*\}$/m);
  const got = JSON.parse(line);
  assert.deepStrictEqual(got.to, ['noc@isp.example']);
  assert.match(got.headers['message-id'], /^<(inc|out)-[\d.t]+@isp\.example>$/);
  assert.strictEqual(got.headers['auto-submitted'], 'auto-generated');
  assert.ok(got.headers.subject.length > 5);
  assert.ok(got.text.length > 10 && got.html.includes('<div'), line);

  smtp.write('550 no such user');
  row = await deliver(site, mail);
  assert.strictEqual(row.state, 'dead');
  assert.match(row.last_error, /550/);

  assert.strictEqual(await site.program.stop(), 0);
});

test('only allowed addresses are reached', async (t) => {
  const sink = await startSink(t, SECRET);
  const site = await startSite(t, { FACHO_CHANNEL_ALLOWED_NETWORKS: '' });
  const hook = await addChannel(site, 'webhook', { url: sink.url, allow_http: true }, SECRET, {});

  const row = await deliver(site, hook);
  assert.strictEqual(row.state, 'dead');
  assert.match(row.last_error, /127\.0\.0\.1 is not in channel\.allowed_networks/);
  assert.strictEqual(sink.got.length, 0);
});

test('a person links a chat, and who is not linked is told so', async (t) => {
  const telegram = await startTelegram(t);
  const site = await startSite(t);
  const bot = await addChannel(site, 'telegram', { bot: 'facho_bot', api_url: telegram.url }, telegram.token,
    { address: '-5' });
  const contact = await site.ask('contact.add', { name: 'ana' });
  const { code } = await site.ask('contact.link', { id: contact.id, channel: bot.id });

  telegram.write(42, '/start wrong');
  telegram.write(42, `/start ${code}`);
  await site.until(() => telegram.messages.length === 2, 'two answers');
  const texts = telegram.messages.map((m) => m.text);
  assert.match(texts[0], /no sirve/);
  assert.match(texts[1], /Listo/);
  const addresses = await site.list('contact_addresses', { contact: contact.id });
  assert.strictEqual(addresses[0].address, '42');

  // A button that nobody signed does nothing.
  const forged = { message_id: 1, chat_id: -5, reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'a.1.AAAAAAAAAAAAAAAAAAAAAA' }]] } };
  telegram.press(forged, 'x', 42);
  await site.until(() => telegram.answers.length === 1, 'an answer');
  assert.match(telegram.answers[0].text, /ya no sirve/);
  assert.deepStrictEqual(telegram.wrong, []);
});
