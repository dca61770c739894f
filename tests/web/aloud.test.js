// SPDX-License-Identifier: Apache-2.0
//
// Every page as a reader gets it, in both languages: no code where there is a word, no key instead of
// a phrase, no unit glued to its number, and the grammar of web/scripts/grammar.js in every line. The
// site is facho demo's, which has a little over a week behind it.
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { before, test } = require('node:test');
const { fieldsOf, savedCsv } = require('./csv');
const { startFixture } = require('./lib');
const { FOR_ADMINS, FOR_ALL, FOR_OPERATORS, move, settled } = require('./addresses');

const fixture = startFixture({ demo: 8 });
let grammar;
before(async () => {
  grammar = await import(path.resolve(__dirname, '../../web/scripts/grammar.js'));
});

// What stands in the text of a page as it is stored: names of files of people, of the API and of MIBs.
const RAW = ['/catalogue/states', '/catalogue/formulas', '/catalogue/formulas/1', '/catalogue/oids', '/catalogue/oids/1'];

const MISTAKES = [
  [/\[object Object\]|\bundefined\b|\bNaN\b|\{\{/, 'not a text'],
  [/\b(cada cada|every every)\b/i, 'a word twice'],
  [/\b(SUCCESS|PARTIAL|FAILED|PENDING|RUNNING|INTERRUPTED|TIMEOUT|NO_SUCH_OBJECT|UNREACHABLE|QUOTA_NOT_MET|OLT_SUSPENDED)\b/, 'a code'],
  [/\b(los_port|los_onu|run_state|not_answering|port_dark|admin_state|last_down_cause|olt_rx|onu_rx)\b/, 'a code'],
];
const IN_SPANISH = [
  [/\d(ms|s|min|h|dBm|dB|Mbit\/s)\b/, 'a unit without a space'],
  [/\b(trabajos?|añadir|añada|tareas?)\b/i, 'another word is used for it'],
  [/\b(online|offline|up|down|board|every|ago|since|rows?|none|unknown|disabled)\b/, 'an English word'],
  [/\d\.\d+ (dBm|dB|s|ms)\b/, 'a decimal point'],
];
// Phrases have spaces; a key that nobody wrote is "port.onus".
const KEY = /^[a-z]+(\.[a-zA-Z_]+)+$/;
// As it is to be typed; what the device and the simulator's people call things: descriptions of ONUs, words of
// the OLT in quotation marks.
const OTHERS = /\b30s, 5m, 1h (or|o) 1d\b|«[^»]*»|“[^”]*”|Cliente \d+ .*|\b1(\.\d+){3,}\S*|\b\d{1,3}(\.\d{1,3}){3}\b/g;

function wrong(line, language) {
  const text = line.replaceAll(OTHERS, '');
  const found = [...MISTAKES, ...(language === 'es' ? IN_SPANISH : [])].filter(([rule]) => rule.test(text)).map(([, what]) => what);
  if (KEY.test(text)) found.push('a key');
  return [...found, ...grammar.mistakes(text, language)].map((what) => `${what}: ${line}`);
}

// More than a title and the time zone; false: not yet.
async function linesOf(page) {
  const lines = await page.locator('#main').evaluate((main) => main.innerText.split(/[\n\t]+/).map((line) => line.trim()).filter(Boolean));
  return lines.length > 2 && lines;
}

for (const language of ['en', 'es']) {
  test(`every page reads well: ${language}`, async (t) => {
    const page = await fixture.open(t, '/', { language });
    const mistakes = [];
    for (const at of [...FOR_ALL, ...FOR_OPERATORS, ...FOR_ADMINS]) {
      if (language === 'en') await page.goto(at); // once is enough to see that each can be loaded
      else await move(page, at);
      await settled(page);
      if (RAW.includes(at)) continue;
      const lines = await fixture.site.until(() => linesOf(page), `the text of ${at}`);
      mistakes.push(...[...new Set(lines)].flatMap((line) => wrong(line, language)).map((what) => `${at} ${what}`));
    }
    assert.deepStrictEqual(mistakes, []);
  });
}

// ---- files -----------------------------------------------------------------------------------------

const IN_FILES = [
  [/\d{4}-\d\d-\d\dT\d\d:/, 'a moment as the API has it'],
  [/^-?\d+\.\d{5,}$/, 'more digits than anybody reads'],
  [/^\{"|^\[/, 'JSON'],
  [/^\d{7,}$/, 'a number without its unit'],
];
// Index formulas are JSON, and are shown as such; so are serial numbers and addresses of people's devices.
const AS_STORED = /^\/catalogue\//;
const LISTS = [
  '/olts', '/olts/1/ports', '/olts/1/onus', '/olts/1/executions', '/olts/1/log', '/light', '/light/week', '/light/olts', '/light/ports',
  '/performance', '/ports', '/onus', '/jobs', '/jobs/1', '/workflows', '/executions', '/quotas/history', '/violations', '/plans', '/log',
  '/catalogue/models', '/users', '/tokens', '/audit',
];

// All columns that a list has, not only those that are shown at first.
async function showAll(page) {
  await page.getByRole('button', { name: 'Columnas', exact: true }).click();
  const menu = page.getByRole('menu');
  for (const box of await menu.getByRole('checkbox').all()) await box.check();
  await page.keyboard.press('Escape');
}

test('every list saves words, moments of the site and numbers with their unit', async (t) => {
  const page = await fixture.open(t, '/', { language: 'es' });
  const mistakes = [];
  for (const at of LISTS) {
    await move(page, at);
    await settled(page);
    const rows = page.getByText(/^[\d.]+ filas?$/);
    await rows.waitFor();
    if (/^0 /.test(await rows.innerText())) continue;
    await showAll(page);
    const { name, lines } = await savedCsv(page, 'Lo mostrado, en CSV');
    const texts = new Set(lines.slice(1).flatMap(fieldsOf).map((text) => text.replace(/^'/, '')));
    const rules = AS_STORED.test(at) ? [] : IN_FILES;
    for (const text of texts) {
      const found = rules.filter(([rule]) => rule.test(text)).map(([, what]) => `${what}: ${text}`);
      mistakes.push(...[...found, ...(AS_STORED.test(at) ? [] : wrong(text, 'es'))].map((what) => `${at} ${what}`));
    }
    if (!/^facho-[a-z][a-z0-9-]*-\d{4}-\d\d-\d\d\.csv$/.test(name) || /-\d+-\d{4}-/.test(name)) mistakes.push(`${at} ${name}`);
  }
  assert.deepStrictEqual([...new Set(mistakes)], []);
});

test('the name of a file has the search, and its day is the site\'s', async (t) => {
  const page = await fixture.open(t, '/light?search=cliente', { language: 'es' });
  await page.getByText(/^[\d.]+ filas?$/).waitFor();
  const zone = await page.evaluate(async () => (await (await fetch('/api/v1/auth/me/')).json()).timezone);
  const day = () => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date());
  const before = day();
  const { name, lines } = await savedCsv(page, 'Lo mostrado, en CSV');
  assert.match(name, /^facho-[a-z-]*-cliente-/);
  assert.ok(name.includes(before) || name.includes(day()), `${name}: ${before}`);
  const margin = fieldsOf(lines[0]).findIndex((heading) => heading.endsWith('(dB)'));
  assert.match(fieldsOf(lines[1])[margin], /^-?\d+(\.\d{1,2})?$/);
});
