// SPDX-License-Identifier: Apache-2.0
//
// What tests start ends with them, however they end: servers of tmux, programs.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, sleep, startProgram, tempFolder } = require('./lib');

// A file with one test that starts a terminal and a simulator, says their numbers, and ends so.
function fixture(t, how) {
  const file = path.join(tempFolder(t), 'fixture.test.js');
  fs.writeFileSync(file, `
    const { test } = require('node:test');
    const { startSim, sleep } = require('${__dirname}/lib');
    const { Terminal } = require('${__dirname}/terminal-lib');
    test('it', async (t) => {
      const terminal = await new Terminal(t).open('sh');
      const sim = await startSim(t);
      const server = (await terminal.tmux('display-message', '-p', '#{pid}')).trim();
      require('node:fs').writeSync(1, 'pids ' + server + ' ' + sim.child.pid + ' ' + terminal.folder + '\\n');
      ${how}
    });`);
  return file;
}

const isAlive = (pid) => {
  try {
    // One that has ended and that nobody has asked for counts as ended.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

async function isGone([, server, sim, folder]) {
  for (let tries = 0; isAlive(server) || isAlive(sim) || fs.existsSync(folder); tries++) {
    assert.ok(tries < 900, `tmux ${isAlive(server)}, sim ${isAlive(sim)}, folder ${fs.existsSync(folder)}`);
    await sleep(100);
  }
}

const PIDS = /pids (\d+) (\d+) (\S+)/;
// The runner of this test must not be taken for that of the fixture.
const env = { NODE_TEST_CONTEXT: undefined, FACHO_BINARY: process.env.FACHO_BINARY };

test('a test that goes well, and one that fails, leave nothing behind', async (t) => {
  for (const [how, status] of [['', 0], ['throw new Error("it fails");', 1]]) {
    const run = await runProgram('node', [fixture(t, how)], { env, timeout: 300000 });
    assert.strictEqual(run.status, status, run.out + run.err);
    await isGone(PIDS.exec(run.out));
  }
});

test('a test that is interrupted leaves nothing behind', async (t) => {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const running = await startProgram(t, 'node', [fixture(t, 'await sleep(3600000);')], { env, ready: PIDS });
    const pids = PIDS.exec(running.out);
    running.child.kill(signal);
    await running.ended;
    await isGone(pids);
  }
});
