// SPDX-License-Identifier: Apache-2.0
//
// Every page in every look: both languages, both themes, at a desk and on a phone. Nothing on the
// console, nothing wider than the window, nothing that keeps people from reading or using it.
//
// The site is that of facho demo: it has days behind it, so that every page has something to show. A
// page is entered once in each language, at a desk by day and on a phone by night, and those of the network on
// a large screen too; theme and width change under it, as they do when somebody turns a phone or the sun
// sets. A page that aloud.test.js does not load by its address is loaded here. A language is a file of its
// own (looks-en.test.js, looks-es.test.js): files run at the same time.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { FOR_ADMINS, FOR_ALL, FOR_OPERATORS, enter, leave } = require('./addresses');
const { assertAccessible, startFixture } = require('./lib');
const pages = require('./pages');

const fixture = startFixture({ demo: 3 });
const folder = path.resolve(__dirname, '../../web/src/pages');

const LOADED = new Set([...FOR_ALL, ...FOR_OPERATORS, ...FOR_ADMINS]); // by other files
const DESK = 1440;
const PHONE = 375;
const LARGE = 1920;
const NETWORK = ['dashboard', 'olts', 'ports', 'onus', 'onu', 'light'];
const LOOKS = { // the first is what it is loaded in; those that are examined look different in all that matters
  en: [
    { theme: 'light', width: DESK, isExamined: true }, { theme: 'dark', width: DESK },
    { theme: 'dark', width: PHONE, isExamined: true }, { theme: 'light', width: PHONE },
  ],
  es: [
    { theme: 'dark', width: PHONE }, { theme: 'light', width: PHONE, isExamined: true },
    { theme: 'light', width: DESK }, { theme: 'dark', width: DESK, isExamined: true },
  ],
};

// How a page says that something went wrong.
const FAILED = new RegExp(['en', 'es'].map((language) =>
  JSON.parse(fs.readFileSync(path.join(folder, `../i18n/${language}/common.json`), 'utf8')).error.title).join('|'));

// ---- the list of pages ---------------------------------------------------------------------

// As routes.tsx of an area says them; children continue the path of the one that they are in.
function routesOf(area) {
  const text = fs.readFileSync(path.join(folder, area, 'routes.tsx'), 'utf8');
  const [outer, inner = ''] = text.split('children: [');
  const pathsOf = (part) => [...part.matchAll(/path: '([^']*)'/g)].map(([, one]) => one);
  const [children, rest = ''] = inner.split('],');
  const parent = pathsOf(outer).at(-1);
  return [...pathsOf(outer), ...pathsOf(children).map((child) => `${parent}/${child}`), ...pathsOf(rest)];
}

// "olts/:id/:tab?" as a pattern of addresses.
function patternOf(route) {
  const parts = route.split('/').filter(Boolean)
    .map((part) => (part.endsWith('?') ? '(/[^/]+)?' : part.startsWith(':') ? '/[^/]+' : `/${part}`));
  return new RegExp(`^${parts.join('') || '/'}$`);
}

function isNoneForgotten() {
  const routes = fs.readdirSync(folder).flatMap(routesOf);
  assert.ok(routes.length > 40, `${routes.length} routes`);
  // "jobs/new" is no job of that name: an address belongs to the first route that fits it.
  const taken = new Set(pages.map(({ at }) => routes.filter((route) => patternOf(route).test(at.split('?')[0]))
    .sort((a, b) => a.split(':').length - b.split(':').length)[0]));
  assert.deepStrictEqual(routes.filter((route) => !taken.has(route)), []);
}

// ---- all of them -----------------------------------------------------------------------------

async function addressOf({ at }) {
  const list = /\{(\w+)\}/.exec(at)?.[1];
  if (!list) return at;
  const row = await fixture.site.until(async () => (await fixture.site.ask('list', { list, ordering: '-id', page_size: 1 })).results[0],
    `one of ${list}`);
  return at.replace(`{${list}}`, row.id);
}

async function isAllThere(page, { name, shows }) {
  await page.locator('#main h1').first().waitFor();
  const waiting = page.locator('#main .mantine-Loader-root');
  await fixture.site.until(async () => (await waiting.count()) === 0, `${name}: what is on its way`);
  if (shows) await page.locator('#main').getByText(shows).first().waitFor({ state: 'attached' });
  assert.deepStrictEqual(await page.locator('#main [role=alert]').filter({ hasText: FAILED }).allTextContents(), [], name);
}

// The demo has no custom value.
async function addValue() {
  const { site } = fixture;
  const { id } = await site.ask('oid.add', { name: 'up_ticks', oid: '1.3.6.1.2.1.1.3', unit: 'cs', purpose: 'custom:up_ticks' });
  await site.ask('job.add', { name: 'own', type: 'walk', interval: '1h', oids: [id] });
  await site.ask('job.apply', { job: 'own', olt: 1, first_in: '1h' });
  await site.ask('job.run', { job: 'own', olt: 1 });
  await site.until(async () => (await site.count('olt_values')) > 0, 'a custom value');
}

// The demo has no token of its own.
let token;
const addToken = () => (token ??= fixture.site.ask('token.add', { name: 'grafana', role: 'viewer', user: 'admin' }));

// Nor has it anybody to tell, or a plant; nobody listens at the channel's address.
let notices;
async function addNotices() {
  const { site } = fixture;
  await site.ask('channel.add', { kind: 'webhook', name: 'gateway', settings: { url: 'http://127.0.0.1:9/hook', allow_http: true }, secret: 'a-key-that-nobody-knows' });
  await site.ask('contact.add', { name: 'Ana', language: 'es' });
  await site.ask('target.add', { name: 'NOC', channel: 'gateway' });
  await site.ask('route.add', { name: 'Centro', targets: ['NOC'], filter: [{ field: 'olt', op: '=', value: 'huawei-centro' }] });
  await site.ask('silence.add', { for: '2h', why: 'Poda', filter: [{ field: 'olt', op: '=', value: 'nokia-este' }] });
  await site.ask('maintenance.add', { title: 'Empalmes', from_at: new Date(Date.now() - 3600e3).toISOString(), until_at: new Date(Date.now() + 3600e3).toISOString(), filter: [{ field: 'olt', op: '=', value: 'fiberhome-sur' }] });
  await site.ask('template.add', { set: 'corta', language: 'es', kind: 'incident.opened', body: '**{{incident.place}}** {{incident.sentence}}' });
  await site.ask('plant_node.import', { nodes: [{ code: 'C-14', name: 'Caja 14', olt: 1, place: '0/1/0', distance_m: 3200, latitude: -33.45, longitude: -70.66, tags: ['hospital'] }] });
  await site.ask('channel.test', { id: 'gateway' });
}

async function change(page, { theme, width }) {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: 900 });
  await fixture.site.until(() => page.evaluate((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, theme), theme);
  // Colours that are on their way from one theme to the other are nobody's.
  await fixture.site.until(() => page.evaluate(() => document.getAnimations()
    .every((one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)), 'what moves');
}

async function stands(page, one, look) {
  const words = `${one.name}-${look.language}-${look.theme}-${look.width}`;
  await change(page, look);
  await isAllThere(page, one);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${words} is ${wide} px too wide`);
  assert.strictEqual(await page.evaluate(() => document.documentElement.lang), look.language);
  if (!look.isExamined) return;
  await assertAccessible(page, words);
  await fixture.shot(page, words);
}

module.exports = function examine(language) {
  const looks = LOOKS[language];
  test('no page is forgotten', isNoneForgotten);
  test(`every page stands every look (${language})`, async (t) => {
    await addToken();
    await addValue();
    await (notices ??= addNotices());
    const page = await fixture.open(t, '/', { language, ...looks[0] });
    for (const one of pages) {
      await t.test(`${one.name} (${language})`, async () => {
        const at = await addressOf(one);
        await leave(page);
        await change(page, looks[0]);
        if (LOADED.has(at)) await enter(page, at);
        else await page.goto(at);
        for (const look of looks) await stands(page, one, { language, ...look });
        if (NETWORK.includes(one.name)) await stands(page, one, { language, theme: 'light', width: LARGE, isExamined: true });
      });
    }
  });
};
