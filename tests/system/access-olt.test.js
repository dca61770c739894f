// SPDX-License-Identifier: Apache-2.0
//
// Credentials of OLTs go to the device they were given for, and SNMP to allowed networks only.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const test = require('node:test');
const { binary, runProgram } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');
const { send } = require('./api-lib');

const STORED = 'st0red-community';

// A machine of an attacker: says nothing, and keeps what it is sent.
async function listener(t) {
  const socket = dgram.createSocket('udp4');
  const packets = [];
  socket.on('message', (data) => packets.push(data.toString('latin1')));
  await new Promise((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
  t.after(() => socket.close());
  return { port: socket.address().port, packets };
}

async function serve(t, env = {}, more = {}) {
  const site = await startServe(t, { env: { ...QUIET, FACHO_SNMP_TIMEOUT: '200ms', FACHO_SNMP_RETRIES: '0', ...env }, ...more });
  const tokens = {};
  for (const role of ['operator', 'admin']) {
    const name = `${role}-${Math.random().toString(36).slice(2)}`;
    tokens[role] = (await site.ask('token.add', { user: 'admin', name, role })).token;
  }
  site.http = async (as, method, at, body) => {
    const reply = await send(site.api, method, `/api/v1${at}`, {
      body: body && JSON.stringify(body),
      headers: { Authorization: `Token ${tokens[as]}`, ...(body && { 'Content-Type': 'application/json' }) },
    });
    return { ...reply, json: JSON.parse(reply.text) };
  };
  return site;
}

test('an operator cannot have stored credentials sent to another machine', async (t) => {
  const site = await serve(t);
  const evil = await listener(t);
  await site.ask('olt.add', { name: 'centro', address: '127.0.0.1', port: 9, community: STORED, enabled: false });
  await site.ask('olt.add', {
    name: 'sur', address: '127.0.0.1', port: 9, version: '3', v3_user: 'noc', v3_auth: 'SHA', v3_priv: 'AES',
    auth_pass: 'authenticate1', priv_pass: 'encryption12', enabled: false,
  });
  const there = { address: '127.0.0.1', port: evil.port };
  for (const [as, method, at] of [['operator', 'POST', '/olts/centro/test/'], ['admin', 'PATCH', '/olts/centro/'],
    ['operator', 'POST', '/olts/sur/test/'], ['admin', 'PATCH', '/olts/sur/']]) {
    const reply = await site.http(as, method, at, there);
    assert.strictEqual(reply.status, 422, reply.text);
    const fields = /centro/.test(at) ? ['community'] : ['auth_pass', 'priv_pass'];
    assert.deepStrictEqual(Object.keys(reply.json.error.fields), fields);
    assert.match(reply.json.error.fields[fields[0]], /enter it again/);
  }
  assert.deepStrictEqual(evil.packets, []);
  // With other credentials it may ask, and those are what is sent; the audit log says where.
  const tested = await site.http('operator', 'POST', '/olts/centro/test/', { ...there, community: 'an0ther' });
  assert.strictEqual(tested.status, 200, tested.text);
  assert.ok(evil.packets.length > 0);
  for (const packet of evil.packets) assert.ok(packet.includes('an0ther') && !packet.includes(STORED));
  const [line] = await site.list('audit_log', { action: 'test' });
  assert.match(JSON.stringify(line), new RegExp(`127\\.0\\.0\\.1.*${evil.port}`));
  assert.doesNotMatch(JSON.stringify(line), /an0ther/);
});

test('one user tests OLTs only so often', async (t) => {
  const site = await serve(t);
  let reply;
  for (let i = 0; i < 60 && (!reply || reply.status !== 429); i++) {
    reply = await site.http('operator', 'POST', '/olts/test/', {
      address: '127.0.0.1', port: 9, community: 'x', timeout_ms: 100, retries: 0,
    });
    assert.ok([200, 429].includes(reply.status), reply.text);
  }
  assert.strictEqual(reply.status, 429, 'it never had enough');
  assert.match(reply.json.error.message, /too many tests/);
  assert.ok(Number(reply.headers['retry-after']) >= 1);
});

test('nothing is sent to an address that is not allowed, whatever leads there', async (t) => {
  const device = await listener(t);
  const site = await serve(t);
  // Entered while it was allowed: by its address, and by a name.
  await site.addOlt('number', `127.0.0.1:${device.port}`, { community: STORED, profile: 'huawei' });
  await site.addOlt('name', `localhost:${device.port}`, { community: STORED, profile: 'huawei' });
  await site.addBareOlt('bare', `localhost:${device.port}`, { community: STORED });
  await site.until(() => device.packets.length > 0, 'a packet to an address that is allowed');
  assert.strictEqual(await site.program.stop(), 0);
  await new Promise((resolve) => { setTimeout(resolve, 300); }); // what was under way has arrived
  device.packets.length = 0;

  const limited = await serve(t, { FACHO_SNMP_ALLOWED_NETWORKS: '192.0.2.0/24,2001:db8::/32', FACHO_STANDARD_STATES: '2s' },
    { folder: site.folder });
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '127.1', '192.0.3.1', '::1', '224.0.0.1']) {
    const made = await limited.http('admin', 'POST', '/olts/', { name: 'x', address, port: device.port, community: 'c' });
    assert.strictEqual(made.status, 422, made.text);
    assert.match(made.json.error.fields.address, /snmp\.allowed_networks/);
    const tested = await limited.http('operator', 'POST', '/olts/test/', { address, port: device.port, community: 'c' });
    assert.strictEqual(tested.status, 422, tested.text);
  }
  const byName = await limited.http('operator', 'POST', '/olts/test/',
    { address: 'localhost', port: device.port, community: 'c' });
  assert.strictEqual(byName.json.outcome, 'unreachable', byName.text);
  assert.match(byName.json.message, /127\.0\.0\.1 is not allowed; see snmp\.allowed_networks/);
  const stored = await limited.http('operator', 'POST', '/olts/bare/test/', {});
  assert.match(stored.json.message, /is not allowed/);
  await limited.ask('olt.run', { olt: 'number' });
  await limited.ask('olt.run', { olt: 'name' });
  await limited.until(async () => (await limited.list('executions', { state: 'FAILED' }))
    .filter((e) => /is not allowed/.test(e.message)).length >= 2, 'runs that were refused');
  assert.deepStrictEqual(device.packets, []);
});

test('a list of networks that is none stops the start, with the word', async (t) => {
  await assert.rejects(startServe(t, { env: { ...QUIET, FACHO_SNMP_ALLOWED_NETWORKS: '10.0.0.0/40' } }),
    /10\.0\.0\.0\/40.*is no address or network/);
});

// There may be a terminal when a person runs the tests; cli-terminal.test.js has the question itself.
test('the command line looks for the credentials again, and says so', async (t) => {
  const site = await serve(t);
  await site.ask('olt.add', { name: 'centro', address: '127.0.0.1', port: 9, community: STORED, enabled: false });
  const without = await runProgram('setsid', ['-w', binary, 'olt', 'change', 'centro', '127.0.0.1:10', '--data', site.folder]);
  assert.strictEqual(without.status, 1, without.err);
  assert.match(without.err, /credentials are needed again[^]*no community: give --community or set \$FACHO_COMMUNITY/);
  assert.strictEqual((await site.ask('olt.get', { olt: 'centro' })).port, 9);
  const withIt = await site.cli(['olt', 'change', 'centro', '127.0.0.1:10', '--json'], { env: { FACHO_COMMUNITY: 'n3w' } });
  assert.strictEqual(withIt.status, 0, withIt.err);
  assert.strictEqual(withIt.json.port, 10);
  assert.match(withIt.err, /credentials are needed again/);
  const same = await site.cli(['olt', 'change', 'centro', '--site', 'Sur', '--json'], { env: { FACHO_COMMUNITY: '' } });
  assert.strictEqual(same.status, 0, same.err);
  assert.strictEqual(same.err, '');
  for (const secret of [STORED, 'n3w']) assert.ok(!`${without.err}${withIt.out}${withIt.err}`.includes(secret));
});
