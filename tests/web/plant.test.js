// SPDX-License-Identifier: Apache-2.0
//
// The plant as people enter it: a CSV file with a wrong row, the box and the tags of an ONU; a viewer only looks.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({ sims: [['--profile', 'huawei', '--ports', '1', '--onus', '4']] });

const CSV = 'tipo;código;nombre;cuelga de;olt;puerto;distancia;nota\r\n'
  + 'Caja;C-1;Mercado;S-1;centro;0/1/0;3200;x\r\n'
  + 'Armario;C-2;Plaza;;;;;\r\n'
  + 'Splitter;S-1;;;centro;0/1/0;2900;\r\n';

async function importFile(page, text, encoding) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Importar CSV' }).click()]);
  await chooser.setFiles({ name: 'cajas.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
}

test('a file of a spreadsheet is imported, and its wrong row is told with its line', async (t) => {
  const page = await fixture.open(t, '/plant', { language: 'es' });
  await importFile(page, CSV, 'latin1');
  await page.getByText('Se agregaron 2, se cambiaron 0').waitFor();
  await page.getByText(/^Línea 3: Tipo: /).waitFor();
  await page.getByText('Columnas que no se usaron: nota').waitFor();
  await page.getByRole('row').filter({ hasText: 'Mercado' }).getByText('S-1').waitFor();
  await assertAccessible(page, 'an import');
  await importFile(page, CSV.replace('Armario', 'Caja'), 'utf8');
  await page.getByText('Se agregaron 1, se cambiaron 2').waitFor();
});

test('an ONU gets its box and its tags, by the keyboard; a viewer sees them and changes nothing', async (t) => {
  const { site } = fixture;
  await site.until(async () => (await site.count('onus')) === 4, 'four ONUs');
  const [{ id }] = await site.list('onus');
  await site.ask('plant_node.import', { nodes: [{ code: 'K-1', name: 'Kiosk' }] });
  const page = await fixture.open(t, `/onus/${id}`);
  const part = page.getByRole('region', { name: 'In the plant' });
  await part.getByRole('textbox', { name: 'Box or splitter' }).focus();
  await page.keyboard.type('Kiosk');
  await page.getByRole('option', { name: /Kiosk/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await site.until(async () => (await site.ask('onu.get', { onu: id })).node?.code === 'K-1', 'its box');
  await part.getByRole('textbox', { name: 'Tags' }).focus();
  await page.keyboard.type('clinic');
  await page.keyboard.press('Enter');
  await part.getByRole('button', { name: 'Save' }).click();
  await site.until(async () => (await site.ask('onu.get', { onu: id })).tags.includes('clinic'), 'its tag');
  const looking = await fixture.open(t, `/onus/${id}`, { as: 'viewer' });
  const seen = looking.getByRole('region', { name: 'In the plant' });
  await seen.getByRole('link', { name: 'Kiosk' }).waitFor();
  await seen.getByText('clinic').waitFor();
  assert.strictEqual(await seen.getByRole('textbox').count(), 0);
});

test('a group that was learnt is offered with its customers, and becomes a box when it gets a name', async (t) => {
  const { site } = fixture;
  await site.ask('plant_node.import', { nodes: [{ code: 'G-1', name: 'group', kind: 'splitter' }] });
  const [node] = (await site.list('plant_nodes')).filter(({ code }) => code === 'G-1');
  const page = await fixture.open(t, '/pollers', { language: 'es' });
  let isNamed = false;
  await page.route(/\/api\/v1\/plant\/nodes\/\?.*is_learnt=true/, async (route) => {
    const reply = await route.fetch();
    const learnt = { ...node, name: '', kind: 'group', is_learnt: true, sure: 75, onus: 8, distance_m: 3200, olt_name: 'centro', place: '0/1/0' };
    await route.fulfill({ response: reply, json: { ...await reply.json(), count: 1, results: isNamed ? [] : [learnt] } });
  });
  await page.goto('/plant');
  const offer = page.getByTestId('learnt');
  await offer.getByText(/8 clientes.*3,2 km.*centro 0\/1\/0/).waitFor();
  await assertAccessible(page, 'an offer');
  await offer.getByRole('textbox').fill('Caja del parque');
  isNamed = true;
  await offer.getByRole('button').click();
  await site.until(async () => (await site.list('plant_nodes')).some(({ code, name, kind }) => code === 'G-1' && name === 'Caja del parque' && kind === 'box'), 'its name');
  await offer.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Caja del parque' }).getByText('Caja', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
