// SPDX-License-Identifier: Apache-2.0
//
// The last line of script/test is only worth something if its counting is right.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { countTap, countMeson } = require('../tally');

test('TAP results are counted, skipped ones apart', () => {
  const tap = '1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no file\n';
  assert.deepStrictEqual(countTap(tap), { passed: 1, failed: 1, skipped: 1 });
});

test('a node test with subtests counts them and not itself', () => {
  const tap = [
    '# Subtest: file', '    # Subtest: one', '    ok 1 - one', '    not ok 2 - two', '    1..2',
    'not ok 1 - file', 'ok 2 - alone', '1..2',
  ].join('\n');
  assert.deepStrictEqual(countTap(tap), { passed: 2, failed: 1, skipped: 0 });
});

test('a program that crashes is a failure, whatever it said before', () => {
  const line = (result, stdout) => JSON.stringify({ name: 'x', result, stdout });
  assert.deepStrictEqual(countMeson(line('ERROR', 'ok 1 - a\n')),
    { passed: 1, failed: 1, skipped: 0 });
  assert.deepStrictEqual(countMeson(`${line('OK', 'ok 1 - a\nok 2 - b\n')}\n${line('TIMEOUT')}\n`),
    { passed: 2, failed: 1, skipped: 0 });
});

test('a program without TAP is one case', () => {
  assert.deepStrictEqual(countMeson(JSON.stringify({ result: 'OK', stdout: '' })),
    { passed: 1, failed: 0, skipped: 0 });
});
