// SPDX-License-Identifier: Apache-2.0
//
// Limits by the real program and simulated OLTs: a value beyond its limit is one incident, also after kill -9; it ends with
// the value, and with its limit. An uplink that was up and is down is an incident, one that never was up is none.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { startSim, tempFolder } = require('./lib');
const { startServe } = require('./serve-lib');

const ENV = { FACHO_WATCH_RESOLVE: '1s', FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h' };
const OLT = ['--profile', 'huawei', '--ports', '2', '--onus', '4', '--offline', '0', '--churn', '0'];
const open = (site) => site.list('incidents', { open: true, kind: 'limit' });

test('a value beyond its limit is one incident, which ends with its value or its limit', async (t) => {
  const [sim, site] = [await startSim(t, OLT), await startServe(t, { env: ENV })];
  await site.addOlt('centro', sim.host);
  const shipped = await site.list('limits');
  assert.deepStrictEqual(shipped.map(({ builtin_key: key }) => key).sort(), ['chassis_temperature', 'cpu', 'memory', 'port_full', 'uplink_down']);
  const { id } = await site.ask('limit.add', { name: 'Any load', entity: 'olt', purpose: 'cpu', op: 'above', value: -1, severity: 'major' });
  const found = await site.until(async () => (await open(site)).find(({ sentence_en: words }) => /Any load/.test(words)), 'an incident');
  assert.deepStrictEqual([found.olt_name, found.severity], ['centro', 'major']);
  assert.match(found.sentence_es, /la carga de CPU de .* es \d+ %, el límite es -1 %/);
  const [{ incidents }] = await site.list('limits', { id });
  assert.ok(incidents >= 1);

  // Nothing is forgotten and nothing is made twice.
  const before = await site.count('incidents', { kind: 'limit' });
  await site.program.stop('SIGKILL');
  await site.start();
  const done = await site.count('executions', { state: 'SUCCESS' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > done + 6, 'more readings');
  assert.strictEqual(await site.count('incidents', { kind: 'limit' }), before);

  await site.ask('limit.change', { id, enabled: false });
  await site.until(async () => (await open(site)).length === 0, 'their end');
  await site.ask('limit.change', { id, enabled: true });
  await site.until(async () => (await open(site)).length > 0, 'they are open again');
  await site.ask('limit.delete', { id });
  await site.until(async () => (await open(site)).length === 0, 'their end');
  assert.strictEqual((await site.doctor()).status, 0);
});

// A device as the recordings show it, with two uplinks; the second one never was up.
function recording(folder, name, oper) {
  const file = path.join(folder, name);
  const lines = [
    ['1.3.6.1.2.1.1.1.0', 4, 'Huawei Integrated Access Software'], ['1.3.6.1.2.1.1.2.0', 6, '1.3.6.1.4.1.2011.2.80.8'], ['1.3.6.1.2.1.1.3.0', 67, '12345678'],
    ['1.3.6.1.2.1.1.5.0', 4, 'centro'],
    ['1.3.6.1.2.1.2.2.1.7.234938368', 2, 1], ['1.3.6.1.2.1.2.2.1.7.234946560', 2, 1],
    ['1.3.6.1.2.1.2.2.1.8.234938368', 2, 2], ['1.3.6.1.2.1.2.2.1.8.234946560', 2, oper],
    ['1.3.6.1.2.1.31.1.1.1.1.234938368', 4, 'ethernet0/7/0'], ['1.3.6.1.2.1.31.1.1.1.1.234946560', 4, 'ethernet0/8/0'],
  ];
  fs.writeFileSync(file, lines.map((line) => `${line.join('|')}\n`).join(''));
  return file;
}

test('an uplink that was up and is down is an incident; one that never was up is none', async (t) => {
  const folder = tempFolder(t);
  const up = await startSim(t, ['--snmprec', recording(folder, 'up.snmprec', 1)]);
  const down = await startSim(t, ['--snmprec', recording(folder, 'down.snmprec', 2)]);
  const site = await startServe(t, { env: ENV });
  await site.addOlt('centro', up.host);
  const uplinks = async () => (await site.list('chassis')).filter(({ part }) => part.startsWith('uplink '));
  const seen = await site.until(async () => (await uplinks()).length === 2 && uplinks(), 'two uplinks');
  assert.deepStrictEqual(seen.map(({ part, state }) => [part, state]).sort(), [['uplink ethernet0/7/0', 'offline'], ['uplink ethernet0/8/0', 'online']]);
  assert.deepStrictEqual(await open(site), []);
  const move = (to) => site.ask('olt.change', { olt: 'centro', address: to.address, port: to.port, community: 'public' });
  await move(down);
  const found = await site.until(async () => (await open(site))[0], 'an incident');
  assert.match(found.sentence_en, /^Uplink down: ethernet0\/8\/0 of centro is down since/);
  assert.match(found.sentence_es, /^Enlace de subida caído: ethernet0\/8\/0 de centro está caído/);
  assert.strictEqual((await open(site)).length, 1);
  await move(up);
  await site.until(async () => (await open(site)).length === 0, 'its end');
});
