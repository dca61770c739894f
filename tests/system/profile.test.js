// SPDX-License-Identifier: Apache-2.0
//
// Somebody makes a profile: the mistakes are named, a recording can be tried with it.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, startSim, tempFolder } = require('./lib');

const column = (name, rest) => ({
  table: 'onu', name, confidence: 'C', source: ['me'], oid: '1.3.6.1.4.1.99999.1.1', ...rest,
});

const profile = () => ({
  format: 1,
  id: 'acme_x',
  brand: 'Acme',
  title: 'Acme X',
  technologies: ['gpon'],
  detect: [{ object_id_prefix: '1.3.6.1.4.1.99999', confidence: 'C' }],
  indexes: { onu: { arcs: [{ part: 'port' }, { part: 'onu', min: 1 }], confidence: 'C', source: ['me'] } },
  tables: { onu: { kind: 'onu', index: 'onu', discovery: 'serial' } },
  columns: [
    column('serial', { purpose: 'serial' }),
    column('rx', { purpose: 'onu_rx', oid: '1.3.6.1.4.1.99999.1.2', transform: { mul: 0.01 } }),
  ],
});

const RECORDING = [
  '1.3.6.1.2.1.1.1.0|4|Acme OLT',
  '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.99999.7',
  '1.3.6.1.4.1.99999.1.1.1.1|4x|484F4D4501020304',
  '1.3.6.1.4.1.99999.1.2.1.1|2|-2143',
].join('\n');

function files(t, json, recording) {
  const folder = tempFolder(t);
  const names = { profile: path.join(folder, 'acme.json'), recording: path.join(folder, 'acme.snmprec') };
  fs.writeFileSync(names.profile, JSON.stringify(json));
  fs.writeFileSync(names.recording, recording);
  return names;
}

test('every profile that ships is listed, and shows its columns', async () => {
  const { status, out } = await run(['profile', 'list', '--format', 'json']);
  assert.strictEqual(status, 0);
  const ids = JSON.parse(out).map((row) => row.id);
  assert.ok(ids.includes('huawei_smartax') && ids.includes('zte_c600'), ids.join());
  const shown = JSON.parse((await run(['profile', 'show', 'Huawei', '--format', 'json'])).out);
  const rx = shown.find((row) => row.key === 'onu_rx_dbm' && row.table === 'onu');
  assert.strictEqual(rx.oid, '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4');
  assert.strictEqual(rx.cost, 'slow');
});

test('a right profile is said to be right', async (t) => {
  const { status, err } = await run(['profile', 'check', files(t, profile(), '').profile]);
  assert.strictEqual(status, 0, err);
  assert.match(err, /acme\.json: right: profile acme_x, 2 columns in 1 tables/);
});

test('the mistakes of a profile are named with their paths', async (t) => {
  const json = profile();
  json.columns[1].transform.mul = 'a hundredth';
  json.tables.onu.discovery = 'sn';
  const { status, err } = await run(['profile', 'check', files(t, json, '').profile]);
  assert.strictEqual(status, 1);
  assert.match(err, /columns\[1\]\.transform\.mul: expected a number/);
  assert.match(err, /tables\.onu\.discovery: no column "sn"/);
});

test('a recording is decoded with the profile', async (t) => {
  const names = files(t, profile(), RECORDING);
  const { status, out, err } = await run(
    ['profile', 'check', names.profile, '--snmprec', names.recording, '--format', 'json']);
  assert.strictEqual(status, 0, err);
  assert.deepStrictEqual(JSON.parse(out), [
    { table: 'onu', position: '1:1', key: 'serial', value: 'HOME01020304', problem: null },
    { table: 'onu', position: '1:1', key: 'onu_rx_dbm', value: -21.43, problem: null },
  ]);
  assert.match(err, /2 values, 0 problems; detected as acme_x/);
});

test('values and indexes that do not fit are problems, and the status is 3', async (t) => {
  const names = files(t, profile(),
    `${RECORDING}\n1.3.6.1.4.1.99999.1.2.1.0|2|-2000\n1.3.6.1.4.1.99999.1.2.1.2|4|low\n`);
  const { status, out } = await run(
    ['profile', 'check', names.profile, '--snmprec', names.recording, '--format', 'json']);
  assert.strictEqual(status, 3);
  const problems = JSON.parse(out).filter((row) => row.problem).map((row) => row.problem);
  assert.deepStrictEqual(problems, [
    'index 1.0 is none of "onu"',
    'rx: "low" is not of a form it can have',
  ]);
});

test('the recordings of real devices decode without a problem', async (t) => {
  const folder = process.env.FACHO_SHARED || path.resolve(__dirname, '../../../shared');
  if (!fs.existsSync(folder)) return t.skip(`${folder} is not here`);
  const recordings = { smartax: 'huawei_smartax', zxa10_c320: 'zte_c300_c320', cdata: 'cdata' };
  for (const [name, id] of Object.entries(recordings)) {
    const { status, err } = await run(['profile', 'check',
      path.resolve(__dirname, `../../profiles/${id}.json`),
      '--snmprec', path.join(folder, 'recordings', `${name}.snmprec`), '--format', 'csv']);
    assert.strictEqual(status, 0, err);
    assert.match(err, new RegExp(` 0 problems; detected as ${id}`));
  }
  return undefined;
});

const manual = (name) => fs.readFileSync(path.resolve(__dirname, '../../docs/manual', name), 'utf8');

for (const name of ['adding-a-vendor.md', 'agregar-un-fabricante.md']) {
  test(`the profile in ${name} is right and reads what the page says`, async (t) => {
    const json = JSON.parse(manual(name).match(/```json\n([\s\S]*?)```/)[1]);
    const rows = manual(name).match(/^1\.3\.6\S+\|4x\|\S+/gm).join('\n');
    const names = files(t, json, rows);
    const { status, out, err } = await run(
      ['profile', 'check', names.profile, '--snmprec', names.recording, '--format', 'json']);
    assert.strictEqual(status, 0, err);
    assert.deepStrictEqual(JSON.parse(out).map((row) => [row.position, row.value]), [
      ['1:1', 'ACME01020304'],
      ['4:21', 'ACME01020399'],
    ]);
  });

  test(`${name} explains every key and word that the loader knows`, () => {
    const text = manual(name);
    const vendor = path.resolve(__dirname, '../../src/vendor');
    const source = fs.readdirSync(vendor).filter((file) => file.startsWith('load_'))
      .map((file) => fs.readFileSync(path.join(vendor, file), 'utf8')).join('\n');
    const words = new Set();
    for (const table of source.matchAll(/\bKEYS\[\] = \{([^}]*)\}/g)) {
      for (const word of table[1].matchAll(/"(\w+)"/g)) words.add(word[1]);
    }
    for (const word of source.matchAll(/\{ (?:PARSE|TABLE|SNMP)_\w+, "([^"]+)" \}/g)) words.add(word[1]);
    const model = path.resolve(__dirname, '../../src/model');
    const purposes = fs.readFileSync(path.join(model, 'purpose.c'), 'utf8');
    for (const word of purposes.matchAll(/\[PURPOSE_\w+\] = \{ "(\w+)"/g)) words.add(word[1]);
    const states = fs.readFileSync(path.join(model, 'value.c'), 'utf8');
    for (const word of states.matchAll(/\{ STATE_\w+, "(\w+)" \}/g)) words.add(word[1]);
    assert.ok(words.size > 100, `only ${words.size} words`);
    const missing = [...words].filter((word) => !text.match(new RegExp(`[\`"]${word}[\`":<]`)));
    assert.deepStrictEqual(missing, []);
  });
}

test('a walk of every simulated brand is read back without a problem', async (t) => {
  const ids = (await run(['profile', 'list', '--format', 'json'])).json.map((row) => row.id);
  const sim = await startSim(t,
    ids.flatMap((id) => ['--olt', `profile=${id},ports=2,onus=3`]), { olts: ids.length });
  const folder = tempFolder(t);
  for (const [i, id] of ids.entries()) {
    const walk = await run(['walk', sim.hosts[i], '1.3.6.1', '-c', 'public', '--snmprec']);
    assert.strictEqual(walk.status, 0, `${id}: ${walk.err}`);
    const file = path.join(folder, `${id}.snmprec`);
    fs.writeFileSync(file, walk.out);
    const { status, err } = await run(['profile', 'check',
      path.resolve(__dirname, `../../profiles/${id}.json`), '--snmprec', file, '--format', 'csv']);
    assert.strictEqual(status, 0, `${id}: ${err}`);
  }
});
