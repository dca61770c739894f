// SPDX-License-Identifier: Apache-2.0
//
// Two hundred times kill -9 while executions are being finished, on each database
// (tests/contract/test_kill.c does it twenty times).
'use strict';
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const KILLS = 200;
const program = path.join(process.env.FACHO_BENCH_BUILD, '../tests/contract/test_contract_kill');
const { status, stdout } = spawnSync(program, {
  env: { ...process.env, FACHO_KILLS: String(KILLS), CMOCKA_MESSAGE_OUTPUT: 'TAP' },
  encoding: 'utf8',
});
for (const database of ['sqlite', 'pgsql']) {
  const met = new RegExp(`^ok .*${database}: whenever_it_is_killed_everything_is_whole$`, 'm').test(stdout);
  const value = met ? KILLS : 0;
  console.log(JSON.stringify({ name: `kills_survived_${database}`, value, unit: 'kills', target: KILLS, met }));
}
process.exitCode = status === 0 ? 0 : 1;
