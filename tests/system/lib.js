// SPDX-License-Identifier: Apache-2.0
//
// What every system test needs: the real binary, simulated OLTs, free ports, and the
// certainty that nothing is left running.
//
//   const { test } = require('node:test');
//   const { run, startSim } = require('./lib');
//
//   test('every ONU is there', async (t) => {
//     const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '8']);
//     const { status, json } = await run(['onus', sim.host, '-c', 'public', '--format', 'json']);
//     ...
//   });
//
// Everything started with a test `t` ends with it. Plain node:test (18 or later), no packages.
'use strict';
const { spawn } = require('node:child_process');
const { randomInt } = require('node:crypto');
const dgram = require('node:dgram');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const binary = process.env.FACHO_BINARY || path.resolve(__dirname, '../../build/facho');

// Nobody's own settings may leak into a test: no FACHO_* variables and no file but its own.
function cleanEnv(extra = {}) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith('FACHO_')) delete env[name];
  return { ...env, FACHO_CONFIG: '/dev/null', FACHO_HTTP_LISTEN: '127.0.0.1:0', TZ: 'UTC', ...extra };
}

// ---- nothing is left behind -------------------------------------------------------------------

// What still has to be ended, each a function that does so without waiting: a test that fails ends
// its own things, one that is interrupted (^C, SIGTERM, a time-out of the runner) ends them here.
const leftovers = new Set();

// Call `end` when this process ends, unless the function that comes back was called before.
function endWithUs(end) {
  leftovers.add(end);
  return () => leftovers.delete(end);
}

process.on('exit', () => {
  for (const end of leftovers) {
    try {
      end();
    } catch { /* it has ended by itself */ }
  }
});
for (const [signal, number] of [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]])
  process.once(signal, () => process.exit(128 + number));

// A child that goes with us at the latest.
function spawnWithUs(program, args, options) {
  const child = spawn(program, args, options);
  const isOver = endWithUs(() => child.kill('SIGTERM'));
  child.on('close', isOver);
  child.on('error', isOver);
  return child;
}

// Run a program to its end. Options: env, cwd, input (text for stdin), timeout (ms).
// Gives { status, signal, out, err, json }; `json` parses `out` when it is read.
function runProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawnWithUs(program, args, { cwd: options.cwd, env: cleanEnv(options.env) });
    let out = '', err = '';
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeout || 60000);
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.stdin.on('error', () => {}); // it may end before it has read all
    child.stdin.end(options.input || '');
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, out, err, get json() { return JSON.parse(out); } });
    });
  });
}

const run = (args, options) => runProgram(binary, args, options);

// Something that runs beside the test: what it printed, a way to wait for a line, an end.
class Running {
  constructor(child) {
    this.child = child;
    this.out = '';
    this.err = '';
    this.status = undefined;
    this.ended = new Promise((resolve) => child.on('close', (status, signal) => {
      this.status = status === null ? signal : status;
      resolve(this.status);
    }));
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    child.stdout.on('data', (data) => (this.out += data));
    child.stderr.on('data', (data) => (this.err += data));
    child.stdin.on('error', () => {});
  }

  // The first match of the pattern in what stdout says from character `from` on.
  async waitFor(pattern, { timeout = 90000, from = 0 } = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      const m = pattern.exec(this.out.slice(from));
      if (m) return m;
      if (this.status !== undefined)
        throw new Error(`ended with ${this.status} before ${pattern}: ${this.out}${this.err}`);
      if (Date.now() > end)
        throw new Error(`no ${pattern} within ${timeout} ms: ${this.out}${this.err}`);
      await sleep(10);
    }
  }

  write(line) {
    this.child.stdin.write(`${line}\n`);
  }

  // SIGTERM, and SIGKILL for one that does not listen. Gives the exit status.
  async stop(signal = 'SIGTERM') {
    if (this.status === undefined) this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 60000);
    const status = await this.ended;
    clearTimeout(timer);
    return status;
  }
}

// Start a program and wait until it says `ready` (a pattern, null: do not wait).
async function startProgram(t, program, args, { ready = /^ready\b.*$/m, env, cwd, timeout } = {}) {
  const child = spawnWithUs(program, args, { env: cleanEnv(env), cwd });
  const running = new Running(child);
  t.after(() => running.stop());
  const failed = new Promise((_, reject) => child.on('error', reject));
  if (ready) await Promise.race([running.waitFor(ready, { timeout }), failed]);
  return running;
}

const start = (t, args, options) => startProgram(t, binary, args, options);

// An address of this machine that nobody else is likely to use: 127.0.0.0/8 has 16 million of them,
// and each has all ports.
const ownAddress = () => `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;

// A simulator on an address of its own, so that its `olts` ports in a row are free whatever else runs
// on this machine; args are further options. The result has address, port, host ("ADDRESS:PORT") and
// hosts of all OLTs. Should somebody have one of the ports on all addresses, others are tried.
async function startSim(t, args = [], { olts = 1, ...options } = {}) {
  const [low, high] = portRange();
  for (let tries = 1; ; tries++) {
    const address = ownAddress();
    const port = randomInt(low, high + 2 - olts);
    try {
      const sim = await start(t, ['sim', '--listen', `${address}:${port}`, ...args], options);
      sim.address = address;
      sim.port = port;
      sim.hosts = Array.from({ length: olts }, (_, i) => `${address}:${port + i}`);
      sim.host = sim.hosts[0];
      return sim;
    } catch (error) {
      if (tries === 10 || !/Address already in use/.test(error.message)) throw error;
    }
  }
}

function udpPortIsFree(port) {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

// Below the range of ephemeral ports; the caller's to choose where several test runs share a machine.
const portRange = () => (process.env.FACHO_TEST_PORTS || '10000-31999').split('-').map(Number);

// The first of n UDP ports of 127.0.0.1 in a row that are free now.
async function freePorts(n = 1) {
  const [low, high] = portRange();
  for (let tries = 0; tries < 200; tries++) {
    const first = low + Math.floor(Math.random() * (high - low + 1 - n));
    let free = 0;
    while (free < n && (await udpPortIsFree(first + free))) free++;
    if (free === n) return first;
  }
  throw new Error(`no ${n} free UDP ports in a row`);
}

// A folder that goes with the test.
function tempFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'facho-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// A file of ../shared, or null with the test skipped: it may be absent outside CI.
function shared(t, name) {
  const file = path.resolve(__dirname, '../../../shared', name);
  if (fs.existsSync(file)) return file;
  t.skip(`${name} of ../shared is not here`);
  return null;
}

module.exports = {
  binary, endWithUs, run, runProgram, start, startProgram, startSim, freePorts, tempFolder, sleep, shared,
};
