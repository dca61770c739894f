// SPDX-License-Identifier: Apache-2.0
//
// A community given on the command line is nobody else's to read.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const fs = require('node:fs');
const { test } = require('node:test');
const { run, start } = require('./lib');

// A device that listens and never answers: the program is still there to be looked at.
async function silentDevice(t) {
  const socket = dgram.createSocket('udp4');
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  const firstPacket = new Promise((resolve) => socket.once('message', resolve));
  return { host: `127.0.0.1:${socket.address().port}`, firstPacket };
}

const spellings = [
  ['-c', 'hunter2'], ['-chunter2'], ['--community', 'hunter2'], ['--community=hunter2'],
];

for (const spelling of spellings) {
  test(`ps does not show the community of ${spelling.join(' ')}`, async (t) => {
    const device = await silentDevice(t);
    const facho = await start(t, ['get', device.host, '1.3.6.1.2.1.1.3.0', ...spelling],
      { ready: null });
    const packet = await device.firstPacket;
    assert.ok(packet.includes('hunter2'), 'it is used all the same');
    const commandLine = fs.readFileSync(`/proc/${facho.child.pid}/cmdline`, 'latin1');
    assert.ok(commandLine.includes('get'), commandLine);
    assert.ok(!commandLine.includes('hunter'), commandLine);
  });
}

test('wrong usage does not repeat the community', async () => {
  const { status, out, err } = await run(['get', '-c', 'hunter2', '--no-such-option']);
  assert.strictEqual(status, 2);
  assert.ok(!(out + err).includes('hunter2'), err);
});

test('FACHO_COMMUNITY is used when there is no -c', async (t) => {
  const device = await silentDevice(t);
  await start(t, ['get', device.host, '1.3.6.1.2.1.1.3.0'],
    { ready: null, env: { FACHO_COMMUNITY: 'fromenv' } });
  assert.ok((await device.firstPacket).includes('fromenv'));
});

test('without a terminal and without a community it says what is missing', async (t) => {
  const device = await silentDevice(t);
  // setsid: no terminal to ask at, also when a person runs the tests at one.
  const { runProgram, binary } = require('./lib');
  const { status, err } = await runProgram('setsid',
    ['--wait', binary, 'get', device.host, '1.3.6.1.2.1.1.3.0']);
  assert.notStrictEqual(status, 0);
  assert.match(err, /community/i);
});
