// SPDX-License-Identifier: Apache-2.0
//
// facho serve with every SNMP version and every SNMPv3 protocol, against a real snmpd and the simulator:
// what a test of an OLT says must be what its runs and live reads do. The protocols are read from the
// API's document, so a new one is tried too.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { freePorts, runProgram, startProgram, startSim, tempFolder, sleep } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');

const SIM = ['--profile', 'zte', '--ports', '1', '--onus', '2', '--offline', '0', '--churn', '0', '--autofind', '0'];
const SECRETS = { auth_pass: 'authenticate1', priv_pass: 'encrypt-this-2' };

async function protocols(site) {
  const document = await (await fetch(`${site.api}/api/v1/openapi.json`)).json();
  const { v3_auth, v3_priv } = document.components.schemas.OltAdd.properties;
  const names = (field) => field.enum.filter((name) => name !== null);
  return { auths: names(v3_auth), privs: names(v3_priv) };
}

// Every way to be asked with version 3: { name, v3_auth, v3_priv }, without what is none.
function waysOf({ auths, privs }) {
  const pairs = [[], ...auths.map((auth) => [auth]), ...auths.flatMap((auth) => privs.map((priv) => [auth, priv]))];
  return pairs.map(([v3_auth, v3_priv]) => ({
    name: ['v3', v3_auth ?? 'none', v3_priv ?? 'none'].join('-').toLowerCase(), v3_auth, v3_priv,
  }));
}

const access = ({ name, v3_auth, v3_priv }) => ({
  version: '3', v3_user: name, ...(v3_auth && { v3_auth, auth_pass: SECRETS.auth_pass }),
  ...(v3_priv && { v3_priv, priv_pass: SECRETS.priv_pass }),
});

// A real agent that has a user for each way, allowed at that level only, and a device behind it.
async function startSnmpd(t, ways, device) {
  const folder = tempFolder(t);
  const port = await freePorts();
  const lines = ways.map(({ name, v3_auth, v3_priv }) => [
    `createUser ${name}`, v3_auth && `${v3_auth} ${SECRETS.auth_pass}`, v3_priv && `${v3_priv} ${SECRETS.priv_pass}`,
  ].filter(Boolean).join(' ') + `\nrouser ${name} ${v3_priv ? 'priv' : v3_auth ? 'auth' : 'noauth'}`);
  const conf = path.join(folder, 'snmpd.conf');
  fs.writeFileSync(conf, [`agentaddress udp:127.0.0.1:${port}`, 'rocommunity public', ...lines,
    `proxy -v 2c -c public ${device} .1.3.6.1.2.1`, `proxy -v 2c -c public ${device} .1.3.6.1.4.1.3902`, ''].join('\n'));
  const env = { SNMP_PERSISTENT_DIR: folder, SNMPCONFPATH: folder, MIBS: '' };
  await startProgram(t, 'snmpd', ['-f', '-Lo', '-C', '-c', conf, '-I',
    'proxy,vacm_conf,usmConf,usmUser,usmStats,snmpEngine'], { ready: /NET-SNMP version/, env, timeout: 60000 });
  for (let tries = 0; ; tries++) {
    const { status, err } = await runProgram('snmpget', ['-v2c', '-c', 'public', `127.0.0.1:${port}`, '1.3.6.1.2.1.1.2.0'], { env });
    if (status === 0) return `127.0.0.1:${port}`;
    assert.ok(tries < 30, err);
    await sleep(500);
  }
}

// An OLT with the job, tested, run, and (if that went well) one of its ONUs read now.
async function tryOlt(site, olt) {
  const { name, host, ...more } = olt;
  await site.addBareOlt(name, host, { profile: 'zte', timeout_ms: 5000, ...more });
  const tested = await site.ask('olt.test', { olt: name });
  await site.ask('job.apply', { job: 'who', olt: name, first_in: '1d' });
  const [node] = await site.list('nodes', { olt_name: name });
  const [id] = (await site.ask('node.run', { node: node.id })).executions;
  const over = (which) => site.until(async () => {
    const [run] = await site.list('executions', { id: which });
    return run?.finished_at && run;
  }, name);
  const run = await over(id);
  const result = { name, tested: tested.outcome, sample: tested.onus.length, state: run.state, error: run.error };
  if (run.state !== 'SUCCESS') return result;
  const [onu] = await site.list('onus', { olt_name: name });
  const refreshed = await site.ask('onu.refresh', { onu: onu.id });
  return { ...result, refreshed: (await over(refreshed.execution)).state };
}

// A few at a time: the device behind is one.
async function tryAll(site, olts, atOnce = 4) {
  const rest = [...olts], results = [];
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (rest.length) results.push(await tryOlt(site, rest.shift()));
  }));
  return results.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function open(t) {
  const site = await startServe(t, { env: QUIET });
  await site.ask('job.add', { name: 'who', type: 'discovery', brand: 'ZTE', interval: '1d', max_retries: 0,
    oids: ['zte_c300_c320/onu/serial'] });
  return { site, ways: waysOf(await protocols(site)) };
}

const good = (name) => ({ name, tested: 'ok', sample: 2, state: 'SUCCESS', error: '', refreshed: 'SUCCESS' });

test('every version and every protocol of SNMPv3 is tested, run and read alike on a real agent', async (t) => {
  const { site, ways } = await open(t);
  assert.ok(ways.length >= 15, 'none, six hashes, and these with two ciphers');
  const device = await startSim(t, SIM);
  const host = await startSnmpd(t, ways, device.host);
  const olts = [
    { name: 'v1', host, version: '1' }, { name: 'v2c', host, version: '2c' },
    ...ways.map((way) => ({ name: way.name, host, ...access(way) })),
  ];
  const results = await tryAll(site, olts);
  assert.deepStrictEqual(results, results.map(({ name }) => good(name)));
  assert.strictEqual(results.length, olts.length);

  // Another passphrase, or no authentication at all, is refused by name, and never asked for less.
  const wrong = ways.filter(({ v3_auth }) => v3_auth).flatMap((way) => [
    { name: `${way.name}-wrong`, host, ...access(way), [way.v3_priv ? 'priv_pass' : 'auth_pass']: 'anotherpass3' },
  ]);
  wrong.push({ name: 'v3-without', host, version: '3', v3_user: 'v3-sha-256-none' });
  for (const { name, tested, state, error } of await tryAll(site, wrong, wrong.length)) {
    assert.deepStrictEqual({ name, tested, state, error }, { name, tested: 'refused', state: 'FAILED', error: 'AUTH' });
  }
});

test('the same against the simulator', async (t) => {
  const { site, ways } = await open(t);
  const sims = await Promise.all(ways.map((way) => startSim(t, [...SIM, '--v3-user', way.name,
    '--v3-auth', way.v3_auth ?? 'none', '--v3-priv', way.v3_priv ?? 'none',
    '--v3-auth-pass', SECRETS.auth_pass, '--v3-priv-pass', SECRETS.priv_pass], { timeout: 120000 })));
  const olts = ways.map((way, i) => ({ name: way.name, host: sims[i].host, ...access(way) }));
  for (const version of ['1', '2c'])
    olts.push({ name: `v${version}`, host: (await startSim(t, SIM)).host, version });
  const results = await tryAll(site, olts);
  assert.deepStrictEqual(results, results.map(({ name }) => good(name)));
  assert.strictEqual(results.length, olts.length);
});

test('a protocol that does not exist is refused, and the OLT can go back to none', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const olt = { name: 'n', address: '127.0.0.1', version: '3', v3_user: 'u', auth_pass: 'authenticate1' };
  for (const [field, value] of [['v3_auth', 'SHA256'], ['v3_auth', 'none'], ['v3_priv', 'AES-256']]) {
    const { ok, error } = await site.request('olt.add', { ...olt, v3_auth: 'SHA', priv_pass: 'authenticate1', [field]: value });
    assert.strictEqual(ok, false);
    assert.match(error.fields[field], /^one of /, JSON.stringify(error));
  }
  await site.ask('olt.add', { ...olt, v3_auth: 'SHA-256' });
  const changed = await site.cli(['olt', 'change', 'n', '-a', 'none', '--json']);
  assert.strictEqual(changed.status, 0, changed.err);
  assert.strictEqual((await site.ask('olt.get', { olt: 'n' })).v3_auth, null);
});
