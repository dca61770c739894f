// SPDX-License-Identifier: Apache-2.0
//
// The first command of the README works.
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { binary, runProgram } = require('./lib');

test('script/demo reads four simulated OLTs of different brands', async () => {
  const demo = path.resolve(__dirname, '../../script/demo');
  const { status, out, err } = await runProgram(demo, [], { env: { FACHO_BINARY: binary } });
  assert.strictEqual(status, 0, out + err);
  assert.strictEqual((out.match(/^\$ facho onus /gm) || []).length, 4, out);
  assert.strictEqual((out.match(/^\.\.\. 64 ONUs in \d+ ms$/gm) || []).length, 4, out);
  assert.match(out, /^0\/1\/0:0 +HWTC/m);
  assert.match(out, /^1\/1\/1:1 +ZTEG/m);
});
