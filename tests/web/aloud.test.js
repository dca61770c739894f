// SPDX-License-Identifier: Apache-2.0
//
// Every page as a reader gets it, in both languages: no code where there is a word, no key instead of
// a phrase, no unit glued to its number, and the grammar of web/scripts/grammar.js in every line. The
// site is facho demo's, which has a little over a week behind it.
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { before, test } = require('node:test');
const { startFixture } = require('./lib');
const { FOR_ADMINS, FOR_ALL, settled } = require('./addresses');

const fixture = startFixture({ demo: 8 });
let grammar;
before(async () => {
  grammar = await import(path.resolve(__dirname, '../../web/scripts/grammar.js'));
});

// What stands in the text of a page as it is stored: names of files of people, of the API and of MIBs.
const RAW = ['/log/1', '/audit/1', '/catalogue/states', '/catalogue/formulas', '/catalogue/formulas/1', '/catalogue/oids', '/catalogue/oids/1', '/settings'];

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
    for (const at of [...FOR_ALL, ...FOR_ADMINS].filter((one) => !RAW.includes(one))) {
      await page.goto(at);
      await settled(page);
      const lines = await fixture.site.until(() => linesOf(page), `the text of ${at}`);
      mistakes.push(...[...new Set(lines)].flatMap((line) => wrong(line, language)).map((what) => `${at} ${what}`));
    }
    assert.deepStrictEqual(mistakes, []);
  });
}
