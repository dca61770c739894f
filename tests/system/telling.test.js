// SPDX-License-Identifier: Apache-2.0
//
// From a fault of the network to a message in a chat, through the real program: a cut is told once, also
// over kill -9; its acknowledgement by a button and its end are told; a silence hides another one.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { startServe } = require('./serve-lib');
const { startTelegram } = require('./telegram-standin');
const { startSink } = require('./webhook-standin');

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLT = ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '0', '--churn', '0', '--control', '-'];
// 16 customers are critical here, so that nobody waits for the delay of smaller ones.
const ENV = { FACHO_WATCH_RESOLVE: '1s', FACHO_HEALTH_WATCH: '2s', FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h',
  FACHO_WATCH_CRITICAL: '16', FACHO_WATCH_MAJOR: '8', FACHO_CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
  FACHO_SITE_URL: 'https://facho.example.net' };

async function startSite(t) {
  const [sim, site] = [await startSim(t, OLT), await startServe(t, { env: ENV })];
  await site.addOlt('centro', sim.host);
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 32, '32 ONUs online');
  const done = { state: 'SUCCESS' };
  const seen = await site.count('executions', done);
  await site.until(async () => (await site.count('executions', done)) > seen + 3, 'more readings');
  return { sim, site };
}

async function addTarget(site, kind, settings, secret, target) {
  const channel = await site.ask('channel.add', { kind, name: kind, settings, secret });
  await site.ask('target.add', { name: kind, channel: channel.id, language: 'es', ...target });
  return channel;
}

const toldOf = (telegram, id) => telegram.messages.filter((m) => m.text.includes(`incidente ${id}`));

test('a cut is told once in the chat, with its buttons, and so is its end, also over kill -9', async (t) => {
  const telegram = await startTelegram(t);
  const sink = await startSink(t, SECRET);
  const { sim, site } = await startSite(t);
  const bot = await addTarget(site, 'telegram', { bot: 'facho_bot', api_url: telegram.url }, telegram.token, { address: '-5' });
  await addTarget(site, 'webhook', { url: sink.url, allow_http: true }, SECRET, {});
  const targets = (await site.list('targets')).map(({ id }) => id);
  const [route] = await site.list('routes');
  await site.ask('route.change', { id: route.id, targets });

  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  await site.until(() => telegram.messages.length > 0 && sink.got.length > 0, 'both are told');
  const [incident] = await site.list('incidents', { open: true });
  const [first] = telegram.messages;
  // It is critical and was confirmed: its message is decided with it, and waits for nothing.
  const [queued] = (await site.list('outbox', { incident: incident.id })).slice(-1);
  const waited = Date.parse(queued.created_at) - Date.parse(incident.opened_at);
  assert.ok(queued.act === 'send' && waited < 10000, `${waited} ms`);
  assert.match(first.text, /16 de 16|16/);
  assert.ok(first.entities.some((e) => e.type === 'text_link' && e.url === `https://facho.example.net/incidents/${incident.id}`));
  assert.ok(first.reply_markup.inline_keyboard.flat().length >= 3);
  assert.ok(sink.got[0].isSigned);
  assert.strictEqual(sink.got[0].type, 'incident.opened');

  // Who is not linked cannot act; who is, is named in the incident.
  const contact = await site.ask('contact.add', { name: 'Ana', user: 'admin' });
  const { code } = await site.ask('contact.link', { id: contact.id, channel: bot.id });
  telegram.write(42, `/start ${code}`);
  await site.until(() => telegram.messages.some((m) => m.chat_id === 42), 'the link');
  telegram.press(first, 'La atiendo', 42);
  const acked = await site.until(async () => {
    const shown = await site.ask('incident.get', { incident: incident.id });
    return shown.acked_at && shown;
  }, 'the acknowledgement');
  assert.strictEqual(acked.acked_by, 'admin');

  // The program is killed and starts again: nothing of it is told anew.
  const before = sink.got.filter((m) => m.type === 'incident.opened').length;
  await site.program.stop('SIGKILL');
  await site.start();
  const runs = await site.count('executions', { state: 'SUCCESS' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > runs + 3, 'it runs again');
  assert.strictEqual(sink.got.filter((m) => m.type === 'incident.opened').length, before);

  sim.write('{"cmd":"repair"}');
  await site.until(() => sink.got.some((m) => m.type === 'incident.resolved'), 'its end is told');
  await site.until(() => telegram.messages.some((m) => /Resuelta/.test(m.text)), 'its end is told in the chat');
  assert.strictEqual(sink.got.filter((m) => m.type === 'incident.opened').length, 1);
  assert.ok(toldOf(telegram, incident.id).length <= 4, JSON.stringify(telegram.messages.map((m) => m.text)));
  assert.deepStrictEqual(telegram.wrong, []);
  await site.until(async () => (await site.list('outbox', { incident: incident.id }))
    .every(({ state }) => ['sent', 'confirmed', 'dropped'].includes(state)), 'nothing waits');
});

test('what a silence hides is shown, and nobody is told', async (t) => {
  const sink = await startSink(t, SECRET);
  const { sim, site } = await startSite(t);
  await addTarget(site, 'webhook', { url: sink.url, allow_http: true }, SECRET, {});
  await site.ask('silence.add', { filter: [{ field: 'olt', op: '=', value: 'centro' }], for: '1h', why: 'work' });
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/1"}');
  await site.until(async () => (await site.count('incidents', { open: true })) === 1, 'the incident');
  await site.until(async () => (await site.list('silences'))[0].hidden === 1, 'it is counted as hidden');
  sim.write('{"cmd":"repair"}');
  await site.until(async () => (await site.count('incidents', { state: 'resolved' })) === 1, 'its end');
  assert.strictEqual(sink.got.length, 0);
});

// What a template may name is there: what the cause rests on, the customers, and what was like it.
const OWN = 'Falla {{id}}\n{{distance}}\n{{#repeat}}Van {{repeat}} en 7 días{{/repeat}}\n{{#evidence}}\n- {{text}}\n{{/evidence}}\n' +
  '{{#causes}}\n- causa {{cause}}: {{count}}\n{{/causes}}\n{{#similar}}\n- antes {{id}}, {{sentence}}\n{{/similar}}\n{{#members}}\n- cliente {{serial}}\n{{/members}}\n';

test('a message has what the cause rests on, and a template of one\'s own has all that it may name', async (t) => {
  const sink = await startSink(t, SECRET);
  const { sim, site } = await startSite(t);
  await addTarget(site, 'webhook', { url: sink.url, allow_http: true }, SECRET, {});
  const [target] = await site.list('targets');
  const [route] = await site.list('routes');
  await site.ask('route.change', { id: route.id, targets: [target.id] });
  const of = (type, incident) => sink.got.find((m) => m.type === type && m.data.incident_id === incident);
  const cut = async () => {
    sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
    const [incident] = await site.until(async () => {
      const open = await site.list('incidents', { open: true });
      return open.length === 1 && of('incident.opened', open[0].id) && open;
    }, 'it is told');
    return incident;
  };
  const first = await cut();
  const { incident, text } = of('incident.opened', first.id).data;
  assert.ok(incident.evidence.some((one) => /^\d+ sin luz$/.test(one)), JSON.stringify(incident.evidence));
  assert.ok(incident.causes.some(({ cause, count }) => cause === 'sin luz' && count > 0), JSON.stringify(incident.causes));
  assert.ok(text.includes(incident.evidence[0]), text);
  if (incident.distance_m) assert.match(incident.distance, /^El corte está a no más de [\d,]+ km de la OLT/);
  assert.strictEqual(incident.repeat, undefined);
  sim.write('{"cmd":"repair"}');
  await site.until(() => of('incident.resolved', first.id), 'its end is told');
  await site.ask('incident.close', { incident: first.id, reason: 'done' });
  await site.until(async () => (await site.ask('incident.get', { incident: first.id })).state === 'closed', 'it is closed');

  // The same again, told in one's own words.
  await site.ask('template.add', { set: 'own', language: 'es', kind: 'incident.opened', body: OWN });
  await site.ask('target.change', { id: target.id, template_set: 'own' });
  const second = await cut();
  const again = of('incident.opened', second.id).data;
  assert.strictEqual(again.incident.repeat, 2, JSON.stringify(again));
  assert.deepStrictEqual(again.incident.similar.map(({ id }) => id), [first.id]);
  for (const words of [/Van 2 en 7 días/, /\d+ sin luz/, /causa sin luz: \d+/, new RegExp(`antes ${first.id}, Fibra`)])
    assert.match(again.text, words);

  // The preview on that incident has them too.
  const { text: shown, names } = await site.ask('template.preview', { incident: second.id, kind: 'incident.opened', language: 'es', body: OWN });
  for (const words of [/Van 2 en 7 días/, /\d+ sin luz/, /causa sin luz: \d+/, new RegExp(`antes ${first.id}, Fibra`), /El corte está/])
    assert.match(shown, words);
  for (const manual of ['en/notifications.md', 'es/avisos.md']) {
    const page = fs.readFileSync(path.join(__dirname, '../../docs/manual', manual), 'utf8');
    for (const { name } of names) assert.ok(page.includes(`\`${name}\``), `${manual} has no ${name}`);
  }
});
