// SPDX-License-Identifier: Apache-2.0
//
// A day at the desk: whatever page is open, an ONU is found by whatever the customer reads from the
// box; each role is offered what it may do; what is shown can be taken along.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { FOR_ADMINS, FOR_ALL, madeAll, move, settled } = require('./addresses');
const { fieldsOf, savedCsv } = require('./csv');
const { PASSWORD, startFixture } = require('./lib');

const fixture = startFixture({
  sims: [
    ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--static'],
    ['--profile', 'vsol_v1600d', '--ports', '2', '--onus', '4', '--static'],
  ],
});

// ---- search ------------------------------------------------------------------------------------

const box = (page) => page.getByTestId('search');
const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);

async function assertSlashSearches(page, at) {
  await page.locator('body').press('/');
  assert.ok(await isFocused(box(page)), at);
  await box(page).press('Escape');
}

test('the search box is on every form, and "/" goes there', async (t) => {
  await madeAll(fixture.site);
  const page = await fixture.open(t, '/');
  for (const at of FOR_ADMINS) {
    await move(page, at);
    await settled(page);
    await assertSlashSearches(page, at);
  }
});

test('on a Spanish keyboard "/" is Shift and 7, and goes there too', async (t) => {
  const page = await fixture.open(t, '/olts', { language: 'es' });
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', {
    key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true,
  })));
  assert.ok(await isFocused(box(page)));
  // In a field it is a character like any other.
  const filter = page.getByRole('searchbox', { name: 'Buscar: OLT' });
  await filter.click();
  await page.keyboard.type('a/b');
  assert.strictEqual(await filter.inputValue(), 'a/b');
});

test('an ONU is found by serial, description, MAC and position, whole or in part', async (t) => {
  await madeAll(fixture.site);
  const onus = () => fixture.site.list('onus');
  const named = await fixture.site.until(async () => (await onus()).find((onu) => onu.serial && onu.description), 'a description');
  const boxed = await fixture.site.until(async () => (await onus()).find((onu) => onu.mac), 'a MAC');
  const page = await fixture.open(t, '/pollers');
  for (const [typed, onu] of [
    [named.serial, named], [named.serial.slice(2).toLowerCase(), named], [named.description, named], [named.place, named],
    [boxed.mac, boxed], [boxed.mac.replace(/:/g, '').slice(4), boxed], [boxed.place, boxed],
  ]) {
    await box(page).fill(typed);
    await page.getByRole('option').locator(`text=${onu.serial || onu.mac}`).first().waitFor();
    await box(page).press('Escape');
  }
  await box(page).fill(boxed.mac);
  await box(page).press('Enter');
  await page.waitForURL(`**/onus/${boxed.id}`);
});

// ---- roles ---------------------------------------------------------------------------------------

// What only looks: search, order, columns, views, hours, ranges, tabs, what is behind a bar or a chart.
const READS = new RegExp(`^(${[
  '', 'Columns', 'Saved views', 'Clear filters', 'Filters.*', 'The hour (before|after)', 'Now', 'Copy the serial', 'Copied', 'Try again',
  'What is shown as CSV', '(More|Fewer) filters', 'Zoom out', 'Clear .*', 'Show .*', 'Where it runs', 'Executions', 'Facts',
].join('|')})$`);
// What an operator may also do: run, acknowledge, enable and disable (SPEC 6, "Access"); silence, and act on incidents.
const OPERATES = /^(form Add a silence|End|End now|Look again|Assign to me|Note|Silence|Run now|Run all now|Run again|Run everything now|Enable|Disable|More|More actions|Read now|Interrupt|Acknowledge|Actions for .*|Ask it again now)$/;

// Names of all buttons of the page, but for headings that order and bars that lead to executions; and of
// links to forms, and of fields that are no filter.
function offered(page) {
  return page.locator('#main').evaluate((main) => {
    const seen = (element) => element.getClientRects().length > 0;
    const nameOf = (element) => (element.getAttribute('aria-label') || element.textContent || '').trim();
    const buttons = [...main.querySelectorAll('button, [role="button"]')].filter(seen)
      .filter((one) => !one.closest('[role="columnheader"], [role="group"], [role="tablist"], .mantine-Select-root, .mantine-InputWrapper-root'));
    const forms = [...main.querySelectorAll('a[href$="/new"], a[href$="/edit"], a[href$="/start"]')].filter(seen);
    const boxes = [...main.querySelectorAll('[role="row"] input[type="checkbox"]')].filter(seen);
    return [...buttons.map(nameOf), ...forms.map((one) => `form ${nameOf(one)}`), ...boxes.map((one) => `box ${nameOf(one)}`)];
  });
}

test('a viewer is offered nothing that changes anything, on any page, but the search box on each', async (t) => {
  await madeAll(fixture.site);
  const page = await fixture.open(t, '/', { as: 'viewer' });
  for (const at of FOR_ALL) {
    await move(page, at);
    await settled(page);
    assert.deepStrictEqual((await offered(page)).filter((name) => !READS.test(name)), [], at);
    await assertSlashSearches(page, at);
  }
});

test('an operator is offered to run, acknowledge, enable and disable, and nothing else', async (t) => {
  await madeAll(fixture.site);
  const page = await fixture.open(t, '/', { as: 'operator' });
  for (const at of FOR_ALL) {
    await move(page, at);
    await settled(page);
    const more = (await offered(page)).filter((name) => !READS.test(name) && !OPERATES.test(name) && !/^box /.test(name));
    assert.deepStrictEqual(more, [], at);
  }
  for (const [at, menu, items] of [
    ['/olts/1', 'More actions', ['Test this OLT', 'Disable']],
    ['/jobs/1', 'More', ['Disable']],
    ['/workflows/1', /^Actions for/, ['Run now', 'Disable']],
  ]) {
    await page.goto(at);
    await page.getByRole('button', { name: menu }).first().click();
    await page.getByRole('menuitem').first().waitFor();
    assert.deepStrictEqual((await page.getByRole('menuitem').allTextContents()).map((text) => text.trim()), items, at);
  }
});

test('an address that is for administrators says so to others, and they have no way there', async (t) => {
  for (const as of ['viewer', 'operator']) {
    const page = await fixture.open(t, '/', { as });
    const ways = await page.getByRole('navigation').getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.deepStrictEqual(ways.filter((way) => FOR_ADMINS.includes(way)), [], as);
    for (const at of FOR_ADMINS) {
      await page.goto(at);
      await page.getByRole('heading', { level: 1, name: 'For administrators', exact: true }).waitFor();
      assert.strictEqual(await page.locator('#main').getByRole('button').count(), 0, `${as} ${at}`);
    }
  }
});

test('an administrator signs somebody out everywhere', async (t) => {
  await fixture.site.ask('user.add', { name: 'lost-phone', role: 'operator', password: PASSWORD });
  const there = await fixture.blank(t, { expects: /status of 401/ });
  await fixture.logIn(there, 'lost-phone');
  await there.locator('#main').waitFor();
  const page = await fixture.open(t, '/users');
  await page.getByRole('table').getByRole('link', { name: 'lost-phone' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('lost-phone was signed out everywhere').waitFor();
  await there.reload();
  await there.waitForURL('**/login');
});

// ---- lists ---------------------------------------------------------------------------------------

test('CSV has the rows that the list shows, in their order', async (t) => {
  await madeAll(fixture.site);
  for (const at of ['/onus?run_state=online&ordering=-serial', '/onus?olt=1&search=1&ordering=place',
    '/executions?type=discovery&ordering=id', '/log?level=INFO&at__gte=-86400s', '/olts?state=up', '/catalogue/oids?search=rx']) {
    const page = await fixture.open(t, at);
    await page.getByText(/^[\d,]+ rows?$/).waitFor();
    const { lines } = await savedCsv(page);
    const first = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter(Boolean)[0];
    assert.strictEqual(fieldsOf(lines[0])[0], first, at);
    assert.ok(lines.length > 1, at);
    const [row] = await page.locator('[role="row"] a').allTextContents();
    const [cell] = fieldsOf(lines[1]);
    if (row && !/[·:]/.test(row)) assert.ok(row.includes(cell.slice(0, 8)) || cell.includes(row.slice(0, 8)), `${at}: ${cell}, ${row}`);
    await page.context().close();
  }
});

test('the log is filtered by level, OLT, event and time, and has its details as JSON', async (t) => {
  await madeAll(fixture.site);
  await fixture.site.ask('olt.disable', { olt: '2' });
  await fixture.site.ask('olt.enable', { olt: '2' });
  const page = await fixture.open(t, '/log');
  const table = page.getByRole('table');
  const rows = async () => (await table.getByRole('row').allTextContents()).slice(1);
  await page.getByRole('textbox', { name: 'OLT' }).click();
  await page.getByRole('option', { name: 'norte' }).click();
  await page.waitForURL(/\/log\?olt=2/);
  await fixture.site.until(async () => (await rows()).every((row) => /norte/.test(row)), 'one OLT only');
  await page.getByRole('textbox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'OLT disabled', exact: true }).click();
  await page.waitForURL(/event_type=OLT_DISABLED/);
  await fixture.site.until(async () => (await rows()).length > 0 && (await rows()).every((row) => row.includes('OLT disabled')), 'one event only');
  await page.getByRole('textbox', { name: 'Since' }).click();
  await page.getByRole('option', { name: 'last hour' }).click();
  await page.waitForURL(/at__gte=-3600s/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => url.search === '');
  const detailed = await fixture.site.until(async () => (await fixture.site.list('coordinator_logs'))
    .find((one) => one.details && one.details !== '{}'), 'a line with details');
  await page.goto(`/log/${detailed.id}`);
  const [key] = Object.keys(detailed.details);
  await page.getByText(`"${key}"`).first().waitFor();
});
