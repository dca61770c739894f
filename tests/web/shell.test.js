// SPDX-License-Identifier: Apache-2.0
//
// What is around every page: logging in and out, language, theme, search, what is live and what
// happens when it is not.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { PASSWORD, assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({
  sims: [
    ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--static'],
    ['--profile', 'zte', '--ports', '2', '--onus', '8', '--static'],
  ],
});

// Areas whose folder is not there yet are not in the menu.
const HAS_PAGES = new Set(['/', '/incidents', '/olts', '/onus', ...['port', 'light']
  .filter((area) => fs.existsSync(path.join(__dirname, `../../web/src/pages/${area}/routes.tsx`))).map((area) => (area === 'port' ? '/ports' : '/light'))]);

const REFUSED = /status of (401|429)/;
const NO_SERVER = /ERR_|Failed to load/;

async function firstOnu() {
  return fixture.site.until(async () => (await fixture.site.list('onus'))[0], 'an ONU');
}

test('one logs in, lands where one wanted to go, and logs out', async (t) => {
  const page = await fixture.blank(t);
  await page.goto('/?here=1');
  await page.waitForURL('**/login?next=*');
  await fixture.shot(page, 'login-en-light-1440');
  await fixture.logIn(page, 'admin');
  await page.locator('#main').waitFor();
  await page.goto('/login?next=//evil.example/');
  await page.locator('#main').waitFor();
  assert.strictEqual(new URL(page.url()).origin, new URL(fixture.address).origin, 'never leads elsewhere');
  await page.getByRole('button', { name: 'Menu of admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await page.goto('/');
  await page.waitForURL('**/login');
});

test('a wrong password is told in words, and a locked name counts down', async (t) => {
  await fixture.site.ask('user.add', { name: 'locked', role: 'viewer', password: PASSWORD });
  const page = await fixture.blank(t, { language: 'es', expects: REFUSED });
  for (let i = 0; i < 5; i++) {
    await fixture.logIn(page, 'locked', `guess-${i}-guess`);
    await page.getByText('Nombre o contraseña incorrectos.').waitFor();
  }
  await fixture.logIn(page, 'locked');
  const alert = page.getByText(/Demasiados intentos fallidos. Intente de nuevo en \d+ segundos\./);
  await alert.waitFor();
  const before = await alert.textContent();
  await fixture.site.until(async () => (await alert.textContent()) !== before, 'the countdown');
});

test('signing out everywhere ends the other browser too', async (t) => {
  await fixture.site.ask('user.add', { name: 'twice', role: 'viewer', password: PASSWORD });
  const here = await fixture.blank(t);
  const there = await fixture.blank(t, { expects: REFUSED });
  for (const page of [here, there]) {
    await fixture.logIn(page, 'twice');
    await page.locator('#main').waitFor();
  }
  await here.getByRole('button', { name: 'Menu of twice' }).click();
  await here.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await here.waitForURL('**/login');
  await there.reload();
  await there.waitForURL('**/login');
});

test('anybody changes their own password, and stays; their other sessions end', async (t) => {
  await fixture.site.ask('user.add', { name: 'careful', role: 'viewer', password: PASSWORD });
  const here = await fixture.blank(t, { expects: /status of (401|422)/ });
  const there = await fixture.blank(t, { expects: REFUSED });
  for (const page of [here, there]) {
    await fixture.logIn(page, 'careful');
    await page.locator('#main').waitFor();
  }
  await here.getByRole('button', { name: 'Menu of careful' }).click();
  await here.getByRole('menuitem', { name: 'Change my password' }).click();
  const dialog = here.getByRole('dialog', { name: 'Change my password' });
  const change = async (old, password) => {
    await dialog.getByLabel('Present password').fill(old);
    await dialog.getByLabel('New password').fill(password);
    await dialog.getByRole('button', { name: 'Change it' }).click();
  };
  await change('not this one', 'another good sentence');
  await dialog.getByText('this is not the password').waitFor();
  await assertAccessible(here, 'the dialog of one\'s password');
  await change(PASSWORD, 'another good sentence');
  await here.getByText('Your password is changed').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await here.reload();
  await here.getByRole('button', { name: 'Menu of careful' }).waitFor();
  await there.reload();
  await there.waitForURL('**/login');
  await fixture.logIn(there, 'careful', 'another good sentence');
  await there.locator('#main').waitFor();
});

test('the language is the browser\'s, and can be changed for good', async (t) => {
  const page = await fixture.open(t, '/', { language: 'es' });
  await page.getByRole('heading', { level: 1, name: 'Panel', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Menú de admin' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  assert.strictEqual(await page.evaluate(() => document.documentElement.lang), 'en');
});

test('the theme is the system\'s, and can be changed for good', async (t) => {
  const page = await fixture.open(t, '/', { theme: 'light' });
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  assert.strictEqual(await scheme(), 'light');
  await page.getByRole('button', { name: 'Menu of admin' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await fixture.site.until(async () => (await scheme()) === 'dark', 'the theme');
  await page.reload();
  await page.locator('#main').waitFor();
  assert.strictEqual(await scheme(), 'dark');
});

test('whoever types the address of an OLT is offered the OLT first', async (t) => {
  const [olt] = await fixture.site.list('olts');
  const page = await fixture.open(t, '/');
  await page.getByTestId('search').fill(olt.address);
  const first = page.getByRole('option').first();
  await first.getByText(olt.address).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/olts\/\d+$/);
});

test('search: "/" goes there, it answers while one types, arrows choose, Enter opens', async (t) => {
  const onu = await firstOnu();
  const page = await fixture.open(t, '/');
  await page.locator('h1').waitFor();
  await page.keyboard.press('/');
  const box = page.getByTestId('search');
  assert.ok(await box.evaluate((element) => element === document.activeElement), '"/" focuses it');
  await page.keyboard.type(onu.serial.slice(0, 4));
  const options = page.getByRole('option');
  await options.nth(1).waitFor();
  await fixture.shot(page, 'search-en-light-1440');
  assert.match(await options.first().textContent(), new RegExp(onu.serial.slice(0, 4)));
  const second = await options.nth(1).getAttribute('value');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${second ?? '/onus/*'}`);
  // Quicker than the answer: Enter waits for it.
  await page.keyboard.press('Escape');
  await box.fill(onu.serial);
  await box.press('Enter');
  await page.waitForURL(`**/onus/${onu.id}`);
  await box.fill('no such thing at all');
  await page.getByText('Nothing found for “no such thing at all”').waitFor();
});

test('what happens is on the page without a reload', async (t) => {
  await firstOnu();
  const page = await fixture.open(t, '/');
  await page.getByTestId('live').filter({ hasText: 'Live' }).waitFor();
  const disabled = page.getByText('1 disabled');
  assert.strictEqual(await disabled.count(), 0);
  await fixture.site.ask('olt.disable', { olt: 'norte' });
  await disabled.waitFor();
  await fixture.site.ask('olt.enable', { olt: 'norte' });
  await page.getByText('0 disabled').waitFor();
});

test('the dashboard leads to those that it counts', async (t) => {
  await firstOnu();
  const page = await fixture.open(t, '/');
  const offline = page.getByRole('link', { name: /^\d+ offline$/ });
  const count = parseInt(await offline.textContent(), 10);
  await offline.click();
  await page.waitForURL('**/onus?is_offline=true');
  await page.getByText(`${count} row`).waitFor();
  await page.goBack();
  const cause = page.locator('dl a').first();
  const told = Number(await page.locator('dl dd').nth(1).textContent());
  await cause.click();
  await page.waitForURL('**/onus?cause=*');
  await page.getByText(`${told} row`).waitFor();
});

test('a lost connection is told, nothing looks good meanwhile, and it heals', async (t) => {
  const page = await fixture.open(t, '/', { expects: NO_SERVER });
  await page.getByTestId('live').filter({ hasText: 'Live' }).waitFor();
  const green = page.locator('#main [data-tone="good"]');
  await green.first().waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await page.getByTestId('cut-off').waitFor();
  await page.getByTestId('live').filter({ hasText: 'Cut off' }).waitFor();
  assert.strictEqual(await green.count(), 0, 'nothing is green that may be old');
  await fixture.shot(page, 'cut-off-en-light-1440');
  await page.context().setOffline(false);
  await page.getByTestId('live').filter({ hasText: 'Live' }).waitFor();
  await page.getByTestId('cut-off').waitFor({ state: 'detached' });
  await green.first().waitFor({ state: 'attached' });
});

test('a program that is started again is found again, and asked for everything', async (t) => {
  const page = await fixture.open(t, '/', { expects: NO_SERVER });
  const mark = page.getByTestId('live');
  await mark.filter({ hasText: 'Live' }).waitFor();
  fixture.site.env.FACHO_HTTP_LISTEN = new URL(fixture.site.api).host; // the same place again
  await fixture.site.program.stop();
  await mark.filter({ hasText: 'Cut off' }).waitFor();
  await fixture.site.start();
  await mark.filter({ hasText: 'Live' }).waitFor();
  await page.getByTestId('cut-off').waitFor({ state: 'detached' });
  await page.getByText('of 2 up').waitFor();
});

// Groups of the menu with the addresses of their links.
function menuOf(page) {
  return page.getByRole('navigation', { name: 'Menu' }).evaluate((nav) => Object.fromEntries([...nav.children].map((group) => [
    group.firstElementChild.textContent, [...group.querySelectorAll('a')].map((link) => link.getAttribute('href'))])));
}

test('the menu has the network first, and for each role no more than it needs', async (t) => {
  const network = ['/', '/incidents', '/olts', '/ports', '/onus', '/light'];
  const shown = network.filter((path) => HAS_PAGES.has(path));
  const run = ['/jobs', '/workflows', '/executions', '/performance', '/pollers', '/quotas'];
  for (const [as, menu] of [
    ['viewer', { Network: shown, Collection: ['/executions', '/performance', '/quotas'] }],
    ['operator', { Network: shown, Collection: run, Administration: ['/silences'] }],
    ['admin', { Network: shown, Collection: run, Administration: ['/silences', '/plant', '/catalogue', '/users', '/tokens', '/settings', '/audit'] }],
  ]) {
    const page = await fixture.open(t, '/', { as });
    assert.deepStrictEqual(await menuOf(page), menu, as);
  }
});

test('quotas, violations, plans and the log share one entry of the menu, and lead to each other', async (t) => {
  const page = await fixture.open(t, '/');
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Coordinator' });
  await entry.click();
  const tabs = page.getByRole('navigation', { name: 'Coordinator' });
  for (const [name, at] of [['Violations', '/violations'], ['Plans', '/plans'], ['Coordinator log', '/log'],
    ['Quotas by hour', '/quotas/history'], ['Quotas', '/quotas']]) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${at}`);
    assert.strictEqual(await entry.getAttribute('aria-current'), 'page', at);
  }
});

test('an address without a page says so', async (t) => {
  const page = await fixture.open(t, '/no/such/page');
  await page.getByText('There is no page at this address.').waitFor();
});

test('the login page is accessible', async (t) => {
  for (const theme of ['light', 'dark']) {
    const page = await fixture.blank(t, { theme });
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await assertAccessible(page, theme);
  }
});
