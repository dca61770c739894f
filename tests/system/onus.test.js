// SPDX-License-Identifier: Apache-2.0
//
// facho detect and facho onus against simulated OLTs of every brand that ships.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { run, runProgram, startSim } = require('./lib');

const HUAWEI = '1.3.6.1.4.1.2011.6.128.1.1.2';
const community = ['-c', 'public'];
const onus = (host, ...args) => run(['onus', host, ...community, '--format', 'json', ...args]);

// One raw integer, asked by net-snmp's own tool.
async function snmpget(host, oid) {
  const { out } = await runProgram('snmpget', ['-v2c', '-cpublic', '-Oqv', '-m', '', host, oid]);
  return Number(out.trim());
}

test('every brand is detected and its ONUs are listed', async (t) => {
  const { json: profiles } = await run(['profile', 'list', '--format', 'json']);
  assert.ok(profiles.length >= 25);
  for (const { id: profile } of profiles) {
    if (profile === 'standard_mibs') continue; // of any device: a person chooses it
    await t.test(profile, async (t) => {
      const sim = await startSim(t, ['--profile', profile, '--ports', '2', '--onus', '3', '--static']);
      const detected = await run(['detect', sim.host, ...community, '--json']);
      assert.strictEqual(detected.status, 0, detected.err);
      assert.strictEqual(detected.json.profile, profile);
      assert.match(detected.json.confidence, /^[ABC]$/);
      assert.ok(detected.json.uptime_s >= 0);
      assert.ok(detected.json.columns.some((column) => column.answers && column.ms >= 0));
      const result = await onus(sim.host);
      if (/has no ONU columns/.test(result.err)) {
        assert.ok(['huawei_mdu', 'photon_12170'].includes(profile), result.err);
        assert.strictEqual(result.status, 1);
        return;
      }
      const { json } = result;
      assert.strictEqual(result.status, 0, result.err);
      assert.strictEqual(json.length, 6);
      assert.strictEqual(new Set(json.map((onu) => onu.position)).size, 6);
      for (const onu of json) {
        if (onu.onu_rx_dbm !== null && onu.onu_rx_dbm !== undefined)
          assert.ok(onu.onu_rx_dbm >= -45 && onu.onu_rx_dbm <= 5, `${onu.onu_rx_dbm}`);
      }
    });
  }
});

test('values are typed and are what the device says', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--static']);
  const { status, json } = await onus(sim.host, '--columns',
    'serial,description,run_state,distance,onu_rx,olt_rx,voltage');
  assert.strictEqual(status, 0);
  assert.strictEqual(json.length, 16);
  const onu = json.find(({ port, run_state: state }) => port === 1 && state === 'online');
  assert.strictEqual(onu.position, `0/1/1:${onu.onu}`);
  assert.deepStrictEqual([onu.frame, onu.slot, onu.port], [0, 1, 1]);
  // 0xFA002100 = 4194312448 is GPON 0/1/1.
  const raw = (column) => snmpget(sim.host, `${HUAWEI}.${column}.4194312448.${onu.onu}`);
  assert.strictEqual(onu.distance_m, await raw('46.1.20'));
  assert.strictEqual(await raw('46.1.15'), 1); // up
  assert.strictEqual(onu.onu_rx_dbm, Math.round(await raw('51.1.4')) / 100);
  assert.strictEqual(onu.olt_rx_dbm, Math.round((await raw('51.1.6')) - 10000) / 100);
  assert.strictEqual(onu.voltage_v, Math.round(await raw('51.1.5')) / 1000);
  assert.match(onu.serial, /^HWTC[0-9A-F]{8}$/);
});

test('an ONU that is down has a cause and no levels', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '2', '--onus', '8', '--static',
    '--offline', '0', '--control', '-']);
  sim.write('{"cmd":"dark","port":"1/2"}');
  await sim.waitFor(/"ok":true/);
  const { json } = await onus(sim.host);
  const dark = json.filter(({ port }) => port === 2);
  assert.strictEqual(dark.length, 8);
  for (const onu of dark) {
    assert.strictEqual(onu.run_state, 'offline');
    assert.strictEqual(onu.cause, 'los_port'); // not "los_onu": the whole port is dark
    assert.strictEqual(onu.onu_rx_dbm, null);
  }
  assert.ok(json.some((onu) => onu.port === 1 && onu.run_state === 'online' && onu.cause === null));
});

test('slow columns are asked one request at a time, and only of ONUs that are online', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '32', '--static',
    '--offline', '50', '--control', '-', '--latency', '2ms']);
  const { json } = await onus(sim.host, '--columns', 'run_state,onu_rx');
  const online = json.filter(({ run_state: state }) => state === 'online').length;
  assert.ok(online > 10 && online < 60, `${online} online`);
  assert.ok(json.every((onu) => onu.run_state === 'online' || onu.onu_rx_dbm === null));
  sim.write('{"cmd":"counters"}');
  const total = JSON.parse((await sim.waitFor(/^\{.*"total".*$/m))[0]).total;
  // 4 of the system group, then the levels, in requests of at most 16.
  assert.ok(total.get <= 2 + Math.ceil(online / 16) + 1, `${total.get} GETs`);
  assert.ok(total.max_in_flight <= 5);
});

test('csv and table say the same as json', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '1', '--onus', '4', '--static']);
  const { json } = await onus(sim.host, '--columns', 'serial,distance');
  const csv = await run(['onus', sim.host, ...community, '--columns', 'serial,distance', '-f', 'csv']);
  const lines = csv.out.trim().split(/\r?\n/);
  assert.strictEqual(lines[0], 'position,frame,slot,port,onu,serial,distance_m');
  assert.strictEqual(lines.length, 5);
  assert.strictEqual(lines[1],
    `1/1/1:1,1,1,1,1,${json[0].serial},${json[0].distance_m}`);
  const table = await run(['onus', sim.host, ...community, '--columns', 'serial,distance']);
  assert.match(table.out, new RegExp(`^1/1/1:1 +${json[0].serial} +${json[0].distance_m}$`, 'm'));
});

test('exit status: 3 and the reason when a part is missing, 1 when nothing came', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--static',
    '--repeat', `${HUAWEI}.43.1.9:10`]);
  const partial = await onus(sim.host, '--columns', 'serial,description');
  assert.strictEqual(partial.status, 3);
  assert.match(partial.err, /description .*OIDs do not increase/);
  assert.strictEqual(partial.json.length, 32);
  assert.strictEqual(partial.json.filter(({ description }) => description !== null).length, 10);
  const silent = await startSim(t, ['--profile', 'huawei', '--silent']);
  const nothing = await onus(silent.host, '-t', '200ms', '-r', '1');
  assert.strictEqual(nothing.status, 1);
  assert.match(nothing.err, /no answer: down, unreachable, or another community/);
  assert.strictEqual(nothing.out, '');
});

test('a switch of Parks is no HSGQ, and no OLT of Parks', async (t) => {
  const fs = require('node:fs');
  const path = require('node:path');
  const { tempFolder } = require('./lib');
  const file = path.join(tempFolder(t), 'switch.snmprec');
  const PONS = '1.3.6.1.4.1.50224.3.2.3.1.3', PARKS_ONUS = '1.3.6.1.4.1.6771.10.1.5.1.5';
  const detect = async (object, ...more) => {
    fs.writeFileSync(file, ['1.3.6.1.2.1.1.1.0|4|Parks Fiberlink 20028', `1.3.6.1.2.1.1.2.0|6|${object}`,
      '1.3.6.1.2.1.1.3.0|67|4200', '1.3.6.1.2.1.2.2.1.2.1|4|ge1', ...more].join('\n') + '\n');
    const sim = await startSim(t, ['--snmprec', file]);
    const found = await run(['detect', sim.host, ...community, '--json']);
    await sim.stop();
    return found;
  };
  for (const object of ['1.3.6.1.4.1.50224.3.1.1', '1.3.6.1.4.1.6771.1.2']) {
    const found = await detect(object);
    assert.notStrictEqual(found.status, 0, found.out);
    assert.doesNotMatch(found.out, /"profile": "(hsgq|parks)"/);
  }
  // What the probes look for makes the difference.
  assert.strictEqual((await detect('1.3.6.1.4.1.50224.3.1.1', `${PONS}.16777472|4|PON1`)).json.profile, 'hsgq');
  assert.strictEqual((await detect('1.3.6.1.4.1.6771.1.2', `${PARKS_ONUS}.1.2.3|2|1`)).json.profile, 'parks');
});

test('rows that the profile cannot decode are not "no ONUs", and the status is 3', async (t) => {
  const fs = require('node:fs');
  const path = require('node:path');
  const { tempFolder } = require('./lib');
  const file = path.join(tempFolder(t), 'olt.snmprec');
  const serials = (...indexes) => fs.writeFileSync(file, ['1.3.6.1.2.1.1.1.0|4|Huawei Integrated Access Software',
    '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.2011.2.248',
    ...indexes.map((index, i) => `${HUAWEI}.43.1.3.${index}|4x|485754430102030${i}`)].join('\n') + '\n');
  serials('4194312192.0.5', '4194312192.1.5', '4194312192.2.5');
  const none = await onus((await startSim(t, ['--snmprec', file])).host, '--columns', 'serial');
  assert.strictEqual(none.status, 3);
  assert.match(none.err, /serial: 3 rows have an index that this profile cannot decode; left out/);
  assert.doesNotMatch(none.err, /no ONUs/);
  serials('4194312192.0', '4194312192.1.5', '4194312192.2.5');
  const some = await onus((await startSim(t, ['--snmprec', file])).host, '--columns', 'serial');
  assert.strictEqual(some.status, 3);
  assert.match(some.err, /serial: 2 rows have an index/);
  assert.deepStrictEqual(some.json.map(({ serial }) => serial), ['HWTC01020300']);
});

test('a column that is not supported is said, and nothing else suffers', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static',
    '--missing', `${HUAWEI}.46.1.20`]);
  const { status, json, err } = await onus(sim.host, '--columns', 'serial,distance');
  assert.strictEqual(status, 0);
  assert.match(err, /distance_m .*not supported by the device/);
  assert.ok(json.every((onu) => onu.serial && onu.distance_m === null));
});

test('a column of one source is used only when it makes sense, and is marked', async (t) => {
  const mac = `${HUAWEI}.45.1.10`;
  const sane = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static']);
  const marked = await run(['onus', sane.host, ...community, '--columns', 'serial,mac']);
  assert.match(marked.out, /^Position +Serial +MAC\?/);
  assert.match(marked.err, /unverified columns \(one source only\): mac/);
  const odd = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static',
    '--wrong_type', mac]);
  const dropped = await onus(odd.host, '--columns', 'serial,mac');
  assert.match(dropped.err, /mac: unverified column, no plausible value on this device; not used/);
  assert.ok(dropped.json.every((onu) => onu.mac === null && onu.serial));
});

test('an OLT whose CPU is busy is not asked for slow columns, and that is said', async (t) => {
  const fs = require('node:fs');
  const path = require('node:path');
  const { tempFolder } = require('./lib');
  // Two boards; the busiest decides. 0xFA002000 = 4194312192 is GPON 0/1/0.
  const recording = (cpu) => [
    '1.3.6.1.2.1.1.1.0|4|Huawei Integrated Access Software',
    '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.2011.2.248',
    '1.3.6.1.2.1.1.3.0|67|4200',
    '1.3.6.1.4.1.2011.2.6.7.1.1.2.1.5.0.1|2|12',
    `1.3.6.1.4.1.2011.2.6.7.1.1.2.1.5.0.2|2|${cpu}`,
    `${HUAWEI}.43.1.3.4194312192.0|4x|4857544301020304`,
    `${HUAWEI}.46.1.15.4194312192.0|2|1`,
    `${HUAWEI}.51.1.4.4194312192.0|2|-2143`,
  ].join('\n') + '\n';
  for (const [cpu, level] of [[84, -21.43], [85, null]]) {
    const file = path.join(tempFolder(t), 'olt.snmprec');
    fs.writeFileSync(file, recording(cpu));
    const sim = await startSim(t, ['--snmprec', file]);
    const { status, json, err } = await onus(sim.host, '--columns', 'serial,onu_rx');
    assert.strictEqual(json.length, 1, err);
    assert.strictEqual(json[0].serial, 'HWTC01020304');
    assert.strictEqual(json[0].onu_rx_dbm, level);
    assert.strictEqual(status, level === null ? 3 : 0, err);
    if (level === null) assert.match(err, /CPU is at 85 %: slow columns \(optics\) were not asked for/);
  }
});

test('--fast leaves out what the OLT must ask its ONUs for', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static']);
  const { status, json } = await onus(sim.host, '--columns', 'serial,onu_rx', '--fast');
  assert.strictEqual(status, 0);
  assert.ok(json.every((onu) => onu.serial && !('onu_rx_dbm' in onu)));
});

test('--watch goes on until it is interrupted', async (t) => {
  const { start } = require('./lib');
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '1', '--onus', '2', '--static']);
  const watch = await start(t, ['onus', sim.host, ...community, '--watch', '--every', '1s', '--fast'],
    { ready: /ZTEG[^]*\n\nPosition[^]*ZTEG/ });
  assert.strictEqual(await watch.stop('SIGINT'), 0);
});

test('an unknown column is answered with the ones there are', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '1', '--onus', '2', '--static']);
  const { status, err } = await onus(sim.host, '--columns', 'serial,colour');
  assert.strictEqual(status, 2);
  assert.match(err, /column "colour": zte_c300_c320 has .*serial/);
});

test('a profile of the user is taken from its file', async (t) => {
  const { tempFolder } = require('./lib');
  const fs = require('node:fs');
  const path = require('node:path');
  const dir = tempFolder(t);
  const file = path.join(dir, 'mine.json');
  const source = path.resolve(__dirname, '../../profiles/zte_c300_c320.json');
  const profile = JSON.parse(fs.readFileSync(source, 'utf8'));
  profile.id = 'mine';
  profile.brand = 'Mine';
  profile.aliases = [];
  fs.writeFileSync(file, JSON.stringify(profile));
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '1', '--onus', '2', '--static']);
  const { status, json, err } = await onus(sim.host, '--profile-file', file, '--profile', 'mine');
  assert.strictEqual(status, 0, err);
  assert.strictEqual(json.length, 2);
});

test('a device without ONUs is said to have none', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '0', '--autofind', '0']);
  const table = await run(['onus', sim.host, '-c', 'public']);
  assert.deepStrictEqual([table.status, table.out], [0, ''], 'no lone heading');
  assert.match(table.err, /the device has no ONUs/);
  const json = await run(['onus', sim.host, '-c', 'public', '--format', 'json']);
  assert.deepStrictEqual([json.status, json.json], [0, []]);
  const csv = await run(['onus', sim.host, '-c', 'public', '--format', 'csv']);
  assert.strictEqual(csv.out.trim().split('\n').length, 1, 'programs keep the heading');
});
