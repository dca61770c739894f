// SPDX-License-Identifier: Apache-2.0
//
// Custom OIDs that are not an ONU's: scalars, columns by port, by interface and by anything else,
// through the daemon to the API, CSV, /metrics and the command line. One OLT is the simulator with a
// recording that the test writes; the other is a real snmpd.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { test } = require('node:test');
const { freePorts, run, sleep, start, startProgram, startSim, tempFolder } = require('./lib');
const { pgsqlDatabase, startServe, QUIET } = require('./serve-lib');

const OWN = '1.3.6.1.4.1.99999.1';
const ONU_NAME = '1.3.6.1.4.1.3902.1012.3.28.1.1.2'; // of a ZTE C300
const PORTS = ['4194312192', '4194312448']; // 0/1/0 and 0/1/1 of a Huawei

// What the test adds to the recording of a Huawei, as its counters stand.
function ownLines(octets) {
  return [
    '1.3.6.1.2.1.2.2.1.2.1|4|eth0', '1.3.6.1.2.1.2.2.1.2.2|4|eth1', '1.3.6.1.2.1.2.2.1.2.10|4|mgmt',
    `1.3.6.1.2.1.2.2.1.10.1|65|${octets}`, '1.3.6.1.2.1.2.2.1.10.2|65|77', '1.3.6.1.2.1.2.2.1.10.10|65|5',
    `${OWN}.1.0|2|42`, // a scalar
    `${OWN}.2.1.7|66|4294967295`, // a single instance, given as a whole
    ...PORTS.map((port, i) => `${OWN}.3.${port}|2|${100 + i}`), // by port
    ...PORTS.flatMap((port) => [0, 1].map((onu) => `${OWN}.4.${port}.${onu}|2|${onu}`)), // by ONU
    `${OWN}.5.5.110.111.109.98.114|4|seis`, // by anything: a name
  ];
}

function sorted(lines) {
  const arcs = (line) => line.slice(0, line.indexOf('|')).split('.').map(Number);
  const compare = (a, b) => {
    for (let i = 0; i < Math.max(a.length, b.length); i++)
      if (a[i] !== b[i]) return (a[i] ?? -1) - (b[i] ?? -1);
    return 0;
  };
  const all = new Map(lines.map((line) => [line.slice(0, line.indexOf('|')), line]));
  return [...all.values()].map((line) => [arcs(line), line]).sort((a, b) => compare(a[0], b[0]))
    .map(([, line]) => `${line}\n`).join('');
}

function get(url, headers = {}) {
  return new Promise((resolve, reject) => {
    http.get(url, { headers, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (data) => { text += data; });
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, text }));
    }).on('error', reject);
  });
}

// A job of these OIDs ({ name: oid } or { name: { oid, ... } }) on an OLT.
async function addJob(site, olt, name, type, oids) {
  const ids = [];
  for (const [key, given] of Object.entries(oids)) {
    const more = typeof given === 'string' ? { oid: given } : given;
    ids.push((await site.ask('oid.add', { name: `own ${key}`, purpose: `custom:${key}`, ...more })).id);
  }
  await site.ask('job.add', { name, type, interval: '1h', oids: ids });
  await site.ask('job.apply', { job: name, olt, first_in: '1h' });
}

async function runJob(site, job, olt) {
  const [id] = (await site.ask('job.run', { job, olt })).executions;
  return site.until(async () => (await site.list('executions', { id })).find((e) => e.finished_at), `${job} to end`);
}

async function tokenOf(site) {
  const made = await site.cli(['token', 'add', 'watch', '--user', 'admin', '--role', 'viewer']);
  assert.strictEqual(made.status, 0, made.err);
  return made.out.trim();
}

// The values of an OLT as "name index": value.
async function valuesOf(site, olt) {
  return Object.fromEntries((await site.list('olt_values', {}, { olt })).map((v) => [`${v.name} ${v.index}`, v]));
}

async function simulated(t) {
  const file = path.join(tempFolder(t), 'olt.snmprec');
  const model = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '2', '--offline', '0', '--static']);
  const walked = await run(['walk', model.host, '1.3.6.1', '--snmprec', '-c', 'public']);
  assert.strictEqual(walked.status, 0, walked.err);
  await model.stop();
  const base = walked.out.trim().split('\n');
  const olt = { host: model.host };
  olt.become = async (octets) => {
    fs.writeFileSync(file, sorted([...base, ...ownLines(octets)]));
    if (olt.sim) await olt.sim.stop();
    olt.sim = await start(t, ['sim', '--listen', model.host, '--snmprec', file]);
  };
  await olt.become(1000);
  return olt;
}

for (const type of ['walk', 'get', 'table', 'bulk']) {
  test(`custom OIDs of every shape land where they belong in a ${type} job`, async (t) => {
    const olt = await simulated(t);
    const env = type === 'get' ? { ...QUIET, FACHO_DATABASE: await pgsqlDatabase(t) } : QUIET;
    const site = await startServe(t, { env });
    await site.addOlt('h', olt.host, { first_in: '1h' });
    const discovery = (await site.list('nodes')).find((n) => n.job_name.endsWith(' discovery'));
    await site.ask('node.run', { node: discovery.id });
    await site.until(async () => (await site.count('onus')) === 4, 'the ONUs');
    await addJob(site, 'h', 'own', type, {
      answer: { oid: `${OWN}.1.0`, unit: 'C', in_metrics: true }, // with .0
      scalar: `${OWN}.1`, // and without
      instance: `${OWN}.2.1.7`,
      by_port: `${OWN}.3`,
      by_onu: `${OWN}.4`,
      by_name: `${OWN}.5`,
      if_descr: '1.3.6.1.2.1.2.2.1.2',
      if_in_octets: { oid: '1.3.6.1.2.1.2.2.1.10', in_metrics: true },
      sys_descr: '1.3.6.1.2.1.1.1',
    });
    const ended = await runJob(site, 'own', 'h');
    assert.strictEqual(ended.state, 'SUCCESS', ended.message);

    const values = await valuesOf(site, 'h');
    const is = (key, want) => assert.deepStrictEqual(
      Object.fromEntries(Object.keys(want).map((k) => [k, values[key]?.[k]])), want, key);
    is('answer 0', { value: '42', number: 42, kind: 'int', unit: 'C', oid: `${OWN}.1.0`, place: '' });
    is('scalar 0', { value: '42', number: 42, execution: ended.id });
    is('instance ', { value: '4294967295', number: 4294967295 });
    is(`by_port ${PORTS[0]}`, { number: 100, place: '0/1/0' });
    is(`by_port ${PORTS[1]}`, { number: 101, place: '0/1/1' });
    is('by_name 5.110.111.109.98.114', { value: 'seis', kind: 'text', number: null });
    is('if_descr 10', { value: 'mgmt' });
    is('if_in_octets 1', { number: 1000, is_counter: true });
    assert.ok(values['sys_descr 0'].value.length > 0);
    assert.ok(!Object.keys(values).some((key) => key.startsWith('by_onu')), 'those are the ONUs\'');
    for (const onu of await site.list('onus')) {
      const shown = (await site.ask('onu.get', { onu: onu.id })).values.by_onu;
      assert.strictEqual(shown.value, Number(onu.place.split(':')[1]), onu.place);
    }

    // A second time: rates, and the same places again.
    await olt.become(61000);
    const again = await runJob(site, 'own', 'h');
    assert.strictEqual(again.state, 'SUCCESS', again.message);
    const second = await valuesOf(site, 'h');
    assert.deepStrictEqual(Object.keys(second).sort(), Object.keys(values).sort());
    assert.ok(second['if_in_octets 1'].rate > 0);
    const shown = async (key) => site.ask('value.history', { value: second[key].id });
    const gauge = await shown('answer 0');
    assert.deepStrictEqual(gauge.points.map((p) => p.value), [42, 42]);
    assert.strictEqual(gauge.unit, 'C');
    assert.strictEqual(gauge.is_rate, false);
    const rate = await shown('if_in_octets 1');
    assert.strictEqual(rate.points.length, 1);
    assert.ok(rate.is_rate && rate.points[0].value > 0);
    assert.deepStrictEqual((await shown('if_descr 1')).points, []);
    const large = await shown('instance ');
    assert.ok(Math.abs(large.points[0].value - 4294967295) < 1000);
  });
}

test('a custom OID that the device does not have says so, and one beside it is kept', async (t) => {
  const olt = await simulated(t);
  const site = await startServe(t, { env: QUIET });
  await site.addOlt('h', olt.host, { first_in: '1h' });
  await addJob(site, 'h', 'absent', 'walk', { absent: '1.3.6.1.4.1.99999.7', gone: '1.3.6.1.4.1.99999.8.0' });
  const ended = await runJob(site, 'absent', 'h');
  assert.strictEqual(ended.state, 'FAILED');
  assert.strictEqual(ended.message, 'the device has nothing of what was asked for');
  await addJob(site, 'h', 'both', 'walk', { missing: '1.3.6.1.4.1.99999.9', here: `${OWN}.1.0` });
  const both = await runJob(site, 'both', 'h');
  assert.strictEqual(both.state, 'SUCCESS', both.message);
  assert.deepStrictEqual(Object.keys(await valuesOf(site, 'h')), ['here 0']);
});

test('a real snmpd: scalars and interface columns on the API, in CSV and /metrics, by command', async (t) => {
  const folder = tempFolder(t);
  const conf = path.join(folder, 'snmpd.conf');
  fs.writeFileSync(conf, 'rocommunity public 127.0.0.1\nsysName "centro ""uno"""\nsysName centro-uno\n');
  const port = await freePorts(1);
  await startProgram(t, 'snmpd', ['-f', '-Ln', '-C', '-c', conf, '-p', path.join(folder, 'pid'), '-I',
    '-smux', `udp:127.0.0.1:${port}`], { ready: null, env: { SNMP_PERSISTENT_DIR: path.join(folder, 'state') } });
  const host = `127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    const asked = await run(['get', host, '1.3.6.1.2.1.1.5.0', '-c', 'public', '--timeout', '1s']);
    if (asked.status === 0) break;
    assert.ok(i < 60, asked.err);
    await sleep(500);
  }
  const site = await startServe(t, { env: QUIET });
  await site.addBareOlt('real', host, { profile: 'huawei_smartax', timeout_ms: 3000 });
  const attempt = (oid) => site.ask('oid.try', { olt: 'real', oid });
  assert.strictEqual((await attempt('1.3.6.1.2.1.1.5.0')).rows[0].value, 'centro-uno');
  const empty = await attempt('1.3.6.1.2.1.1.5.7');
  assert.deepStrictEqual([empty.outcome, empty.rows], ['empty', []]);
  assert.match(empty.message, /its table is empty/);
  assert.strictEqual((await attempt('1.3.6.1.4.1.99999.1')).outcome, 'no object');
  await addJob(site, 'real', 'own', 'walk', {
    sys_name: { oid: '1.3.6.1.2.1.1.5.0', in_metrics: true }, // text: not in /metrics
    sys_services: { oid: '1.3.6.1.2.1.1.3', in_metrics: true },
    if_descr: '1.3.6.1.2.1.2.2.1.2',
    if_in_octets: { oid: '1.3.6.1.2.1.2.2.1.10', in_metrics: true, unit: 'B' },
    if_mtu: '1.3.6.1.2.1.2.2.1.4',
  });
  for (let i = 0; i < 2; i++) {
    const ended = await runJob(site, 'own', 'real');
    assert.strictEqual(ended.state, 'SUCCESS', ended.message);
  }
  const token = await tokenOf(site);
  const ask = async (at, headers = {}) => get(`${site.api}/api/v1${at}`, { Authorization: `Token ${token}`, ...headers });

  const listed = await ask('/olts/real/values/?page_size=100&ordering=name');
  assert.strictEqual(listed.status, 200, listed.text);
  const rows = JSON.parse(listed.text).results;
  const one = (name) => rows.filter((row) => row.name === name);
  assert.strictEqual(one('sys_name')[0].value, 'centro-uno');
  assert.ok(one('if_descr').some((row) => row.value === 'lo'));
  const lo = one('if_descr').find((row) => row.value === 'lo').index;
  const octets = one('if_in_octets').find((row) => row.index === lo);
  assert.ok(octets.is_counter && octets.number >= 0 && octets.unit === 'B');
  const filtered = JSON.parse((await ask(`/olts/real/values/?name=if_mtu&number__gte=1`)).text);
  assert.ok(filtered.count >= 1 && filtered.results.every((row) => row.name === 'if_mtu'));
  const wrong = await ask('/olts/real/values/?colour=red');
  assert.strictEqual(wrong.status, 400);
  const etag = (await ask(`/values/${octets.id}/`)).headers.etag;
  if (etag) assert.strictEqual((await ask(`/values/${octets.id}/`, { 'If-None-Match': etag })).status, 304);

  const csv = await ask('/olts/real/values/?format=csv');
  assert.strictEqual(csv.status, 200);
  assert.match(csv.headers['content-type'], /text\/csv/);
  assert.match(csv.text, /sys_name/);
  assert.match(csv.text, /centro-uno/);

  const history = JSON.parse((await ask(`/values/${one('if_mtu').find((row) => row.index === lo).id}/history/`)).text);
  assert.deepStrictEqual(history.points.map((p) => p.value), [65536, 65536]);

  const metrics = await site.until(async () => {
    const page = await get(`${site.api}/metrics`, { Authorization: `Token ${token}` });
    return /facho_value\{/.test(page.text) && page.text;
  }, 'the metrics');
  assert.match(metrics, new RegExp(`^facho_value\\{olt="\\d+",name="if_in_octets",index="${lo}",place=""\\} \\d+$`, 'm'));
  assert.match(metrics, /^facho_value_time_seconds\{olt="\d+",name="if_in_octets"/m);
  assert.match(metrics, /^facho_values_not_shown 0$/m);
  assert.doesNotMatch(metrics, /name="if_mtu"/, 'nobody asked for it');
  assert.doesNotMatch(metrics, /name="sys_name"/, 'no number');

  const table = await site.cli(['value', 'list', '--olt', 'real', '--name', 'sys_name']);
  assert.strictEqual(table.status, 0, table.err);
  assert.match(table.out, /centro-uno/);
  const json = await site.cli(['value', 'list', '--olt', 'real', '--format', 'json']);
  assert.strictEqual(json.json.length, rows.length);
  const asCsv = await site.cli(['value', 'list', '--name', 'if_mtu', '--format', 'csv']);
  assert.match(asCsv.out, /if_mtu/);
  const past = await site.cli(['value', 'history', String(octets.id), '--format', 'json']);
  assert.strictEqual(past.status, 0, past.err);
  const exported = await site.ask('catalogue.export', {});
  assert.strictEqual(exported.oids.find((o) => o.purpose === 'custom:if_in_octets').in_metrics, true);
  const doctor = await site.doctor();
  assert.strictEqual(doctor.status, 0, doctor.out + doctor.err);
});

test('a sweep reads custom OIDs once a run, whole, and its later slices bring the rest', async (t) => {
  const ONUS = 64;
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '4', '--onus', '16', '--offline', '0', '--churn', '0', '--autofind', '0']);
  const site = await startServe(t, { env: QUIET });
  await site.addBareOlt('z', sim.host, { profile: 'zte', timeout_ms: 5000 });
  await site.ask('job.add', { name: 'who', type: 'discovery', brand: 'ZTE', interval: '1d', oids: ['zte_c300_c320/onu/serial'] });
  await site.ask('job.apply', { job: 'who', olt: 'z', first_in: '100ms' });
  await site.until(async () => (await site.count('onus')) === ONUS, 'the ONUs');
  const ids = [];
  for (const [name, oid] of Object.entries({ sys_name: '1.3.6.1.2.1.1.5', if_name: '1.3.6.1.2.1.31.1.1.1.1', own_name: ONU_NAME }))
    ids.push((await site.ask('oid.add', { name: `own ${name}`, purpose: `custom:${name}`, brand: 'ZTE', oid })).id);
  await site.ask('job.add', { name: 'levels', type: 'get', brand: 'ZTE', interval: '1m', oids: ['zte_c300_c320/onu/rx_dbm', ...ids] });
  await site.ask('job.apply', { job: 'levels', olt: 'z', first_in: '100ms' });
  // The first of all may have too little time before its next slot to be cut.
  let early;
  const cut = await site.until(async () => {
    const [sweep] = await site.list('executions', { job_name: 'levels' }, { ordering: '-id', page_size: 1 });
    if (!early && sweep?.next_slice_at && (await site.count('olt_values', { execution: sweep.id })) > 0) early = sweep;
    return early && (await site.list('executions', { id: early.id })).find((e) => e.finished_at);
  }, 'a sweep in slices', 240000);
  assert.deepStrictEqual([cut.state, cut.message, cut.onus_ok, cut.onus_seen], ['SUCCESS', '', ONUS, ONUS]);
  const values = await valuesOf(site, 'z');
  assert.ok(values['sys_name 0'].value.length > 0);
  assert.ok(Object.keys(values).filter((key) => key.startsWith('if_name ')).length > 0, Object.keys(values).join());
  for (const onu of await site.list('onus')) {
    assert.ok(onu.onu_rx_dbm < 0, `${onu.place} has its level`);
    const shown = (await site.ask('onu.get', { onu: onu.id })).values.own_name;
    assert.ok(shown?.value, `${onu.place} has its own value`);
  }
});

test('a custom OID with more rows than are kept says how many were left out, and keeps the first', async (t) => {
  const ROWS = 5000;
  const file = path.join(tempFolder(t), 'olt.snmprec');
  const model = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '2', '--offline', '0', '--static']);
  const walked = await run(['walk', model.host, '1.3.6.1', '--snmprec', '-c', 'public']);
  assert.strictEqual(walked.status, 0, walked.err);
  await model.stop();
  const many = Array.from({ length: ROWS }, (_, i) => `${OWN}.6.1.1.1.1.1.${i + 1}|2|${i}`);
  fs.writeFileSync(file, sorted([...walked.out.trim().split('\n'), `${OWN}.1.0|2|42`, ...many]));
  await start(t, ['sim', '--listen', model.host, '--snmprec', file]);
  const site = await startServe(t, { env: { ...QUIET, FACHO_DATABASE: await pgsqlDatabase(t) } });
  await site.addOlt('h', model.host, { first_in: '1h' });
  await addJob(site, 'h', 'own', 'walk', { table: `${OWN}.6`, answer: `${OWN}.1.0` });
  for (let i = 0; i < 2; i++) {
    const ended = await runJob(site, 'own', 'h');
    assert.strictEqual(ended.state, 'PARTIAL', ended.message);
    assert.match(ended.message, /table: more than 4096 rows; 904 were left out/);
    assert.strictEqual(await site.count('olt_values', { name: 'table' }), 4096);
    assert.strictEqual(await site.count('olt_values', { name: 'answer' }), 1);
  }
  const [last] = await site.list('olt_values', { index: '1.1.1.1.1.4096' });
  assert.strictEqual(last.number, 4095);
  const { status, out } = await site.doctor();
  assert.strictEqual(status, 0, out);
});

// What a trial of an OID says of each row, by index.
const byIndex = (tried) => Object.fromEntries(tried.rows.map((row) => [row.index, row]));

test('an OID is tried on an OLT before it is saved: rows with their owner, raw and decoded, and why not', async (t) => {
  const olt = await simulated(t);
  const site = await startServe(t, { env: QUIET });
  await site.addOlt('h', olt.host, { first_in: '1h' });
  const discovery = (await site.list('nodes')).find((n) => n.job_name.endsWith(' discovery'));
  await site.ask('node.run', { node: discovery.id });
  await site.until(async () => (await site.count('onus')) === 4, 'the ONUs');
  const attempt = (args) => site.ask('oid.try', { olt: 'h', ...args });
  const before = await site.count('oids');

  // By ONU: each row is the ONU's that its index stands for, with its page; a factor decodes it.
  const onus = Object.fromEntries((await site.list('onus')).map((onu) => [onu.place, onu.id]));
  const byOnu = await attempt({ oid: `${OWN}.4`, unit: 'dBm', transform: { parse: 'number', mul: 0.1, add: -20 } });
  assert.deepStrictEqual([byOnu.outcome, byOnu.message, byOnu.unit, byOnu.more, byOnu.rows.length], ['ok', '', 'dBm', false, 4]);
  assert.deepStrictEqual(byIndex(byOnu)[`${PORTS[1]}.1`], {
    index: `${PORTS[1]}.1`, type: 'INTEGER', raw: '1', reading: 'value', value: -19.9, problem: '', owner: 'onu', place: '0/1/1:1',
    onu: onus['0/1/1:1'], port: null,
  });

  // By port, a scalar with and without .0, one instance, text, a table by names.
  const port = byIndex(await attempt({ oid: `${OWN}.3` }))[PORTS[0]];
  assert.deepStrictEqual([port.owner, port.place, port.value], ['part', '0/1/0', 100]);
  for (const oid of [`${OWN}.1.0`, `${OWN}.1`, `.${OWN}.1`]) {
    const [row, ...more] = (await attempt({ oid })).rows;
    assert.deepStrictEqual([row.owner, row.value, more.length], ['olt', 42, 0], oid);
  }
  assert.strictEqual((await attempt({ oid: `${OWN}.2.1.7` })).rows[0].raw, '4294967295');
  assert.strictEqual((await attempt({ oid: `${OWN}.5` })).rows[0].value, 'seis');

  // What the list of invalid values has is no reading; what cannot be decoded says why.
  const none = await attempt({ oid: `${OWN}.1.0`, invalid: [42] });
  assert.deepStrictEqual([none.rows[0].reading, none.rows[0].value, none.rows[0].raw], ['none', null, '42']);
  const bad = await attempt({ oid: `${OWN}.5`, transform: { parse: 'mac' } });
  assert.strictEqual(bad.rows[0].reading, 'unreadable');
  assert.ok(bad.rows[0].problem.length > 5, JSON.stringify(bad));
  assert.strictEqual(bad.rows[0].raw, 'seis');

  // Many rows: the first twenty.
  const many = await attempt({ oid: '1.3.6.1.4.1.2011' });
  assert.deepStrictEqual([many.outcome, many.rows.length, many.more], ['ok', 20, true]);

  // What the device does not have.
  const absent = await attempt({ oid: '1.3.6.1.4.1.424242.7' });
  assert.deepStrictEqual([absent.outcome, absent.rows], ['no object', []]);
  assert.match(absent.message, /does not have this object/);

  // One of the catalogue, with something instead; nothing was written anywhere.
  const [stored] = await site.list('oids', { profile: 'huawei_smartax', purpose: 'serial' }, { page_size: 1 });
  const again = await attempt({ id: stored.id });
  assert.strictEqual(again.rows[0].owner, 'onu');
  assert.match(again.rows[0].value, /^[A-Z]{4}[0-9A-F]{8}$/);
  assert.strictEqual(await site.count('oids'), before);
  assert.strictEqual(await site.count('olt_values'), 0);
  const [noted] = await site.list('audit_log', { action: 'test', entity: 'oid' }, { ordering: '-id', page_size: 1 });
  assert.ok(noted, 'who tried what is in the audit log');

  // What is wrong is said by field, and a disabled OLT is not asked.
  await assert.rejects(attempt({ oid: '1.3' + '.4294967296' }), /oid/);
  await assert.rejects(attempt({ oid: `${OWN}.1`, purpose: 'nonsense' }), /purpose/);
  await assert.rejects(attempt({ oid: `${OWN}.1`, formula: 'no such formula' }), /formula/);
  const command = await site.cli(['oid', 'try', `${OWN}.1.0`, '--olt', 'h', '--unit', 'C']);
  assert.strictEqual(command.status, 0, command.err);
  assert.match(command.out, /INTEGER\s+42\s+42/);
  const missing = await site.cli(['oid', 'try', '1.3.6.1.4.1.424242.7', '--olt', 'h', '--json']);
  assert.strictEqual(missing.status, 1, missing.out);
  assert.strictEqual(missing.json.outcome, 'no object');
  await site.ask('olt.disable', { olt: 'h' });
  await assert.rejects(attempt({ oid: `${OWN}.1` }), /disabled/);
});

test('where an index is only a key, its name tells whose a tried row is', async (t) => {
  const sim = await startSim(t, ['--profile', 'bdcom', '--ports', '2', '--onus', '2', '--offline', '0', '--static']);
  const site = await startServe(t, { env: QUIET });
  await site.addOlt('b', sim.host, { first_in: '1h' });
  const discovery = (await site.list('nodes')).find((n) => n.job_name.endsWith(' discovery'));
  await site.ask('node.run', { node: discovery.id });
  await site.until(async () => (await site.count('onus')) === 4, 'the ONUs');
  const { rows } = await site.ask('oid.try', { olt: 'b', oid: '1.3.6.1.2.1.31.1.1.1.1' });
  assert.ok(rows.length > 4, JSON.stringify(rows));
  for (const row of rows) {
    const name = /^[GE]PON(\d+\/\d+)(?::(\d+))?$/.exec(row.value);
    const wanted = !name ? ['olt', ''] : name[2] ? ['onu', `${name[1]}:${name[2]}`] : ['part', name[1]];
    assert.deepStrictEqual([row.owner, row.place.replace(/^0\/(?=\d+\/\d+(:|$))/, '')], wanted, JSON.stringify(row));
    assert.strictEqual(row.onu !== null, row.owner === 'onu');
  }
});

test('an OID that is tried on an OLT with another community, or that is gone, says so', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '2', '--static']);
  const site = await startServe(t, { env: { ...QUIET, FACHO_SNMP_TIMEOUT: '300ms', FACHO_SNMP_RETRIES: '0' } });
  await site.addBareOlt('wrong', sim.host, { profile: 'huawei_smartax', community: 'other' });
  const deaf = await site.ask('oid.try', { olt: 'wrong', oid: '1.3.6.1.2.1.1.3.0' });
  assert.deepStrictEqual([deaf.outcome, deaf.rows], ['timeout', []]);
  assert.match(deaf.message, /no answer: down, unreachable, or another community/);
  const port = await freePorts(1);
  await site.addBareOlt('gone', `127.0.0.1:${port}`, { profile: 'huawei_smartax' });
  const gone = await site.ask('oid.try', { olt: 'gone', oid: '1.3.6.1.2.1.1.3.0' });
  assert.ok(['unreachable', 'timeout'].includes(gone.outcome), gone.outcome);
  assert.ok(gone.message.length > 10);
});
