// SPDX-License-Identifier: Apache-2.0
//
// What every list can do, on that of ONUs: it is one component (web/src/ui/list).
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { fieldsOf, savedCsv } = require('./csv');
const { startFixture } = require('./lib');

const ONUS = 4 * 64;
const fixture = startFixture({
  sims: [['--profile', 'huawei', '--ports', '4', '--onus', '64', '--static', '--autofind', '0']],
});

async function openOnus(t, at = '/onus', look = {}) {
  await fixture.site.until(async () => (await fixture.site.count('onus')) === ONUS, 'all ONUs');
  const page = await fixture.open(t, at, look);
  await page.getByText(/^\d+ rows?$/).waitFor();
  return page;
}

const serials = (page) => page.locator('[role="row"] a').allTextContents();

test('the order is in the address, and is shared with it', async (t) => {
  const page = await openOnus(t);
  await page.getByRole('button', { name: 'Serial', exact: true }).click();
  await page.waitForURL('**/onus?ordering=serial');
  const sorted = (await fixture.site.list('onus')).map((onu) => onu.serial).sort();
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
  await fixture.site.until(async () => (await page.getByRole('columnheader').count()) === before, 'all columns');
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
  const { name, lines } = await savedCsv(page);
  assert.match(name, /^facho-onus-0001-\d{4}-\d\d-\d\d\.csv$/);
  const found = await fixture.site.ask('list', { list: 'onus', search: '0001', page_size: 1000 });
  assert.strictEqual(lines.length - 1, found.count);
});

test('a CSV has the shown columns, with headings and words in the reader\'s language, and says what it is', async (t) => {
  const [{ olt_name: olt }] = await fixture.site.list('onus');
  const page = await fixture.open(t, '/onus?olt=1&run_state=online', { language: 'es' });
  await page.getByText(/^\d+ filas?$/).waitFor();
  const { name, lines } = await savedCsv(page, 'Lo mostrado, en CSV');
  assert.match(name, new RegExp(`^facho-onu-.*${olt}.*\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  assert.match(name, /en-linea/);
  const headings = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter(Boolean);
  const saved = fieldsOf(lines[0]).slice(0, headings.length);
  assert.deepStrictEqual(saved.map((heading) => heading.replace(/ \(dBm\)$/, '')), headings);
  assert.ok(lines[1].includes('En línea') && !lines[1].includes('online'), lines[1]);
});

test('four filters are shown, the rest is behind a button, and what is set is always shown', async (t) => {
  const page = await openOnus(t);
  await page.getByRole('button', { name: 'More filters' }).waitFor();
  assert.strictEqual(await page.getByPlaceholder('Slot').count(), 0);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByPlaceholder('Slot').fill('1');
  await page.waitForURL('**/onus?*slot=1*');
  await page.getByRole('button', { name: 'Fewer filters' }).click();
  assert.strictEqual(await page.getByPlaceholder('Slot').inputValue(), '1');
});

test('at 1440 no column is outside of the window, and one in which nobody has anything leaves its room', async (t) => {
  const page = await openOnus(t, '/onus', { width: 1440 });
  const [scroll, client] = await page.getByRole('region', { name: 'ONUs' }).evaluate((element) => [element.scrollWidth, element.clientWidth]);
  assert.ok(scroll <= client, `${scroll} of ${client} pixels`);
  const isEmpty = (await fixture.site.list('onus')).slice(0, 200).every(({ subscriber }) => !subscriber);
  assert.strictEqual(await page.getByRole('columnheader', { name: 'Subscriber' }).count(), isEmpty ? 0 : 1);
});

test('on paper there is the list without what can only be clicked', async (t) => {
  const page = await openOnus(t);
  await page.emulateMedia({ media: 'print' });
  assert.strictEqual(await page.getByRole('searchbox').first().isVisible(), false);
  assert.strictEqual(await page.locator('nav').first().isVisible(), false);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.ok(await page.locator('[role="row"] a').count() >= 200, 'all rows that were read');
  const tops = await page.locator('[role="row"]').evaluateAll((rows) => rows.slice(0, 50).map((row) => row.getBoundingClientRect().top));
  assert.ok(tops.every((top, i) => i === 0 || top > tops[i - 1]), 'below each other');
});
