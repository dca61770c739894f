// SPDX-License-Identifier: Apache-2.0
//
// Custom values of an OLT: the tab, the chart of a number, CSV, and the field of the catalogue.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { savedCsv } = require('./csv');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({
  sims: [['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static', '--name', 'centro-1']],
});

// A job of two custom OIDs that has run twice. The tests build on it.
async function collect() {
  const { site } = fixture;
  const oids = [];
  for (const [name, oid, unit] of [['sys_name', '1.3.6.1.2.1.1.5.0', ''], ['up_ticks', '1.3.6.1.2.1.1.3', 'cs']])
    oids.push((await site.ask('oid.add', { name, oid, unit, purpose: `custom:${name}` })).id);
  await site.ask('job.add', { name: 'own', type: 'walk', interval: '1h', oids });
  await site.ask('job.apply', { job: 'own', olt: 'centro', first_in: '1h' });
  for (let i = 0; i < 2; i++) {
    const [id] = (await site.ask('job.run', { job: 'own', olt: 'centro' })).executions;
    await site.until(async () => (await site.list('executions', { id })).find((e) => e.finished_at), 'the run');
  }
}

const row = (page, name) => page.getByRole('row').filter({ hasText: name });

test('the tab shows name, index, value with unit and age; a number opens its chart', async (t) => {
  await collect();
  const page = await fixture.open(t, '/olts/1');
  await page.getByRole('link', { name: 'Custom values' }).click();
  await page.waitForURL('**/olts/1/values');
  await row(page, 'sys_name').getByText('centro-1').waitFor();
  await row(page, 'up_ticks').getByText(/^[\d,.]+ cs$/).waitFor();
  await assertAccessible(page, 'the values');
  await fixture.shot(page, 'olt-values');
  const { text } = await savedCsv(page);
  assert.match(text, /sys_name/);
  assert.match(text, /centro-1/);

  await row(page, 'up_ticks').click();
  await page.waitForURL('**/values/*');
  await page.getByRole('heading', { name: 'up_ticks 0' }).waitFor();
  await page.getByText('Over time').waitFor();
  await page.getByText('up_ticks, cs').waitFor();
  await assertAccessible(page, 'a value');
  await fixture.shot(page, 'olt-value');
});

test('text has no chart, and in Spanish the words are Spanish', async (t) => {
  const [value] = await fixture.site.list('olt_values', { name: 'sys_name' });
  const page = await fixture.open(t, `/values/${value.id}`, { language: 'es', as: 'viewer' });
  await page.getByText('centro-1').first().waitFor();
  assert.strictEqual(await page.getByText('En el tiempo').count(), 0);
  await page.getByRole('link', { name: 'Valores propios' }).click();
  await row(page, 'sys_name').waitFor();
});

test('an OID of the catalogue is put on /metrics', async (t) => {
  const oid = (await fixture.site.list('oids', { name: 'up_ticks' }))[0];
  const page = await fixture.open(t, `/catalogue/oids/${oid.id}`);
  await page.getByLabel('In /metrics').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await fixture.site.until(async () => (await fixture.site.ask('oid.get', { id: oid.id })).in_metrics === true, 'the change');
});
