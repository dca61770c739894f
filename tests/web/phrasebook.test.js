// SPDX-License-Identifier: Apache-2.0
//
// The phrasebook by itself (web/src/phrasebook/book.ts).
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');

const web = path.resolve(__dirname, '../../web');
let book;

before(async () => {
  const { transformSync } = require(path.join(web, 'node_modules/esbuild'));
  const { code } = transformSync(fs.readFileSync(path.join(web, 'src/phrasebook/book.ts'), 'utf8'), { loader: 'ts' });
  const { openBook } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  book = openBook({
    events: {
      skipped: { one: '{{task}} se omitió una vez', other: '{{task}} se omitió {number} veces' },
      'ended FAILED': '{{task}} falló: {{why}}',
    },
    phrases: {
      busy: 'ocupado',
      'there is no %s "%s"': 'no existe: {{1}} «{2}»',
      'there is no profile "%s"': 'no existe el perfil «{1}»',
      'a number from %d to %d is expected': 'se espera un número de {1} a {2}',
      'cannot be stored: %s': 'no se pudo guardar: {{1}}',
    },
  });
});

test('a sentence is found by its pattern, and what was put into it stays', () => {
  assert.strictEqual(book.say('a number from -90 to 90.5 is expected'), 'se espera un número de -90 a 90.5');
});

test('of several patterns that fit, the one with the most words of its own is taken', () => {
  assert.strictEqual(book.say('there is no profile "x"'), 'no existe el perfil «x»');
  assert.strictEqual(book.say('there is no thing "x"'), 'no existe: thing «x»');
});

test('what is put into a sentence is said too, where the book says so', () => {
  assert.strictEqual(book.say('cannot be stored: busy'), 'no se pudo guardar: ocupado');
  assert.strictEqual(book.say('there is no job "busy"'), 'no existe: job «busy»');
});

test('names in front and sentences in a row are no obstacle', () => {
  assert.strictEqual(book.say('192.0.2.1: busy'), '192.0.2.1: ocupado');
  assert.strictEqual(book.say('port: a number from 1 to 9 is expected; name: unheard of'),
    'port: se espera un número de 1 a 9; name: unheard of');
});

test('of what the book does not have it says nothing', () => {
  assert.strictEqual(book.say('the moon is in the way'), undefined);
  assert.strictEqual(book.say('a number from one to two is expected'), undefined);
  assert.strictEqual(book.tell('eclipse', {}), undefined);
});

test('an event is told by its details, one or many', () => {
  assert.strictEqual(book.tell('skipped', { task: 'óptica', number: 1 }), 'óptica se omitió una vez');
  assert.strictEqual(book.tell('skipped', { task: 'óptica', number: 3 }), 'óptica se omitió 3 veces');
  assert.strictEqual(book.tell('ended FAILED', { task: 'óptica', why: 'busy' }), 'óptica falló: ocupado');
});

test('an event that lacks a detail is not told at all', () => {
  assert.strictEqual(book.tell('ended FAILED', { task: 'óptica' }), undefined);
});
