// SPDX-License-Identifier: Apache-2.0
//
// `facho sim` under the hands of net-snmp's own tools: complete, ordered, ending, in every version.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { isDeepStrictEqual } = require('node:util');
const { run, runProgram, start, startSim, freePorts, shared, tempFolder, sleep } = require('./lib');

const FAST = ['-r', '0', '-t', '1'];
const NO_MIBS = { env: { MIBS: '' } };
const SYS_DESCR = '1.3.6.1.2.1.1.1.0';
const ONT_SERIAL = '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3';
const V3 = ['-v3', '-u', 'facho', '-a', 'SHA', '-A', 'fachofacho1', '-x', 'AES', '-X', 'fachofacho2'];

const tool = (name, args) => runProgram(name, args, NO_MIBS);
const v2c = (...args) => ['-v2c', '-c', 'public', ...FAST, '-On', ...args];

// The lines of a walk without the mark of the end, and without the clock.
function lines(out) {
  return out.split('\n').filter((l) => l && !/No more variables/.test(l) && !/^\.1\.3\.6\.1\.2\.1\.1\.3\.0 /.test(l));
}

function compareOids(a, b) {
  const x = a.split('.').map(Number), y = b.split('.').map(Number);
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i] - y[i];
  return x.length - y.length;
}

function checkOrder(out) {
  const oids = lines(out).filter((l) => l.startsWith('.1')).map((l) => l.split(' ')[0].slice(1));
  for (let i = 1; i < oids.length; i++) assert.ok(compareOids(oids[i - 1], oids[i]) < 0, oids[i]);
  return oids;
}

test('a walk by GETBULK, by GETNEXT and by version 1 is complete, ordered and ends', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--static']);
  const bulk = await tool('snmpbulkwalk', v2c('-Cr25', sim.host, '.1'));
  assert.strictEqual(bulk.status, 0, bulk.err);
  const oids = checkOrder(bulk.out);
  assert.strictEqual(oids.filter((o) => o.startsWith(`${ONT_SERIAL}.`)).length, 16);
  const next = await tool('snmpwalk', v2c(sim.host, '.1'));
  assert.deepStrictEqual(lines(next.out), lines(bulk.out));
  const odd = await tool('snmpbulkwalk', v2c('-Cr7', sim.host, '.1'));
  assert.deepStrictEqual(lines(odd.out), lines(bulk.out));
  const v1 = await tool('snmpwalk', ['-v1', '-c', 'public', ...FAST, '-On', sim.host, '.1']);
  assert.strictEqual(v1.status, 0, v1.err);
  const without64 = lines(bulk.out).filter((l) => !/= Counter64/.test(l));
  assert.deepStrictEqual(lines(v1.out).filter((l) => l.startsWith('.1')), without64);
  assert.ok(without64.length < lines(bulk.out).length);
});

test('snmpget over every leaf of a walk says the same', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '2', '--onus', '4', '--static']);
  const walk = await tool('snmpbulkwalk', v2c('-Cr50', sim.host, '.1'));
  const oids = checkOrder(walk.out);
  const got = [];
  for (let i = 0; i < oids.length; i += 40) {
    const r = await tool('snmpget', v2c(sim.host, ...oids.slice(i, i + 40).map((o) => `.${o}`)));
    assert.strictEqual(r.status, 0, r.err);
    got.push(...lines(r.out));
  }
  const expected = lines(walk.out);
  assert.deepStrictEqual(got.filter((l) => l.startsWith('.1')), expected.filter((l) => l.startsWith('.1')));
});

test('snmptable shows the interfaces', async (t) => {
  const folder = tempFolder(t);
  fs.writeFileSync(path.join(folder, 'SIM-TEST-MIB.txt'), `SIM-TEST-MIB DEFINITIONS ::= BEGIN
IMPORTS OBJECT-TYPE FROM RFC-1212;
simIfTable OBJECT-TYPE SYNTAX SEQUENCE OF SimIfEntry ACCESS not-accessible STATUS mandatory
  ::= { iso 3 6 1 2 1 2 2 }
simIfEntry OBJECT-TYPE SYNTAX SimIfEntry ACCESS not-accessible STATUS mandatory
  INDEX { simIfIndex } ::= { simIfTable 1 }
SimIfEntry ::= SEQUENCE { simIfIndex INTEGER, simIfDescr OCTET STRING }
simIfIndex OBJECT-TYPE SYNTAX INTEGER ACCESS read-only STATUS mandatory ::= { simIfEntry 1 }
simIfDescr OBJECT-TYPE SYNTAX OCTET STRING ACCESS read-only STATUS mandatory ::= { simIfEntry 2 }
END
`);
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '3', '--onus', '1', '--static']);
  const r = await runProgram('snmptable', ['-M', `+${folder}`, '-m', 'SIM-TEST-MIB', '-v2c', '-c', 'public',
    ...FAST, '-Cf', '|', sim.host, 'SIM-TEST-MIB::simIfTable']);
  assert.strictEqual(r.status, 0, r.err);
  const rows = r.out.trim().split('\n').filter((l) => /\|/.test(l) && !/simIf/.test(l));
  assert.strictEqual(rows.length, 3, r.out);
});

test('version 3 works at the levels of its user and refuses what is wrong', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '2', '--static']);
  for (const level of ['authPriv', 'authNoPriv']) {
    const r = await tool('snmpget', [...V3, '-l', level, ...FAST, '-On', sim.host, SYS_DESCR]);
    assert.match(r.out, /Huawei Integrated Access Software/, level + r.err);
  }
  const open = await tool('snmpget', [...V3, '-l', 'noAuthNoPriv', ...FAST, '-On', sim.host, SYS_DESCR]);
  assert.match(open.err + open.out, /Unsupported security level/);
  const walk = await tool('snmpbulkwalk', [...V3, '-l', 'authPriv', ...FAST, '-On', sim.host, '.1']);
  const clear = await tool('snmpbulkwalk', v2c(sim.host, '.1'));
  assert.deepStrictEqual(lines(walk.out), lines(clear.out));

  const digest = await tool('snmpget', ['-v3', '-u', 'facho', '-a', 'SHA', '-A', 'anotherpass', '-l', 'authNoPriv',
    ...FAST, sim.host, SYS_DESCR]);
  assert.match(digest.err + digest.out, /Authentication failure/);
  const user = await tool('snmpget', ['-v3', '-u', 'nobody', '-l', 'noAuthNoPriv', ...FAST, sim.host, SYS_DESCR]);
  assert.match(user.err + user.out, /Unknown user name/);
  const priv = await tool('snmpget', ['-v3', '-u', 'facho', '-a', 'SHA', '-A', 'fachofacho1', '-x', 'AES', '-X',
    'anotherpass', '-l', 'authPriv', ...FAST, sim.host, SYS_DESCR]);
  assert.notStrictEqual(priv.status, 0);
});

test('version 3 with SHA-256, another user, and after a reboot', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '2', '--v3-user', 'noc',
    '--v3-auth', 'SHA-256', '--v3-auth-pass', 'firstsecret', '--v3-priv-pass', 'othersecret', '--control', '-']);
  const ask = () => tool('snmpget', ['-v3', '-u', 'noc', '-a', 'SHA-256', '-A', 'firstsecret', '-x', 'AES', '-X',
    'othersecret', '-l', 'authPriv', ...FAST, '-On', sim.host, SYS_DESCR]);
  assert.match((await ask()).out, /Huawei/);
  await control(sim, { cmd: 'reboot' });
  assert.match((await ask()).out, /Huawei/);
  // A clock from before the reboot is told so, with the right one, and the second try is answered.
  await control(sim, { cmd: 'reset' });
  const late = await tool('snmpget', ['-v3', '-u', 'noc', '-a', 'SHA-256', '-A', 'firstsecret', '-l', 'authNoPriv',
    '-Z', '1,9999', ...FAST, sim.host, SYS_DESCR]);
  assert.match(late.out, /Huawei/, late.err);
  const { total } = await control(sim, { cmd: 'counters' });
  assert.strictEqual(total.reports, 2); // the discovery, and the clock
  assert.strictEqual(total.get, 1);
});

test('a wrong community is silence', async (t) => {
  const sim = await startSim(t, ['--community', 'secreto', '--control', '-']);
  const r = await tool('snmpget', v2c(sim.host, SYS_DESCR));
  assert.match(r.err, /Timeout/);
  const right = await tool('snmpget', ['-v2c', '-c', 'secreto', ...FAST, '-On', sim.host, SYS_DESCR]);
  assert.match(right.out, /Huawei/);
  const { total } = await control(sim, { cmd: 'counters' });
  assert.strictEqual(total.bad_community, 1);
  assert.strictEqual(total.requests, 1);
});

test('nothing can be written', async (t) => {
  const sim = await startSim(t);
  const r = await tool('snmpset', v2c(sim.host, '1.3.6.1.2.1.1.5.0', 's', 'x'));
  assert.match(r.err, /notWritable/);
});

test('IPv6', async (t) => {
  const { freePorts } = require('./lib');
  const port = await freePorts(1);
  await start(t, ['sim', '--listen', `[::1]:${port}`]);
  const r = await tool('snmpget', v2c(`udp6:[::1]:${port}`, SYS_DESCR));
  assert.match(r.out, /Huawei/, r.err);
});

test('several OLTs of different brands, on ports in a row', async (t) => {
  const sim = await startSim(t, ['--ports', '1', '--onus', '2', '--olt', 'profile=zte', '--olt', 'profile=vsol,count=2',
    '--olt', 'profile=huawei,name=central'], { olts: 4 });
  const names = [];
  for (const host of sim.hosts) names.push((await tool('snmpget', v2c(host, '1.3.6.1.2.1.1.5.0'))).out.trim());
  assert.match(names[0], /"sim-0"/);
  assert.match(names[2], /"sim-2"/);
  assert.match(names[3], /"central"/);
  const serials = async (host) => (await tool('snmpbulkwalk', v2c(host, '.1'))).out;
  assert.notStrictEqual(await serials(sim.hosts[1]), await serials(sim.hosts[2]));
});

// What net-snmp prints for a line of a recording, for the types they have.
for (const name of ['cdata', 'fiberhome', 'fiberhome_an5516-01', 'fiberhome_an5516-04b', 'raisecom', 'smartax',
  'vsolution_v1600d', 'zxa10_c320']) {
  test(`the recording ${name} is walked back as it is`, async (t) => {
    const file = shared(t, `recordings/${name}.snmprec`);
    if (!file) return;
    const sim = await startSim(t, ['--snmprec', file]);
    const walk = await tool('snmpbulkwalk', v2c('-Cr20', '-Ox', sim.host, '.1'));
    const { seen, values } = readWalk(walk.out);
    const expected = readRecording(fs.readFileSync(file, 'latin1'));
    assert.strictEqual(seen.size, expected.size);
    checkOrder(walk.out);
    for (const [oid, value] of expected) assert.strictEqual(values.get(oid), value, oid);
  });
}

// OID -> value in one notation for both: numbers as they are, octets in hex.
function readRecording(text) {
  const all = new Map();
  for (const line of text.split('\n')) {
    const m = /^([\d.]+)\|(\d+)([xe]?)\|(.*)$/.exec(line.replace(/\r$/, ''));
    if (!m || all.has(m[1])) continue;
    all.set(m[1], m[2] === '4' ? octets(m[3], m[4]) : m[2] === '6' ? `.${m[4].replace(/^\./, '')}` : m[4]);
  }
  return all;
}

function octets(how, value) {
  if (how === 'x') return value.toLowerCase();
  if (how === 'e') {
    const escapes = { n: '\n', t: '\t', r: '\r', 0: '\0' };
    value = value.replace(/\\(?:x([0-9a-fA-F]{2})|(.))/g, (_, hex, c) => (hex ? String.fromCharCode(parseInt(hex, 16))
      : c in escapes ? escapes[c] : c));
  }
  return Buffer.from(value, 'latin1').toString('hex');
}

function readWalk(out) {
  const values = new Map();
  let at;
  for (const line of out.split('\n')) {
    const m = /^\.([\d.]+) = (?:([\w-]+): )?(.*)$/.exec(line);
    if (!m) {
      if (at && /^([0-9A-F]{2} ?)+$/.test(line.trim()))
        values.set(at, values.get(at) + line.replace(/\s/g, '').toLowerCase());
      continue;
    }
    if (/No more variables/.test(line)) continue;
    at = m[1];
    values.set(at, plain(m[2], m[3]));
  }
  return { seen: new Set(values.keys()), values };
}

function plain(type, text) {
  if (type === 'Hex-STRING') return text.replace(/\s/g, '').toLowerCase();
  if (type === 'STRING' || text === '""') return Buffer.from(text.replace(/^"|"$/g, ''), 'latin1').toString('hex');
  if (type === 'Timeticks') return /\((\d+)\)/.exec(text)[1];
  return text;
}

// One control line over stdin and its answer.
async function control(sim, line) {
  const from = sim.out.length;
  sim.write(JSON.stringify(line));
  const m = await sim.waitFor(/^\{.*\}$/m, { from });
  return JSON.parse(m[0]);
}

test('signals: SIGUSR1 prints the counters, SIGTERM and SIGINT end it well', async (t) => {
  const sim = await startSim(t, [], {});
  await tool('snmpget', v2c(sim.host, SYS_DESCR));
  sim.child.kill('SIGUSR1');
  const m = await sim.waitFor(/^\{.*\}$/m);
  const counters = JSON.parse(m[0]);
  assert.strictEqual(counters.total.get, 1);
  assert.strictEqual(counters.olts[0].port, sim.port);
  assert.strictEqual(await sim.stop('SIGTERM'), 0);
  const other = await startSim(t);
  assert.strictEqual(await other.stop('SIGINT'), 0);
});

test('values live, and stand still when told so', async (t) => {
  const sim = await startSim(t, ['--ports', '2', '--onus', '8', '--olt', 'profile=huawei', '--olt',
    'profile=huawei,static=1'], { olts: 2 });
  const optics = '1.3.6.1.4.1.2011.6.128.1.1.2.51.1';
  const read = async (host) => lines((await tool('snmpbulkwalk', v2c(host, optics))).out);
  const before = [await read(sim.hosts[0]), await read(sim.hosts[1])];
  for (let i = 0; i < 100 && isDeepStrictEqual(await read(sim.hosts[0]), before[0]); i++) await sleep(300);
  assert.notDeepStrictEqual(await read(sim.hosts[0]), before[0]);
  assert.deepStrictEqual(await read(sim.hosts[1]), before[1]);
});

test('wrong options say what is right and nothing starts', async () => {
  for (const [args, says] of [
    [['--loss', '200'], /--loss: "200" is no percentage from 0 to 100/],
    [['--profile', 'nokai'], /there is no "nokai", but .*nokia_isam/],
    [['--olt', 'profile=zte,colour=red'], /"colour" is no setting/],
    [['--listen', 'here'], /right would be 127\.0\.0\.1:16100/],
    [['--olts', '2', '--olt', 'profile=zte'], /--olts does not go with --olt/],
    [['--onus', '129'], /has room for 128 ONUs on a port/],
    [['--snmprec', '/nowhere'], /\/nowhere: No such file/],
    [['--listen', '127.0.0.1:65535', '--olts', '2'], /past port 65535/],
    [['--v3-auth-pass', 'short'], /at least 8 characters/],
  ]) {
    const r = await run(['sim', ...args], { timeout: 5000 });
    assert.match(r.err, says);
    assert.ok(r.status === 1 || r.status === 2, String(r.status));
    assert.doesNotMatch(r.out, /ready/);
  }
});

test('a port that is taken is an error', async (t) => {
  const sim = await startSim(t);
  const r = await run(['sim', '--listen', sim.host], { timeout: 5000 });
  assert.match(r.err, /cannot listen on UDP .*in use/);
  assert.strictEqual(r.status, 1);
});

test('a second SIGTERM while it ends does no harm', async (t) => {
  for (let i = 0; i < 5; i++) {
    // Many OLTs take a while to free.
    const sim = await startSim(t, ['--profile', 'huawei', '--olts', '64', '--ports', '8', '--onus', '64'], { olts: 64 });
    while (sim.status === undefined) {
      sim.child.kill('SIGTERM');
      sim.child.kill('SIGUSR1');
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.strictEqual(sim.status, 0, sim.err);
    assert.strictEqual(sim.err, '');
  }
});
