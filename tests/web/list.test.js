// SPDX-License-Identifier: Apache-2.0
//
// What every list can do, on that of ONUs: it is one component (web/src/ui/list).
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startStand } = require('./lib');

const ONUS = 4 * 64;
const stand = startStand({
  sims: [['--profile', 'huawei', '--ports', '4', '--onus', '64', '--static', '--autofind', '0']],
});

async function openOnus(t, at = '/onus', look = {}) {
  await stand.site.until(async () => (await stand.site.count('onus')) === ONUS, 'all ONUs');
  const page = await stand.open(t, at, look);
  await page.getByText(/^\d+ rows?$/).waitFor();
  return page;
}

const serials = (page) => page.locator('[role="row"] a').allTextContents();

test('the order is in the address, and is shared with it', async (t) => {
  const page = await openOnus(t);
  await page.getByRole('button', { name: 'Serial', exact: true }).click();
  await page.waitForURL('**/onus?ordering=serial');
  const sorted = (await stand.site.list('onus')).map((onu) => onu.serial).sort();
  await page.getByRole('link', { name: sorted[0] }).waitFor();
  assert.deepStrictEqual((await serials(page)).slice(0, 10), sorted.slice(0, 10));
  await page.getByRole('button', { name: 'Serial', exact: true }).click();
  await page.waitForURL('**/onus?ordering=-serial');
  const other = await openOnus(t, new URL(page.url()).pathname + new URL(page.url()).search, { as: 'viewer' });
  await other.getByRole('link', { name: sorted.at(-1) }).waitFor();
  assert.deepStrictEqual((await serials(other)).slice(0, 10), sorted.slice(-10).reverse());
});

test('only what can be seen is drawn and fetched', async (t) => {
  const page = await openOnus(t);
  const asked = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/onus/') asked.push(url.searchParams.get('page'));
  });
  assert.ok(await page.locator('[role="row"]').count() < 60, 'not all rows are drawn');
  const table = page.getByRole('table');
  assert.strictEqual(await table.getAttribute('aria-rowcount'), String(ONUS + 1));
  assert.ok(!asked.includes('2'));
  await table.evaluate((element) => element.parentElement.scrollTo(0, 1e6));
  await page.locator(`[aria-rowindex="${ONUS + 1}"] a`).waitFor();
  assert.ok(asked.includes('2'), 'the last rows are on the second page');
});

test('columns are chosen, and stay so', async (t) => {
  const page = await openOnus(t);
  const header = page.getByRole('columnheader', { name: 'Serial' });
  await header.waitFor();
  const before = await page.getByRole('columnheader').count();
  await page.getByRole('button', { name: 'Columns' }).click();
  const boxes = page.getByRole('menu').getByRole('checkbox', { checked: true });
  await boxes.first().uncheck();
  await page.keyboard.press('Escape');
  assert.strictEqual(await page.getByRole('columnheader').count(), before - 1);
  await page.reload();
  await header.waitFor();
  assert.strictEqual(await page.getByRole('columnheader').count(), before - 1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'As at first' }).click();
  await page.keyboard.press('Escape');
  await stand.site.until(async () => (await page.getByRole('columnheader').count()) === before, 'all columns');
});

test('a view is saved under a name, and comes back', async (t) => {
  const page = await openOnus(t, '/onus?ordering=-serial&search=00012');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('number twelve');
  await page.getByRole('menu').getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText(`${ONUS} rows`).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'number twelve' }).click();
  await page.waitForURL('**/onus?*search=00012*');
  await page.getByText('1 row', { exact: true }).waitFor();
});

test('what is shown can be had as CSV', async (t) => {
  const page = await openOnus(t, '/onus?search=0001');
  const link = page.getByRole('link', { name: 'What is shown as CSV' });
  const shown = await page.evaluate(async (at) => (await fetch(at)).text(), await link.getAttribute('href'));
  const lines = shown.trim().split(/\r?\n/);
  assert.match(lines[0], /serial/);
  const found = await stand.site.ask('list', { list: 'onus', search: '0001', page_size: 1000 });
  assert.strictEqual(lines.length - 1, found.count);
});
