// SPDX-License-Identifier: Apache-2.0
//
// What charts are made of, without a browser: gaps and the reading at the cursor.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const web = path.resolve(__dirname, '../../web');
const { transformSync } = require(path.join(web, 'node_modules/esbuild'));

// A file of the web admin that needs no other, as a module.
function load(name) {
  const source = fs.readFileSync(path.join(web, 'src', name), 'utf8');
  const made = { exports: {} };
  new Function('module', 'exports', transformSync(source, { loader: 'ts', format: 'cjs' }).code)(made, made.exports);
  return made.exports;
}

const { aligned, nearest, pieces, summary, usualStep, valueRange } = load('ui/chart/data.ts');

const at = (...moments) => moments.map((moment) => ({ at: moment, value: moment / 10 }));

test('what lies further apart than three usual distances is not joined', () => {
  const points = at(0, 10, 20, 30, 100, 110, 120);
  assert.strictEqual(usualStep(points), 10);
  assert.deepStrictEqual(pieces(points, 30).map((piece) => piece.length), [4, 3]);
  const [moments, values] = aligned([{ key: 'a', label: 'a', points }]);
  assert.deepStrictEqual(moments, [0, 10, 20, 30, 99, 100, 110, 120]);
  assert.deepStrictEqual(values, [0, 1, 2, 3, null, 10, 11, 12]);
});

test('one or two readings have no usual distance, and are joined', () => {
  assert.deepStrictEqual(aligned([{ key: 'a', label: 'a', points: at(0, 5000) }]), [[0, 5000], [0, 500]]);
  assert.deepStrictEqual(aligned([{ key: 'a', label: 'a', points: [] }]), [[], []]);
});

test('a series goes on where only another has a reading', () => {
  const both = aligned([{ key: 'a', label: 'a', points: at(0, 20) }, { key: 'b', label: 'b', points: at(10, 20) }]);
  assert.deepStrictEqual(both, [[0, 10, 20], [0, undefined, 2], [undefined, 1, 2]]);
});

test('the reading at the cursor is the closest, if one is close', () => {
  const points = at(0, 10, 20);
  assert.strictEqual(nearest(points, 4, 10).at, 0);
  assert.strictEqual(nearest(points, 6, 10).at, 10);
  assert.strictEqual(nearest(points, 29, 10).at, 20);
  assert.strictEqual(nearest(points, 31, 10), undefined);
  assert.strictEqual(nearest([], 0, 10), undefined);
});

test('the axis shows readings, spreads and limits, of what is seen only', () => {
  const points = [{ at: 0, value: -90 }, { at: 10, value: -20, min: -22, max: -18 }, { at: 20, value: null }];
  const range = (more) => valueRange({ series: [{ key: 'a', label: 'a', points }], from: 5, to: 30, ...more });
  assert.deepStrictEqual(range({}), [-22.5, -17.5]);
  assert.deepStrictEqual(range({ include: [-27] }).map((value) => value.toFixed(2)), ['-27.72', '-17.28']);
  const background = { label: 'b', points: [{ at: 10, low: -40, middle: -17, high: 0 }] };
  assert.deepStrictEqual(range({ background }), [-22.5, -16.5], 'what lies behind, with its middle only');
  assert.deepStrictEqual(valueRange({ series: [], from: 0, to: 1 }), [0, 1]);
  assert.deepStrictEqual(summary(points), { last: -20, low: -90, high: -20 });
  assert.strictEqual(summary([{ at: 0, value: null }]), undefined);
});
