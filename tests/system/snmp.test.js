// SPDX-License-Identifier: Apache-2.0
//
// facho get and facho walk print what net-snmp's own tools print for the same question.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { run, runProgram, startSim, start } = require('./lib');

const community = ['-c', 'public'];
const tool = (name, host, ...oids) =>
  runProgram(name, ['-On', '-m', '', '-v2c', '-cpublic', host, ...oids]);

test('get prints exactly what snmpget -On prints', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static']);
  const oids = ['1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.1.2.0', '.1.3.6.1.2.1.1.5.0', '1.3.6.1.2.1.1.99.0',
    '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3.4194312192.0',
    '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.22.4194312192.0',
    '1.3.6.1.2.1.31.1.1.1.6.4194312192', '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.20.4194312192.1'];
  const ours = await run(['get', sim.host, ...community, ...oids]);
  const theirs = await tool('snmpget', sim.host, ...oids);
  assert.strictEqual(ours.status, 0, ours.err);
  assert.strictEqual(ours.out, theirs.out);
});

test('walk prints exactly what snmpbulkwalk -On prints', async (t) => {
  for (const profile of ['huawei', 'vsol', 'ubiquiti', 'cdata']) {
    const sim = await startSim(t, ['--profile', profile, '--ports', '2', '--onus', '8', '--static']);
    for (const oid of ['1.3.6.1.4.1', '1.3.6.1.2.1.31', '1.3.6.1.2.1.1.5', '1.3.6.1.2.1.1.5.0',
      '1.3.6.1.3', '1.3.6.1.6.99']) {
      const ours = await run(['walk', sim.host, ...community, oid]);
      const theirs = await tool('snmpbulkwalk', sim.host, oid);
      assert.strictEqual(ours.status, 0, ours.err);
      assert.strictEqual(ours.out, theirs.out, `${profile} ${oid}`);
    }
  }
});

// Four columns of ONUs, one that is not there, and one OID itself.
const SEVERAL = ['43.1.9', '43.1.3', '46.1.15', '46.1.20'].map((tail) => `1.3.6.1.4.1.2011.6.128.1.1.2.${tail}`)
  .concat('1.3.6.1.9.9', '1.3.6.1.2.1.1.5.0');

test('several columns are read side by side and printed in their order', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '4', '--onus', '32', '--latency', '5ms', '--static']);
  for (const format of [[], ['--snmprec']]) {
    const together = await run(['walk', sim.host, ...community, ...format, ...SEVERAL]);
    let alone = '';
    for (const oid of SEVERAL) alone += (await run(['walk', sim.host, ...community, ...format, oid])).out;
    assert.strictEqual(together.out, alone);
    assert.ok(together.out.split('\n').length > 4 * 128);
  }
  const { json } = await run(['walk', sim.host, ...community, '--json', ...SEVERAL]);
  const expected = [];
  for (const oid of SEVERAL) expected.push(...(await run(['walk', sim.host, ...community, '--json', oid])).json);
  assert.deepStrictEqual(json, expected);
});

test('a column without an end behind another keeps little, and ends as it does alone', async (t) => {
  const [first, endless] = SEVERAL;
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '4', '--onus', '32', '--static', '--endless', endless]);
  const { status, out, err } = await run(['walk', sim.host, ...community, '--max-rows', '20000', first, endless]);
  assert.strictEqual(status, 3);
  assert.match(err, /has more than 20000 rows/);
  const lines = out.trimEnd().split('\n');
  assert.strictEqual(lines.findLastIndex((line) => line.startsWith(`.${first}.`)), 127);
  assert.strictEqual(lines.filter((line) => line.startsWith(`.${endless}.`)).length, 20000);
});

test('^C ends a walk of several columns', async (t) => {
  const [first, endless] = SEVERAL;
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '4', '--onus', '32', '--static', '--endless', endless]);
  const walk = await start(t, ['walk', sim.host, ...community, first, endless, SEVERAL[2]], { ready: null });
  await walk.waitFor(new RegExp(`^\\.${endless.replaceAll('.', '\\.')}\\.`, 'm'));
  assert.strictEqual(await walk.stop('SIGINT'), 3);
  assert.match(walk.err, /interrupted/);
});

test('walk --json has the same values, typed', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static']);
  const column = '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.20';
  const { json } = await run(['walk', sim.host, ...community, '--json', column]);
  const theirs = await tool('snmpbulkwalk', sim.host, column);
  assert.deepStrictEqual(
    json.map(({ oid, value }) => `.${oid} = INTEGER: ${value}`), theirs.out.trim().split('\n'));
  assert.ok(json.every(({ type, value }) => type === 'INTEGER' && Number.isInteger(value)));
});

test('v1, v2c and v3 give the same', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '1', '--onus', '4', '--static']);
  const oid = '1.3.6.1.4.1.3902.1012.3.28.1.1';
  const v2c = await run(['walk', sim.host, ...community, oid]);
  const v1 = await run(['walk', sim.host, ...community, '-v', '1', oid]);
  const v3 = await run(['walk', sim.host, '-v', '3', '-u', 'facho', '-a', 'SHA', '-A', 'fachofacho1',
    '-x', 'AES', '-X', 'fachofacho2', oid]);
  assert.ok(v2c.out.length > 500);
  assert.strictEqual(v1.out, v2c.out);
  assert.strictEqual(v3.out, v2c.out);
});

test('what holds credentials is refused by name and jumped over by a walk', async (t) => {
  const sim = await startSim(t, ['--profile', 'vsol_v1600d', '--ports', '1', '--onus', '2', '--static']);
  const secret = '1.3.6.1.4.1.37950.1.1.5.10.12.7.2.1.2';
  const refused = await run(['walk', sim.host, ...community, secret]);
  assert.strictEqual(refused.status, 1);
  assert.match(refused.err, /never read: it holds credentials/);
  const got = await run(['get', sim.host, ...community, `${secret}.1`]);
  assert.strictEqual(got.status, 1);
  const above = await run(['walk', sim.host, ...community, '1.3.6.1.4.1.37950']);
  assert.strictEqual(above.status, 0);
  assert.ok(above.out.length > 100);
  assert.doesNotMatch(above.out, /37950\.1\.1\.5\.10\.12\.7\.2\./);
});

test('a closed port, a wrong community and a name that is none are told apart', async (t) => {
  const closed = await run(['get', '127.0.0.1:1', ...community, '1.3.6.1.2.1.1.1.0']);
  assert.strictEqual(closed.status, 1);
  assert.match(closed.err, /port is closed/);
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '1', '--onus', '1']);
  const wrong = await run(['get', sim.host, '-c', 'geheim', '-t', '200ms', '-r', '0',
    '1.3.6.1.2.1.1.1.0']);
  assert.strictEqual(wrong.status, 1);
  assert.match(wrong.err, /no answer/);
  assert.doesNotMatch(wrong.err + wrong.out, /geheim/);
  const nobody = await run(['get', 'no-such-olt.invalid', ...community, '1.3.6.1.2.1.1.1.0']);
  assert.strictEqual(nobody.status, 1);
  assert.match(nobody.err, /no-such-olt\.invalid/);
});

test('wrong usage is answered with the right one', async () => {
  for (const args of [['get'], ['get', '127.0.0.1'], ['walk'], ['get', '127.0.0.1', '1.3.x', '-c', 'p'],
    ['onus', '127.0.0.1:99999', '-c', 'p'], ['walk', '127.0.0.1', '-v', '4'],
    ['get', '127.0.0.1', '1.3', '-v', '3']]) {
    const { status, err } = await run(args);
    assert.strictEqual(status, 2, `${args}: ${err}`);
    assert.match(err, /usage: facho/i);
  }
});
