// SPDX-License-Identifier: Apache-2.0
//
// facho serve in a folder of its own, and ways to talk to it: commands, and its socket.
//
//   const site = await startServe(t, { env: { FACHO_POLL_POLLERS: '4' } });
//   await site.cli(['olt', 'list']);                        // { status, out, err, json }
//   await site.ask('olt.get', { olt: 'centro' });           // the result, or it throws
//   await site.until(async () => (await site.count('onus')) === 32);
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { binary, run, runProgram, start, startProgram, sleep, tempFolder } = require('./lib');

// What makes a minute of polling fit into seconds. An OLT's first run is told with first_in.
const QUICK = {
  FACHO_STANDARD_DISCOVERY: '5s',
  FACHO_STANDARD_STATES: '2s',
  FACHO_STANDARD_INVENTORY: '10s',
  FACHO_STANDARD_OPTICS: '10s',
  FACHO_STANDARD_DETAILS: '10s',
  FACHO_STANDARD_PORTS: '3s',
  FACHO_STANDARD_CHASSIS: '3s',
  FACHO_SNMP_TIMEOUT: '300ms',
  FACHO_SNMP_RETRIES: '1',
  FACHO_HTTP_LISTEN: '127.0.0.1:0',
};

// And what keeps everything quiet but what a test asks for by hand.
const QUIET = Object.fromEntries([...Object.keys(QUICK).filter((name) => name.includes('STANDARD'))
  .map((name) => [name, '1h']), ['FACHO_HEALTH_WATCH', '0']]);

class Site {
  constructor(t, folder, env, timeout) {
    this.t = t;
    this.folder = folder;
    this.env = { ...QUICK, ...env };
    this.timeout = timeout; // until it is ready
    this.socket = path.join(folder, 'facho.sock');
  }

  async start() {
    this.program = await start(this.t, ['serve', '--data', this.folder],
      { env: this.env, timeout: this.timeout });
    // Where the API is; the log says so before the program is ready.
    const where = /listening on (http\S+)/.exec(this.program.err);
    this.api = where && where[1];
    return this;
  }

  cli(args, options = {}) {
    return run([...args, '--data', this.folder], {
      ...options, env: { FACHO_COMMUNITY: 'public', ...options.env },
    });
  }

  // The whole reply, { ok, result | error }.
  request(op, args = {}) {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.socket);
      let text = '';
      socket.on('error', reject);
      socket.on('data', (data) => {
        text += data;
        if (!text.includes('\n')) return;
        socket.destroy();
        resolve(JSON.parse(text));
      });
      socket.on('end', () => reject(new Error(`no answer to ${op}: ${text}`)));
      socket.write(`${JSON.stringify({ op, args })}\n`);
    });
  }

  async ask(op, args) {
    const reply = await this.request(op, args);
    assert.ok(reply.ok, `${op}: ${JSON.stringify(reply.error)}`);
    return reply.result;
  }

  async list(name, filter = {}, more = {}) {
    return (await this.ask('list', { list: name, filter, page_size: 1000, ...more })).results;
  }

  async count(name, filter = {}) {
    return (await this.ask('list', { list: name, filter, page_size: 1 })).count;
  }

  // An OLT of the simulator with the standard jobs, which run from now on. What is said of one
  // OLT wins over what its profile knows of the brand's patience, which is seconds.
  async addOlt(name, host, { first_in = '100ms', ...more } = {}) {
    const olt = await this.addBareOlt(name, host, { timeout_ms: 300, ...more });
    await this.ask('job.standard', { olt: name, first_in });
    return olt;
  }

  // The same without any job.
  addBareOlt(name, host, more = {}) {
    const [address, port] = host.split(':');
    return this.ask('olt.add', { name, address, port: Number(port), community: 'public', retries: 1, ...more });
  }

  // Wait until the question is answered with something true, which comes back. Patience costs a test
  // that passes nothing, and the machine may have others to serve.
  async until(question, what = 'it', timeout = 90000) {
    const end = Date.now() + timeout;
    for (;;) {
      const answer = await question();
      if (answer) return answer;
      assert.ok(Date.now() < end, `${what}: not within ${timeout} ms\n${this.program.err}`);
      await sleep(50);
    }
  }

  doctor() {
    return run(['doctor', '--database', this.env.FACHO_DATABASE || `sqlite:${this.folder}/facho.db`],
      { timeout: 120000 });
  }
}

// The clocks of a program that is started with `env` (shifted_clock.c): a wall clock that the test
// sets, and both of them, from when it says, so many times as fast.
class Clock {
  constructor(t, { speed = 1, at = Date.now() } = {}) {
    this.file = path.join(tempFolder(t), 'clock');
    this.speed = speed;
    this.since = Date.parse('2200-01-01');
    this.set(at - Date.now());
    this.env = {
      LD_PRELOAD: path.join(path.dirname(binary), 'tests/system/shifted_clock.so'),
      SHIFTED_CLOCK: this.file,
      // It wants to be the first library, and need not be.
      ASAN_OPTIONS: 'verify_asan_link_order=0',
    };
    assert.ok(fs.existsSync(this.env.LD_PRELOAD), `${this.env.LD_PRELOAD} is not built`);
  }

  // In place: the program has the file mapped.
  set(shift) {
    const numbers = new BigInt64Array([shift, this.speed, this.since].map(BigInt));
    const fd = fs.openSync(this.file, fs.existsSync(this.file) ? 'r+' : 'w');
    fs.writeSync(fd, Buffer.from(numbers.buffer), 0, 24, 0);
    fs.closeSync(fd);
    this.shift = shift;
  }

  hurry() {
    this.since = Date.now();
    this.set(this.shift);
  }

  now() {
    return Date.now() + Math.max(0, Date.now() - this.since) * (this.speed - 1) + this.shift;
  }
}

function startServe(t, { env = {}, folder = tempFolder(t), timeout } = {}) {
  return new Site(t, folder, env, timeout).start();
}

// What facho demo runs: a site with days behind it, on OLTs of its own. "admin" gets the password.
// Two that begin at once may want the same port: the second is started again.
async function startDemo(t, { days, password }, tries = 3) {
  const program = await start(t, ['demo', '--days', String(days), '--seconds', '3600'], { ready: null });
  try {
    await program.waitFor(/log in as admin with \S+/, { timeout: 1800000 });
  } catch (error) {
    if (tries > 1 && /in use/i.test(error.message)) return startDemo(t, { days, password }, tries - 1);
    throw error;
  }
  const site = new Site(t, /facho serve in (\S+);/.exec(program.out)[1], {});
  site.program = program;
  [, site.api] = /web admin is at (http\S+)\/;/.exec(program.out);
  await site.ask('user.password', { user: 'admin', password });
  return site;
}

// A database on the test's PostgreSQL server, dropped at the end.
async function pgsqlDatabase(t) {
  const server = process.env.FACHO_TEST_PGSQL;
  assert.ok(server, 'FACHO_TEST_PGSQL is not set (tests/pgsql.sh sets it)');
  const name = `facho_serve_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const psql = async (sql) => {
    const { status, err } = await runProgram('psql', [server, '-q', '-c', sql]);
    assert.strictEqual(status, 0, err);
  };
  await psql(`CREATE DATABASE ${name}`);
  t.after(() => psql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return `${server} dbname=${name}`;
}

// A PostgreSQL server that a test may stop and start, while other files use the shared one.
// Gives { database, stop(), start() }; it goes with the test.
async function ownPgsql(t) {
  const running = await startProgram(t, path.join(__dirname, '../pgsql.sh'),
    ['bash', '-c', 'echo "ready|$FACHO_TEST_PGSQL|$FACHO_TEST_PGSQL_CTL"; cat'], { ready: null });
  t.after(() => running.child.stdin.end());
  const [, database, ctl] = await running.waitFor(/^ready\|(.+)\|(.+)$/m, { timeout: 60000 });
  const control = async (what) => assert.strictEqual((await runProgram(ctl, [what])).status, 0);
  return { database, stop: () => control('stop'), start: () => control('start') };
}

// Everything that the simulator has counted, OLT by OLT.
async function counters(sim) {
  const from = sim.out.length;
  sim.write('{"cmd":"counters"}');
  const [line] = await sim.waitFor(/^\{"olts".*\}$/m, { from });
  return JSON.parse(line).olts;
}

module.exports = { Clock, startDemo, startServe, pgsqlDatabase, ownPgsql, counters, QUICK, QUIET };
