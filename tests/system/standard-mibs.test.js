// SPDX-License-Identifier: Apache-2.0
//
// A device of any brand, with the profile of the standard MIBs: a real snmpd through facho serve. Its
// interfaces and its uptime arrive.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { freePorts, run, sleep, startProgram, tempFolder } = require('./lib');
const { pgsqlDatabase, startServe } = require('./serve-lib');

async function startSnmpd(t) {
  const folder = tempFolder(t);
  const conf = path.join(folder, 'snmpd.conf');
  fs.writeFileSync(conf, 'rocommunity public 127.0.0.1\nsysName any-device\nsysObjectID 1.3.6.1.4.1.99999.7\n');
  const host = `127.0.0.1:${await freePorts(1)}`;
  await startProgram(t, 'snmpd', ['-f', '-Ln', '-C', '-c', conf, '-p', path.join(folder, 'pid'), '-I', '-smux', `udp:${host}`],
    { ready: null, env: { SNMP_PERSISTENT_DIR: path.join(folder, 'state') } });
  for (let i = 0; ; i++) {
    const asked = await run(['get', host, '1.3.6.1.2.1.1.5.0', '-c', 'public', '--timeout', '1s']);
    if (asked.status === 0) return host;
    assert.ok(i < 60, asked.err);
    await sleep(500);
  }
}

// Over HTTP: what of an OLT is in the API.
async function apiOf(site) {
  const made = await site.cli(['token', 'add', 'watch', '--user', 'admin', '--role', 'viewer']);
  assert.strictEqual(made.status, 0, made.err);
  return async (at) => {
    const reply = await fetch(`${site.api}/api/v1${at}`, { headers: { Authorization: `Token ${made.out.trim()}` } });
    assert.strictEqual(reply.status, 200, at);
    return reply.json();
  };
}

const databases = { sqlite: async () => ({}), postgresql: async (t) => ({ FACHO_DATABASE: await pgsqlDatabase(t) }) };

for (const [database, envOf] of Object.entries(databases)) {
  test(`interfaces and uptime of a real device that nobody knows arrive in ${database}`, async (t) => {
    const host = await startSnmpd(t);
    const [address, port] = host.split(':');
    const site = await startServe(t, { env: await envOf(t) });
    const access = { address, port: Number(port), community: 'public', timeout_ms: 5000, retries: 3 };

    // Nobody knows it; a person says that it is any device.
    const unknown = await site.ask('olt.test', access);
    assert.deepStrictEqual([unknown.outcome, unknown.system_name], ['not found', 'any-device']);
    const tested = await site.ask('olt.test', { ...access, profile: 'standard_mibs' });
    assert.deepStrictEqual([tested.outcome, tested.brand, tested.onus, tested.sample_message ?? ''], ['ok', 'Standard MIBs', [], ''], tested.message);
    const added = await site.ask('olt.add', { name: 'any', brand: 'Standard MIBs', standard: true, ...access });
    assert.deepStrictEqual([added.profile ?? 'standard_mibs', added.standard.applied, added.standard.why ?? null], ['standard_mibs', 2, null]);

    // Twice: a rate needs two readings.
    const jobs = (await site.list('nodes')).map(({ job_name: job }) => job).sort();
    assert.deepStrictEqual(jobs, ['standard_mibs chassis', 'standard_mibs ports']);
    const runs = await site.until(async () => {
      const ended = (await site.list('executions')).filter(({ finished_at: at }) => at);
      return jobs.every((job) => ended.filter(({ job_name: name }) => name === job).length >= 3) && ended;
    }, 'three runs of each job');
    assert.deepStrictEqual([...new Set(runs.map(({ state, message }) => `${state} ${message ?? ''}`.trim()))], ['SUCCESS'], 'nothing failed');

    const get = await apiOf(site);
    const { results: ports } = await get('/olts/any/ports/?page_size=1000');
    const names = Object.keys(os.networkInterfaces());
    assert.ok(names.every((name) => ports.some((one) => one.name === name)), `${names} are among ${ports.map(({ name }) => name)}`);
    const lo = ports.find(({ name }) => name === 'lo');
    assert.deepStrictEqual([lo.state_label, lo.state], ['up', 'online']);
    assert.ok(lo.in_octets > 0 && lo.out_octets > 0, `${lo.in_octets} ${lo.out_octets}`);
    await site.until(async () => (await get(`/ports/${lo.id}/`)).in_bps > 0, 'its rate');

    const { results: [chassis] } = await get('/olts/any/chassis/');
    assert.ok(chassis.uptime_s >= 0 && chassis.uptime_s < 3600, `${chassis.uptime_s}`);
    assert.strictEqual(await site.count('onus'), 0);
    const { results: [olt] } = await get('/olts/');
    assert.deepStrictEqual([olt.state, olt.brand, olt.failures], ['up', 'Standard MIBs', 0]);
    assert.ok(olt.up_since_at, 'since when it is up');
    assert.strictEqual(await site.count('violations'), 0);
  });
}
