// SPDX-License-Identifier: Apache-2.0
//
// Who is told: a channel, a target, a route and a test message; silences and maintenance windows.
'use strict';
const assert = require('node:assert');
const http = require('node:http');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');
const { QUIET } = require('../system/serve-lib');

const fixture = startFixture({ env: { ...QUIET, FACHO_CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8' } });

// Somebody's program, which gets messages.
async function startReceiver(t) {
  const got = [];
  const server = http.createServer((request, reply) => {
    let text = '';
    request.on('data', (data) => { text += data; });
    request.on('end', () => {
      got.push({ headers: request.headers, body: JSON.parse(text) });
      reply.writeHead(200).end('{}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${server.address().port}/hook` };
}

async function choose(page, label, option) {
  await page.getByRole('textbox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a channel, a target, a route, and a test message that is followed to its end', async (t) => {
  const { got, url } = await startReceiver(t);
  const page = await fixture.open(t, '/channels/new');
  await choose(page, 'Kind', 'Webhook');
  await page.getByLabel(/^Name/).fill('gateway');
  await page.getByLabel(/^Address/).fill(url);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('The key is needed.').waitFor();
  await page.getByLabel(/^Allow http/).check();
  await page.getByLabel(/^Key that signs/).fill('a-key-that-nobody-knows');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('heading', { level: 1, name: 'gateway' }).waitFor();

  // What is secret stays where it is: it is not shown, and not sent to another address.
  assert.strictEqual(await page.getByLabel(/^Key that signs/).inputValue(), '');
  await page.getByLabel(/^Address/).fill(`${url}/elsewhere`);
  await page.getByText('The address has changed: the stored one is not sent to a new address.').waitFor();
  await page.getByLabel(/^Address/).fill(url);

  await page.getByRole('link', { name: 'Add a target' }).click();
  await page.getByRole('heading', { level: 1, name: 'New target' }).waitFor();
  await page.getByLabel(/^Name/).fill('NOC');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('row').filter({ hasText: 'NOC' }).waitFor();

  await page.goto('/routes/new');
  await page.getByLabel(/^Name/).fill('grave ones');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByText('severity is at least Major').waitFor();
  await choose(page, 'Who is told', 'NOC');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'grave ones' });
  await row.getByText('severity is at least Major').waitFor();
  await row.getByText('NOC').waitFor();
  const [route] = await fixture.site.list('routes');
  assert.deepStrictEqual(route.filter, [{ field: 'severity', op: '>=', value: 'major' }]);

  const [channel] = await fixture.site.list('channels');
  await page.goto(`/channels/${channel.id}`);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByTestId('followed').getByText('it was accepted').waitFor({ timeout: 90000 });
  assert.strictEqual(got.length, 1);
  assert.ok(got[0].headers['webhook-signature'], 'it is signed');
  await page.goto('/deliveries');
  await page.getByRole('row').filter({ hasText: 'NOC' }).getByText('test').first().waitFor();
});

test('an operator silences for a day at most, and ends it with a click', async (t) => {
  const page = await fixture.open(t, '/silences/new', { as: 'operator', language: 'es' });
  await page.getByRole('button', { name: 'Agregar una condición' }).click();
  await page.getByLabel(/^Hasta/).fill('2999-01-01T00:00');
  await page.getByText('Con su rol, 24 horas como máximo.').waitFor();
  await page.getByRole('button', { name: '4 horas' }).click();
  await page.getByLabel(/^Motivo/).fill('obra en la calle');
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'obra en la calle' });
  await row.getByText('Vigente').waitFor();
  await row.getByRole('button', { name: 'Terminar ya: obra en la calle' }).click();
  await row.getByText('Terminado').waitFor();
  const [silence] = await fixture.site.list('silences');
  assert.strictEqual(silence.source, 'web');
});

test('a window of every Sunday says when it comes, by the clock of its zone', async (t) => {
  const page = await fixture.open(t, '/maintenances/new', { width: 375 });
  await page.getByLabel(/^Title/).fill('cards of centro');
  await page.getByRole('radio', { name: 'Every week' }).check();
  await page.getByLabel(/^At/).fill('02:00');
  await page.getByRole('textbox', { name: 'Time zone' }).fill('America/Santiago');
  await page.getByRole('option', { name: 'America/Santiago' }).click();
  await assertAccessible(page, 'a window');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'cards of centro' }).click();
  await page.getByText('Next times').waitFor();
  const [window] = await fixture.site.list('maintenances');
  assert.deepStrictEqual([window.rrule, window.zone, window.length_s], ['FREQ=WEEKLY;BYDAY=SU', 'America/Santiago', 7200]);
  const { next } = await fixture.site.ask('maintenance.get', { id: window.id });
  const local = (at, options) => new Date(at).toLocaleString('sv', { timeZone: 'America/Santiago', ...options });
  assert.ok(next.length > 1);
  for (const { from_at: at } of next) {
    assert.match(local(at), / 02:00:00$/);
    assert.strictEqual(local(at, { weekday: 'long' }), 'söndag');
  }
});
