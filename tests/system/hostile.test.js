// SPDX-License-Identifier: Apache-2.0
//
// Devices that never end, send garbage or giant values, and clone serials: beside each there is a
// healthy OLT that must keep every slot, and people who log in all the time. The hostile OLT and
// the healthy one are simulators of their own.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const { test } = require('node:test');
const { run, startSim, sleep } = require('./lib');
const { startServe, counters, QUIET } = require('./serve-lib');
const { raw, send } = require('./api-lib');
const { AMBIGUOUS, CHUNKS, GET, POST } = require('./ambiguous');

const SERIAL = '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3';
const DESCRIPTION = '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.9';
const RUN_STATE = '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.15';
const ONU_TABLES = '1.3.6.1.4.1.2011.6.128.1.1.2';
const PASSWORD = 'a-long-password-1';
const SLOT_S = 10; // of the healthy OLT's states
// A sanitized program needs several times as much as it asks for, and gives little back.
const GROWTH_MB = 600;

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

// A site with a healthy OLT that has been found, and one more that is not.
class Ward {
  static async start(t, hostile, env = {}) {
    const ward = new Ward();
    const base = ['--control', '-', '--profile', 'huawei', '--ports', '2', '--onus', '8', '--offline', '0',
      '--churn', '0'];
    ward.good = await startSim(t, base);
    ward.bad = await startSim(t, [...base, '--seed', '2', ...hostile]); // serials of its own
    ward.site = await startServe(t, {
      env: { ...QUIET, FACHO_STANDARD_STATES: `${SLOT_S}s`, FACHO_ADMIN_PASSWORD: PASSWORD,
        FACHO_SNMP_TIMEOUT: '2s', ...env,
        // What is freed is given back, so that what is counted is the program's.
        ASAN_OPTIONS: 'detect_leaks=1:quarantine_size_mb=16:allocator_release_to_os_interval_ms=500' },
    });
    await ward.site.addOlt('good', ward.good.host, { timeout_ms: 2000 });
    await ward.site.until(async () => (await ward.slots()).length > 0, 'the healthy OLT runs');
    ward.before = residentMb(ward.site.program.child.pid);
    ward.logins = 0;
    ward.peak = 0;
    return ward;
  }

  // The states of the healthy OLT, oldest first.
  async slots() {
    const rows = await this.site.list('executions', { olt_name: 'good', type: 'walk' }, { ordering: 'id' });
    return rows.filter((e) => e.due_at && !['PENDING', 'RUNNING'].includes(e.state) && /estados|states/i.test(e.job_name || ''));
  }

  async login() {
    const { status, text } = await send(this.site.api, 'POST', '/api/v1/auth/login/', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    assert.strictEqual(status, 200, text);
    this.logins++;
    this.peak = Math.max(this.peak, residentMb(this.site.program.child.pid));
  }

  // Wait, and log in meanwhile.
  until(question, what) {
    return this.site.until(async () => {
      await this.login();
      await sleep(300);
      return question();
    }, what, 300000);
  }

  // The runs of the hostile OLT that are over.
  async ended(filter = {}) {
    const rows = await this.site.list('executions', { olt_name: 'bad', ...filter }, { ordering: 'id' });
    return rows.filter((e) => !['PENDING', 'RUNNING'].includes(e.state));
  }

  // Nothing hangs, nobody was late, and the program is not larger than it may be.
  async check() {
    const { site } = this;
    await this.until(async () => (await site.count('executions', { olt_name: 'bad', state: 'RUNNING' })) === 0,
      'nothing stays RUNNING');
    const slots = await this.until(async () => {
      const all = await this.slots();
      return all.length >= 4 && all;
    }, 'slots of the healthy OLT');
    assert.deepStrictEqual([...new Set(slots.map((e) => e.state))], ['SUCCESS']);
    const due = slots.map((e) => Date.parse(e.due_at));
    for (let i = 2; i < due.length; i++) // the first one is a minute's or a command's
      assert.strictEqual(due[i] - due[i - 1], SLOT_S * 1000, `slot ${i} of ${JSON.stringify(slots.map((e) => e.due_at))}`);
    while (this.logins < 4) await this.login();
    const growth = this.peak - this.before;
    console.log(`# ${this.logins} log-ins, ${slots.length} slots, grew by ${growth.toFixed(0)} MB`);
    assert.ok(growth < GROWTH_MB, `grew by ${growth} MB`);
    const { status, out } = await site.doctor();
    assert.strictEqual(status, 0, out);
  }
}

test('a walk without end of valid indexes ends with TOO_MUCH, and is not applied', async (t) => {
  const ward = await Ward.start(t, ['--endless', ONU_TABLES]);
  await ward.site.addOlt('bad', ward.bad.host, { timeout_ms: 2000 });
  const [e] = await ward.until(async () => {
    const found = await ward.ended({ type: 'discovery' });
    return found.length > 0 && found;
  }, 'the discovery ends');
  assert.strictEqual(e.state, 'FAILED');
  assert.strictEqual(e.error, 'TOO_MUCH');
  assert.match(e.message, /more than 65536 rows.*snmp\.max_rows/);
  assert.strictEqual(await ward.site.count('onus', { olt_name: 'bad' }), 0);
  assert.strictEqual(await ward.site.count('onus', { olt_name: 'good' }), 16);
  const log = await ward.site.list('coordinator_logs', { olt_name: 'bad', event_type: 'WALK_HELD' });
  assert.strictEqual(log.length >= 1, true, 'the log has it');
  assert.match(log[0].message, /bad: the walk is not applied: .*snmp\.max_rows/);
  await ward.check();
});

test('one column without end costs its own job alone', async (t) => {
  const ward = await Ward.start(t, []);
  await ward.site.addOlt('bad', ward.bad.host, { timeout_ms: 2000 });
  await ward.until(async () => (await ward.site.count('onus', { olt_name: 'bad' })) === 16, 'its ONUs');
  // From now on the column of run states never ends.
  ward.bad.write(`{"cmd":"set","endless":["${RUN_STATE}"]}`);
  const from = (await ward.site.list('executions', {}, { ordering: '-id', page_size: 1 }))[0].id;
  const e = await ward.until(async () => (await ward.ended({ id__gte: from + 1, error: 'TOO_MUCH' }))[0], 'TOO_MUCH');
  assert.strictEqual(e.state, 'PARTIAL');
  assert.match(e.message, new RegExp(`${RUN_STATE.replaceAll('.', '\\.')} has more than 65536 rows`));
  // What came for those that are known is kept, and nobody else is there.
  assert.strictEqual(await ward.site.count('onus', { olt_name: 'bad' }), 16);
  assert.strictEqual(await ward.site.count('onus', { olt_name: 'bad', run_state: 'online' }), 16);
  await ward.check();
});

test('giant values are cut, and too many of them end the run', async (t) => {
  const ward = await Ward.start(t, ['--max_bytes', '65507', '--giant', `${DESCRIPTION}:20000`],
    { FACHO_SNMP_MAX_BYTES: '256k' });
  await ward.site.addOlt('bad', ward.bad.host, { timeout_ms: 2000 });
  const e = await ward.until(async () => (await ward.ended({ error: 'TOO_MUCH' }))[0], 'TOO_MUCH');
  assert.match(e.message, /more than 262144 bytes.*snmp\.max_bytes/);
  for (const onu of await ward.site.list('onus', { olt_name: 'bad' }))
    assert.ok((onu.description || '').length <= 4096, `${(onu.description || '').length} characters`);
  await ward.check();
});

test('an agent that answers garbage is silent, and nothing more', async (t) => {
  const ward = await Ward.start(t, ['--garbage', '100']);
  await ward.site.addOlt('bad', ward.bad.host, { timeout_ms: 500, profile: 'huawei' });
  await ward.until(async () => (await counters(ward.bad))[0].answers > 3 && (await ward.ended()).length > 0, 'garbage was sent');
  for (const e of await ward.ended()) assert.ok(['FAILED', 'INTERRUPTED'].includes(e.state), `${e.state} ${e.message}`);
  assert.strictEqual(await ward.site.count('onus', { olt_name: 'bad' }), 0);
  assert.strictEqual(await ward.site.count('executions', { olt_name: 'bad', state: 'SUCCESS' }), 0);
  await ward.check();
});

test('clones of a serial are all there, each with its own customer', async (t) => {
  const ward = await Ward.start(t, ['--clones', '10']);
  await ward.site.addOlt('bad', ward.bad.host, { timeout_ms: 2000 });
  await ward.until(async () => (await ward.site.count('onus', { olt_name: 'bad' })) === 16, 'its ONUs');
  const clones = await ward.site.list('onus', { olt_name: 'bad', is_duplicate: true });
  assert.strictEqual(clones.length, 10);
  assert.strictEqual(new Set(clones.map((o) => o.serial)).size, 1);
  assert.strictEqual(new Set(clones.map((o) => o.place)).size, 10);
  await ward.until(async () => {
    const named = await ward.site.list('onus', { olt_name: 'bad', is_duplicate: true });
    return named.every((o) => o.description) && new Set(named.map((o) => o.description)).size === 10;
  }, 'descriptions of their own');
  await ward.check();
});

test('HTTP that can be read in two ways is refused, and costs the healthy OLT nothing', async (t) => {
  const ward = await Ward.start(t, []);
  const behind = `${GET}Host: x\r\n\r\n`;
  const answers = (bytes) => raw(ward.site.api, Buffer.from(`${bytes}${behind}`, 'latin1'), { ms: 120000 });
  for (let round = 0; round < 3; round++) {
    for (const [what, bytes] of Object.entries(AMBIGUOUS)) {
      const text = await answers(bytes);
      assert.match(text, /^HTTP\/1\.1 400 /, `${what}: ${text.slice(0, 300)}`);
      assert.doesNotMatch(text, /^HTTP\/1\.1 [1235]/m, what);
    }
    for (const [what, body] of Object.entries(CHUNKS)) {
      const text = await answers(`${POST}Transfer-Encoding: chunked\r\n\r\n${body}`);
      assert.strictEqual(text.match(/^HTTP\/1\.1 /gm)?.length, 1, `${what}: ${text}`);
    }
    await ward.login();
  }
  await ward.check();
});

test('commands and the test of an OLT end on a device without end', async (t) => {
  const ward = await Ward.start(t, ['--endless', ONU_TABLES], { FACHO_SNMP_MAX_ROWS: '5000' });
  const env = { FACHO_COMMUNITY: 'public', FACHO_SNMP_MAX_ROWS: '5000' };
  const options = { env, timeout: 200000 };
  const onus = await run(['onus', ward.bad.host, '--fast', '--format', 'csv'], options);
  assert.strictEqual(onus.status, 3, onus.err);
  assert.match(onus.err, /more than 5000 rows.*snmp\.max_rows/);
  assert.ok(onus.out.split('\n').length <= 5002);
  const walk = await run(['walk', ward.bad.host, SERIAL, '--max-rows', '300'], options);
  assert.strictEqual(walk.status, 3, walk.err);
  assert.match(walk.err, /more than 300 rows/);
  assert.strictEqual(walk.out.match(/^\.1\.3\.6/gm).length, 300);
  const detect = await run(['detect', ward.bad.host], options);
  assert.strictEqual(detect.status, 0, detect.err);
  const [address, port] = ward.bad.host.split(':');
  const tested = await ward.site.ask('olt.test', { address, port: Number(port), community: 'public' });
  assert.match(JSON.stringify(tested), /huawei/i);
  await ward.check();
});
