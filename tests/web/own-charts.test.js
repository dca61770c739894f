// SPDX-License-Identifier: Apache-2.0
//
// Numbers of custom OIDs have charts, with name and unit, on the page of the ONU, the port or the OLT that
// their index says they belong to.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({ sims: [['--profile', 'huawei', '--ports', '1', '--onus', '4', '--offline', '0', '--static']] });

const OIDS = [
  ['own level', '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4', { unit: 'dBm', is_slow: true, transform: { parse: 'number', mul: 0.01 } }], // by ONU
  ['port seats', '1.3.6.1.4.1.2011.6.128.1.1.2.21.1.16', { unit: 'ONUs' }], // by port
  ['up ticks', '1.3.6.1.2.1.1.3', { unit: 'cs' }], // of the OLT
];

const nameOf = (name) => name.replaceAll(' ', '_');

// A job of the three that has run twice.
async function collect() {
  const { site } = fixture;
  await site.until(async () => (await site.count('onus')) === 4, 'the ONUs');
  const oids = [];
  for (const [name, oid, more] of OIDS)
    oids.push((await site.ask('oid.add', { name, oid, brand: 'Huawei', purpose: `custom:${nameOf(name)}`, ...more })).id);
  await site.ask('job.add', { name: 'own', type: 'walk', brand: 'Huawei', interval: '1h', oids });
  await site.ask('job.apply', { job: 'own', olt: 'centro', first_in: '1h' });
  for (let i = 0; i < 2; i++) {
    const [id] = (await site.ask('job.run', { job: 'own', olt: 'centro' })).executions;
    const ended = await site.until(async () => (await site.list('executions', { id })).find((e) => e.finished_at), 'the run');
    assert.match(ended.state, /SUCCESS|PARTIAL/, ended.message);
  }
}

// A chart of that name and unit, with points that can be heard.
async function hasChart(page, title, label) {
  await page.getByText(title, { exact: true }).waitFor();
  await page.getByRole('figure', { name: label, exact: true }).waitFor();
}

test('of an ONU: name, unit and points, and the value in the list of what it said', async (t) => {
  await collect();
  const [onu] = await fixture.site.list('onus', { place: '0/1/0:1' });
  const shown = (await fixture.site.ask('onu.get', { onu: onu.id })).values.own_level;
  assert.deepStrictEqual([shown.is_custom, shown.unit, shown.is_counter], [true, 'dBm', false]);
  const history = await fixture.site.ask('onu.history', { onu: onu.id, metric: 'custom:own_level' });
  assert.ok(history.points.length >= 2, JSON.stringify(history));
  const page = await fixture.open(t, `/onus/${onu.id}`);
  await hasChart(page, 'own_level, dBm', 'own_level');
  await page.getByRole('row').filter({ hasText: 'own_level' }).getByText(/^[-−][\d.]+ dBm$/).waitFor();
  await assertAccessible(page, 'an ONU with a value of its own');
  await fixture.shot(page, 'own-onu');
});

test('of a port, and of the OLT; each has its own and not the other\'s', async (t) => {
  const [port] = await fixture.site.list('pon_ports', { place: '0/1/0' });
  const page = await fixture.open(t, `/ports/${port.id}`);
  await hasChart(page, 'port_seats, ONUs', 'port_seats');
  assert.strictEqual(await page.getByText('up_ticks', { exact: false }).count(), 0);
  await page.goto('/olts/1');
  await hasChart(page, 'up_ticks, cs', 'up_ticks');
  assert.strictEqual(await page.getByText('port_seats', { exact: false }).count(), 0);
  await assertAccessible(page, 'an OLT with a value of its own');
  await fixture.shot(page, 'own-olt');
  await page.getByRole('link', { name: 'The whole list' }).click();
  await page.waitForURL('**/olts/1/values');

  const spanish = await fixture.open(t, '/olts/1', { language: 'es' });
  await spanish.getByText('Valores propios en el tiempo').waitFor();
});
