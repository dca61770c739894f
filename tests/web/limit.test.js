// SPDX-License-Identifier: Apache-2.0
//
// Limits: those that ship, one of one's own with the sentence that says what it does, and what it would find now.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({ sims: [['--profile', 'huawei', '--ports', '2', '--onus', '4']] });

async function choose(page, label, option) {
  await page.getByRole('textbox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a limit is made, says what it does and what it would find', async (t) => {
  await fixture.site.until(async () => (await fixture.site.list('chassis')).some(({ cpu_pct: cpu, cpu_percent: load }) => (cpu ?? load) !== null), 'a load', 240000);
  const page = await fixture.open(t, '/limits');
  await page.getByRole('row').filter({ hasText: 'Uplink down' }).waitFor();
  await page.getByRole('link', { name: 'Add a limit' }).click();
  await page.getByLabel(/^Name/).fill('Any load');
  await page.getByLabel(/^Limit/).fill('-1');
  await page.getByLabel(/^Minutes/).fill('5');
  await page.getByTestId('meaning').getByText(/“CPU load” of an OLT or a part of it is above -1 % for 5 minutes/).waitFor();
  await page.getByRole('region', { name: 'What it would find now' }).getByText(/beyond it now:/).waitFor();
  await assertAccessible(page, 'a limit');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Any load' }).waitFor();
  const limit = (await fixture.site.list('limits')).find(({ name }) => name === 'Any load');
  assert.deepStrictEqual([limit.entity, limit.purpose, limit.value, limit.for_s, limit.enabled], ['olt', 'cpu', -1, 300, true]);
});

test('one that ships is called in Spanish, can be switched off, and not deleted', async (t) => {
  const page = await fixture.open(t, '/limits', { language: 'es' });
  await page.getByRole('link', { name: 'Enlace de subida caído' }).click();
  await page.getByTestId('meaning').getByText(/que estuvo activo en los últimos 30 días/).waitFor();
  await page.getByLabel('Se usa').uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('row').filter({ hasText: 'Enlace de subida caído' }).waitFor();
  const limit = (await fixture.site.list('limits')).find(({ builtin_key: key }) => key === 'uplink_down');
  assert.deepStrictEqual([limit.enabled, limit.is_edited], [false, true]);
});

test('a viewer reads what it does', async (t) => {
  const limit = (await fixture.site.list('limits')).find(({ builtin_key: key }) => key === 'cpu');
  const page = await fixture.open(t, `/limits/${limit.id}`, { as: 'viewer' });
  await page.getByTestId('meaning').getByText(/above 90 % for 15 minutes/).waitFor();
  assert.strictEqual(await page.getByRole('button', { name: 'Delete' }).count(), 0);
});
