// SPDX-License-Identifier: Apache-2.0
//
// A thousand times kill -9 of the program while messages are being sent: none is lost, at most one is repeated per kill.
//
// tests/system/telling-kill.test.js does it twenty times. FACHO_BENCH_KILLS sets another number.
'use strict';
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const KILLS = Number(process.env.FACHO_BENCH_KILLS || 1000);
const { status, stdout } = spawnSync(process.execPath,
  ['--test', '--test-reporter=tap', path.join(__dirname, '../tests/system/telling-kill.test.js')],
  { env: { ...process.env, FACHO_KILLS: String(KILLS) }, encoding: 'utf8' });
const [, messages, hooks, repeated, hooksTwice, marked] =
  /(\d+) messages and (\d+) webhooks, \d+ kills: (-?\d+) and (\d+) repeated, (\d+) marked/.exec(stdout) || [];
if (status !== 0) console.error(stdout);
const print = (name, value, unit, target, met, more = {}) => console.log(JSON.stringify({ name, value, unit, target, met, ...more }));
print('courier_kill_lost', status === 0 ? 0 : 1, 'messages', 0, status === 0, { kills: KILLS, sent: Number(messages) + Number(hooks) });
print('courier_kill_repeated', Number(repeated) / KILLS, 'a kill', 1, Number(repeated) <= KILLS,
  { marked: Number(marked), webhooks_with_the_same_number: Number(hooksTwice), ratio_to: 'alertmanager repeats all', ratio: 0 });
process.exitCode = status === 0 ? 0 : 1;
