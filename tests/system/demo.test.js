// SPDX-License-Identifier: Apache-2.0
//
// The first command of the README works, and leaves nothing behind.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { binary, runProgram, startProgram } = require('./lib');

const demo = path.resolve(__dirname, '../../script/demo');

test('script/demo finds the ONUs of four simulated OLTs, and they have trouble', async () => {
  const { status, out, err } = await runProgram(demo, ['--seconds', '32'],
    { env: { FACHO_BINARY: binary }, timeout: 90000 });
  assert.strictEqual(status, 0, out + err);
  const [, folder] = /facho serve in (\S+);/.exec(out);
  assert.ok(!fs.existsSync(folder), folder);
  assert.match(out, /discovery SUCCESS in \d+ ms: 128 ONUs, 128 of them new/);
  assert.match(out, /SUCCESS/);
  assert.match(out, /The API is at http:\/\/127.0.0.1:\d+\/api\/v1\/docs\/; log in as admin with \S{20}$/m);
  assert.match(out, /== 512 ONUs: \d+ online/);
  assert.match(out, /fiberhome-sur loses its management link/);
});

test('^C ends the demo early, and nothing stays behind', async (t) => {
  const running = await startProgram(t, demo, [], { env: { FACHO_BINARY: binary }, ready: /SUCCESS/ });
  const [, folder] = /facho serve in (\S+);/.exec(running.out);
  assert.strictEqual(await running.stop('SIGINT'), 0, running.out + running.err);
  assert.ok(!fs.existsSync(folder), folder);
});
