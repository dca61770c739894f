// SPDX-License-Identifier: Apache-2.0
//
// A port whose fibre is cut, as people see it: first on the dashboard, in the list, on a page of its own where it is
// acknowledged, and wherever one of its customers is looked for.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { savedCsv } = require('./csv');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({
  env: { FACHO_WATCH_RESOLVE: '1s', FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h' },
  sims: [['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '0', '--churn', '0', '--control', '-']],
});
const until = (question, what) => fixture.site.until(question, what, 240000);
const done = () => fixture.site.count('executions', { state: 'SUCCESS' });
const now = async () => fixture.site.ask('incident.get', { incident: incident.id });
let incident;

// All ONUs online, then the fibre of a port with 16 customers is cut; once.
async function cut() {
  if (incident) return;
  await until(async () => (await fixture.site.count('onus', { run_state: 'online' })) === 32, '32 ONUs online');
  const seen = await done();
  await until(async () => (await done()) > seen + 3, 'more readings');
  fixture.sims[0].write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  incident = await until(async () => (await fixture.site.list('incidents', { open: true })).find(({ affected }) => affected === 16), 'an incident');
}

test('the dashboard shows it first, and the title of the tab counts it', async (t) => {
  await cut();
  const page = await fixture.open(t, '/');
  const table = page.getByTestId('outages');
  await table.getByRole('link', { name: /OLT centro, port 0\/1\/0/ }).waitFor();
  await table.getByText('nobody yet').waitFor();
  await until(async () => /^\(\d+\) /.test(await page.title()), 'the count in the title');
  assert.strictEqual(await page.getByText('Nothing is wrong').count(), 0);
  await table.getByRole('link', { name: /OLT centro/ }).click();
  await page.waitForURL(`**/incidents/${incident.id}`);
});

test('the list is filtered, and leads to its page', async (t) => {
  await cut();
  const page = await fixture.open(t, '/incidents?open=true&kind=outage', { language: 'es' });
  await page.getByRole('row').filter({ hasText: 'OLT centro, puerto 0/1/0' }).getByText('Abierto').waitFor();
  await page.goto('/incidents?kind=quota&open=true');
  await page.getByText('No se encontró nada').first().waitFor();
  const english = await fixture.open(t, '/incidents?open=true&kind=outage');
  await english.getByRole('row').filter({ hasText: 'OLT centro, port 0/1/0' }).waitFor();
  const { name, lines } = await savedCsv(english);
  assert.match(name, /^facho-incidents-.*\.csv$/);
  assert.match(lines[0], /Severity.*State.*Place.*Customers.*Cause/);
  assert.ok(lines.some((line) => /Open.*OLT centro, port 0\/1\/0/.test(line)), lines.join('\n'));
});

test('an operator acknowledges, takes, notes and silences it; a viewer is offered none of that', async (t) => {
  await cut();
  const looking = await fixture.open(t, `/incidents/${incident.id}`, { as: 'viewer', language: 'es' });
  const { sentence_es: sentence } = await now();
  await looking.getByTestId('sentence').getByText(sentence.slice(0, 20)).waitFor();
  await looking.getByText('16 filas').waitFor();
  assert.strictEqual(await looking.getByRole('button', { name: 'Reconocer' }).count(), 0);

  const page = await fixture.open(t, `/incidents/${incident.id}`, { as: 'operator' });
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText(/^Acknowledged by operator/).waitFor();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByText('operator has it.').waitFor();
  await page.getByRole('button', { name: 'Note' }).click();
  await page.getByLabel(/^Note, for everybody/).fill('a crew is on its way');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Note: a crew is on its way').first().waitFor();
  await page.getByRole('button', { name: 'Silence' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await page.getByRole('region', { name: 'Silences and maintenance' }).getByText(/operator · until/).waitFor();
  const happened = page.getByRole('region', { name: 'What happened' });
  for (const words of ['Assigned to operator', 'Note: a crew is on its way', 'Opened: 16 customers affected'])
    await happened.getByText(words, { exact: true }).first().waitFor();
  await happened.getByText(/^Acknowledged until /).waitFor();
  await assertAccessible(page, 'an incident');
  await fixture.shot(page, 'incident');
  const { acked_by: who, owner, note } = await now();
  assert.deepStrictEqual([who, owner, note], ['operator', 'operator', 'a crew is on its way']);
  // And who only looked sees it without doing anything.
  await looking.getByText('Lo atiende operator.').waitFor({ timeout: 60000 });
  const seen = looking.getByRole('region', { name: 'Qué pasó' });
  for (const words of ['Asignado a operator', 'Nota: a crew is on its way', 'Abierto: 16 clientes afectados'])
    await seen.getByText(words, { exact: true }).first().waitFor({ timeout: 60000 });
  await seen.getByText(/^Reconocido hasta /).waitFor();
  assert.doesNotMatch(await seen.innerText(), /until_ms|text:|_/, 'words, and no names of fields');
});

test('who looks for one of its customers is told', async (t) => {
  await cut();
  const { results: [{ serial, onu_id: onu }] } = await fixture.site.ask('incident.members', { incident: incident.id });
  const page = await fixture.open(t, '/pollers', { language: 'es' });
  await page.keyboard.press('/');
  await page.keyboard.type(serial);
  // What was found for the first letters is there until the answer for all of them comes.
  await page.getByRole('option').filter({ hasText: serial })
    .getByText(new RegExp(`^Es parte del incidente ${incident.id} desde `)).waitFor();
  const [port] = await fixture.site.list('pon_ports', { place: '0/1/0' });
  for (const at of [`/onus/${onu}`, `/ports/${port.id}`, `/olts/${port.olt}`]) {
    await page.goto(at);
    await page.getByTestId('part-of').getByRole('link', { name: new RegExp(`incidente ${incident.id} desde `) }).waitFor();
  }
});

// What another incident than an outage would be told as, with the answer of this one changed.
async function openAs(t, change, look) {
  const page = await fixture.open(t, '/pollers', look);
  await page.route(`**/api/v1/incidents/${incident.id}/`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), ...change } });
  });
  await page.route(`**/api/v1/incidents/${incident.id}/similar/`, async (route) => {
    const reply = await route.fetch();
    const before = { ...await now(), id: 4, real_cause: 'fibre: a truck', sentence_en: 'The same port, in May.' };
    await route.fulfill({ response: reply, json: { ...await reply.json(), count: 1, results: [before] } });
  });
  await page.goto(`/incidents/${incident.id}`);
  await page.getByTestId('sentence').waitFor();
  return page;
}

test('an OLT that is silent has customers that nobody sees, and a level that gets worse is not red', async (t) => {
  await cut();
  const silent = await openAs(t, { kind: 'olt_silent', root_kind: 'olt', place: '', affected: 0, at_risk: 32, params: { olt: 'centro' } });
  await silent.getByText('Customers that we do not see').waitFor();
  assert.strictEqual(await silent.getByRole('region', { name: 'Customers' }).count(), 0);
  const similar = silent.getByRole('region', { name: 'Similar ones' }).getByRole('row').filter({ hasText: 'The same port, in May.' });
  await similar.getByText('Fibre: a truck').waitFor();
  await silent.unrouteAll({ behavior: 'ignoreErrors' });
  const worse = await openAs(t, {
    kind: 'optics', severity: 'info', root_kind: 'onu', subject: 7, at_risk: 0, affected: 1, affected_max: 1, recovered: 0, left_over: 0,
    params: { olt: 'centro', port: '0/1/0', onu: '0/1/0:6' },
  });
  await worse.getByTestId('place').getByRole('link', { name: 'ONU 0/1/0:6' }).waitFor();
  assert.strictEqual(await worse.getByText('Left over').count(), 0);
  assert.strictEqual(await worse.getByText('to the second, as the device says').count(), 0, 'no device told it');
  await worse.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what is not true is closed with two clicks, and leaves the dashboard', async (t) => {
  await cut();
  const page = await fixture.open(t, `/incidents/${incident.id}`, { as: 'operator', language: 'es' });
  await page.getByRole('button', { name: 'Más', exact: true }).click();
  await page.getByRole('menuitem', { name: 'No es cierto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No es cierto' }).click();
  await page.getByText('Alguien indicó que no era cierto.').waitFor();
  await page.getByRole('region', { name: 'Qué pasó' }).getByText('Cerrado: no era cierto').waitFor();
  await until(async () => (await now()).state === 'closed', 'it is closed');
  const answered = page.waitForResponse('**/api/v1/problems/');
  await page.goto('/');
  await answered;
  await page.getByTestId('outages').getByRole('link', { name: /puerto 0\/1\/0/ }).waitFor({ state: 'detached' });
});
