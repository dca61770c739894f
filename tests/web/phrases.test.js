// SPDX-License-Identifier: Apache-2.0
//
// All phrases of both languages, filled with 0, 1, 2 and more, and with every kind of argument: no
// word twice, number and gender agree (web/scripts/phrases.js, grammar.js). And the words of causes
// are said once: the program's own sentences have the same ones.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');

const root = path.resolve(__dirname, '../..');
const script = (name) => import(path.join(root, 'web/scripts', name));
let grammar, phrases;
before(async () => {
  grammar = await script('grammar.js');
  phrases = await script('phrases.js');
});

test('every phrase agrees in number and gender, whatever it is filled with', async () => {
  assert.deepStrictEqual(await phrases.problemsOf(), []);
  assert.deepStrictEqual(phrases.bookProblems(), []);
});

test('the rules find what people found', () => {
  const es = (text) => grammar.mistakes(text, 'es');
  const en = (text) => grammar.mistakes(text, 'en');
  const found = [
    es('aplique las trabajos estándar'), es('se ejecuta cada cada 2 minutos'), es('cualquiera; 1 reservados'), es('1 filas'),
    es('2 fila'), es('el OLT no responde'), es('los columna'), es('sondeos agregadas'), es('ONU encontrado'), es('una poller'),
    en('1 retries'), en('2 row'), en('a ONU'), en('an poller'), en('every every hour'),
  ];
  for (const [i, mistakes] of found.entries()) assert.ok(mistakes.length > 0, `the rule of number ${i}`);
});

test('the rules leave good sentences alone', () => {
  for (const text of ['1 fila', '2 filas', 'las OLT', 'una ONU', 'los sondeos estándar', '1 mes', 'cada 2 minutos', '0 ejecuciones', 'ONU encontradas', 'la última hora']) {
    assert.deepStrictEqual(grammar.mistakes(text, 'es'), [], text);
  }
  for (const text of ['1 row', '2 rows', 'an ONU', 'a poller', '1 ms', 'an hour', 'a user', 'an OLT']) {
    assert.deepStrictEqual(grammar.mistakes(text, 'en'), [], text);
  }
});

test('a phrase without a form for a number is found, and one whose place nobody knows', async () => {
  const files = { 'en/x.json': { a_one: '{{count}} row', b: 'to {{moon}}' } };
  const found = await phrases.problemsOf(['en'], (name) => files[name], () => ['x.json']);
  assert.ok(found.some((line) => /a \{"count":2\}: there is no phrase/.test(line)), found.join('\n'));
  assert.ok(found.some((line) => /\{\{moon\}\}/.test(line)), found.join('\n'));
});

// Which phrases of the pages each table of src/model/words.c repeats, for the command line.
const FAMILIES = {
  ONU: ['common', 'state', 'onu'], CAUSE: ['common', 'cause'], LEVEL: ['onu', 'level'], ONU_EVENT: ['onu', 'event'], OLT: ['common', 'state', 'olt'],
  PORT: ['common', 'state', 'port'], PROBLEM: ['dashboard', 'problems', 'kind'], GRAVITY: ['common', 'state', 'problem'],
  EXECUTION: ['common', 'state', 'execution'], TROUBLE: ['olt', 'trouble'], QUOTA: ['common', 'state', 'quota'],
  SEVERITY: ['common', 'state', 'severity'], PLAN: ['common', 'state', 'plan'], LOG_LEVEL: ['common', 'state', 'level'], LOG_EVENT: ['log', 'kind'],
};

test('the program says states, causes and all other codes with the words of the pages', () => {
  const source = fs.readFileSync(path.join(root, 'src/model/words.c'), 'utf8');
  const tables = Object.fromEntries([...source.matchAll(/^static const struct word (\w+)\[\] = \{([^]*?)^\};/gm)]
    .map(([, name, rows]) => [name, Object.fromEntries([...rows.matchAll(/\{ "(\w+)", "([^"]+)" \}/g)].map(([, code, text]) => [code, text]))]));
  assert.deepStrictEqual(Object.keys(tables).sort(), Object.keys(FAMILIES).sort());
  const within = (text) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
  for (const [family, [file, ...keys]] of Object.entries(FAMILIES)) {
    let words = JSON.parse(fs.readFileSync(path.join(root, `web/src/i18n/en/${file}.json`), 'utf8'));
    for (const key of keys) words = words[key];
    for (const [code, text] of Object.entries(words)) {
      // A number comes first on the pages, and in a column of its own on the command line.
      const [plain, form] = code.split(/_(one|other)$/);
      if (form !== 'one') assert.strictEqual(tables[family][plain], within(text).replace('{{count}} ', ''), `${family} ${code}`);
    }
  }
});

test('the program says purposes with the words of the pages', () => {
  const source = fs.readFileSync(path.join(root, 'src/model/purpose.c'), 'utf8');
  const told = Object.fromEntries([...source.matchAll(/\[PURPOSE_\w+\] = \{\s*"(\w+)",\s*"\w+",\s*"[^"]+",\s*"([^"]+)",/g)].map(([, name, text]) => [name, text]));
  const words = JSON.parse(fs.readFileSync(path.join(root, 'web/src/i18n/en/purpose.json'), 'utf8')).word;
  const within = (text) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
  for (const [name, text] of Object.entries(words)) assert.strictEqual(told[name], within(text), name);
  assert.deepStrictEqual(Object.keys(told).filter((name) => !(name in words)), ['custom'], 'one of people has a name of its own');
});

test('standard jobs are described on the pages as in the program', () => {
  const source = fs.readFileSync(path.join(root, 'src/vendor/standard.c'), 'utf8').replace(/"\s*\n\s*"/g, '');
  const told = Object.fromEntries([...source.matchAll(/\] = \{ "(\w+)",[^]*?\.description = "([^"]+)"/g)].map(([, kind, text]) => [kind, text]));
  const words = JSON.parse(fs.readFileSync(path.join(root, 'web/src/i18n/en/common.json'), 'utf8')).standard.about;
  assert.deepStrictEqual(words, told);
  const known = fs.readFileSync(path.join(root, 'web/src/phrasebook/jobs.ts'), 'utf8');
  for (const [kind, text] of Object.entries(told)) assert.ok(known.includes(`'${text}': '${kind}'`), text);
});
