// SPDX-License-Identifier: Apache-2.0
//
// Light: the worst, and who got worse; how an ONU was, with causes; how OLTs perform.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startFixture } = require('./lib');
const { plantWorse } = require('./worse');

const fixture = startFixture({
  sims: [['--profile', 'huawei', '--ports', '2', '--onus', '12', '--offline', '0', '--churn', '0', '--control', '-']],
});

test('who got worse this week is one click from the dashboard, and two from anywhere', async (t) => {
  const onu = await plantWorse(fixture.site);
  const page = await fixture.open(t, '/');
  await page.getByRole('link', { name: /1 worse in 7 days/ }).click();
  await page.waitForURL('**/light/week');
  const list = page.getByRole('table', { name: 'Worse in 7 days' });
  await list.getByText(onu.serial).waitFor();
  await list.getByText('−3.2 dB').waitFor();

  await page.goto('/pollers');
  await page.getByRole('link', { name: 'Light', exact: true }).click();
  await page.getByRole('link', { name: 'Worse in 30 days' }).click();
  await page.getByRole('table', { name: 'Worse in 30 days' }).getByText('−4.0 dB').waitFor();
  await page.getByText(onu.serial).click();
  await page.getByRole('heading', { level: 1, name: onu.serial, exact: true }).waitFor();
});

test('the worst come first, over the network, by OLT and by port', async (t) => {
  await fixture.site.until(async () => (await fixture.site.list('onus')).every((onu) => onu.onu_rx_dbm !== null), 'all levels');
  const page = await fixture.open(t, '/light');
  const [worst] = await fixture.site.list('onus', { margin_db__lt: 1000 }, { ordering: 'margin_db' });
  await page.getByRole('table', { name: 'Worst now' }).getByRole('row').nth(1).getByText(worst.serial).waitFor();
  await page.getByRole('link', { name: 'By OLT' }).click();
  await page.getByRole('table', { name: 'By OLT' }).getByText('centro').waitFor();
  await page.getByRole('link', { name: 'By port' }).click();
  await page.getByRole('table', { name: 'By port' }).getByText('0/1/0').waitFor();
});

test('a customer whose port went dark: how long, why, and how available it was', async (t) => {
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { port: 1, run_state: 'online' }))[0], 'an ONU');
  const page = await fixture.open(t, `/onus/${onu.id}?range=1h`);
  await page.getByTestId('availability').getByText(/^100 % of .+ observed$/).waitFor();
  fixture.sims[0].write(`{"cmd":"dark","port":"${onu.slot}/${onu.port}"}`);
  const outages = page.getByRole('region', { name: 'When it was down' });
  await outages.getByRole('row').nth(1).getByText(/No light/).waitFor({ timeout: 90000 });
  await outages.getByRole('row').nth(1).getByText('still').waitFor();
  const { availability_pct: percent, outages: all } = await fixture.site.ask('onu.timeline', { onu: onu.id });
  assert.ok(percent < 100 && all.length === 1 && all[0].until === null);
});

test('OLTs side by side, and one over time', async (t) => {
  const page = await fixture.open(t, '/performance');
  const list = page.getByRole('table', { name: 'Performance' });
  await list.getByText('centro').waitFor();
  await list.getByText(/^\d[\d.]* %$/).first().waitFor();
  await page.getByRole('region', { name: 'Compare OLTs' }).getByRole('figure', { name: 'Round trip' }).waitFor();
  await list.getByText('centro').click();
  await page.waitForURL('**/olts/1/performance');
  for (const name of ['Successful runs', 'Duration of runs', 'Lateness', 'Round trip', 'Requests', 'Requests sent again'])
    await page.getByRole('figure', { name, exact: true }).waitFor();
});
