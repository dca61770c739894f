// SPDX-License-Identifier: Apache-2.0
//
// A new OLT by the form: what its test found is kept, the standard jobs are applied unless told
// otherwise, and what to do with a device that nobody knows or that does not answer.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { freePorts, startSim } = require('../system/lib');
const { startFixture } = require('./lib');
const { startSwitch } = require('./stories');

const fixture = startFixture({ env: { FACHO_HEALTH_WATCH: '0' } });
const field = (page, label) => page.getByLabel(label, { exact: false }).first();
const testIt = (page) => page.getByRole('button', { name: /^Test (this OLT|again)$/ }).click();
const addIt = (page) => page.getByRole('button', { name: 'Add an OLT', exact: true }).click();
const brandOf = (page) => page.getByRole('textbox', { name: 'Brand' });

async function openForm(t, { name, address, port }, look) {
  const page = await fixture.open(t, '/olts/new', look);
  await field(page, 'Name').fill(name);
  await field(page, 'Address').fill(address);
  await field(page, 'UDP port').fill(String(port));
  await page.locator('input[type=password]').first().fill('public');
  return page;
}

async function added(page, name) {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const olt = await fixture.site.ask('olt.get', { olt: name });
  return { ...olt, jobs: await fixture.site.count('nodes', { olt: olt.id }) };
}

const startOlt = (t) => startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '2', '--static']);

test('brand, model and profile that a test found are kept, and the standard jobs are applied', async (t) => {
  const sim = await startOlt(t);
  const page = await openForm(t, { name: 'norte', ...sim });
  await testIt(page);
  await page.getByText(/It answers: Huawei/).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Huawei'));
  const model = await page.getByRole('textbox', { name: 'Model' }).inputValue();
  assert.notStrictEqual(model, '', 'the model is in the form');
  assert.ok(await page.getByRole('checkbox', { name: 'Apply the standard jobs' }).isChecked());
  await addIt(page);
  const olt = await added(page, 'norte');
  assert.deepStrictEqual([olt.brand, olt.model, olt.profile], ['Huawei', model, 'huawei_smartax']);
  assert.ok(olt.jobs > 3, `${olt.jobs} jobs`);
});

test('a brand that somebody chose is not changed by a test', async (t) => {
  const sim = await startOlt(t);
  const page = await openForm(t, { name: 'chosen', ...sim });
  await brandOf(page).click();
  await page.getByRole('option', { name: 'ZTE', exact: true }).click();
  await testIt(page);
  await page.getByText(/It answers: Huawei/).waitFor();
  assert.strictEqual(await brandOf(page).inputValue(), 'ZTE');
});

test('without the check mark it has no jobs', async (t) => {
  const sim = await startOlt(t);
  const page = await openForm(t, { name: 'sur', ...sim });
  await page.getByRole('checkbox', { name: 'Apply the standard jobs' }).uncheck();
  await addIt(page);
  assert.strictEqual((await added(page, 'sur')).jobs, 0);
  await page.getByText('Nothing runs on it').waitFor();
});

test('an unknown brand is chosen in the form', async (t) => {
  const sim = await startSwitch(t);
  const page = await openForm(t, { name: 'chosen here', ...sim });
  await testIt(page);
  await page.getByText('It answers, but nobody knows what it is').waitFor();
  await brandOf(page).click();
  await page.getByRole('option', { name: 'ZTE', exact: true }).click();
  await addIt(page);
  const olt = await added(page, 'chosen here');
  assert.strictEqual(olt.brand, 'ZTE');
  assert.ok(olt.jobs > 0, 'the jobs of that brand');
});

test('a device that is taken as any device is tested as that', async (t) => {
  const sim = await startSwitch(t);
  const page = await openForm(t, { name: 'any', ...sim });
  await testIt(page);
  await page.getByRole('button', { name: 'Go on with interfaces and uptime only' }).click();
  assert.strictEqual(await brandOf(page).inputValue(), 'Standard MIBs');
  await testIt(page);
  await page.getByText('It answers: Standard MIBs').waitFor();
  await fixture.shot(page, 'olt-form-any');
  await addIt(page);
  const olt = await added(page, 'any');
  assert.deepStrictEqual([olt.brand, olt.profile, olt.jobs], ['Standard MIBs', 'standard_mibs', 2]);

  // Its pages are about interfaces; of ONUs nothing is said.
  await page.getByText('It answers.', { exact: true }).waitFor();
  await page.getByText('Uptime of the device').waitFor();
  assert.strictEqual(await page.locator('#main').getByText(/^ONUs (online|offline)$/).count(), 0);
  await page.getByRole('tab', { name: 'Ports' }).or(page.getByRole('link', { name: 'Ports', exact: true })).click();
  await page.getByRole('row').filter({ hasText: 'ge-0/0/1' }).getByText('Working').waitFor();
  await page.getByRole('row').filter({ hasText: 'ge-0/0/2' }).getByText('Down').waitFor();
  await fixture.shot(page, 'olt-interfaces');
});

test('one that does not answer can be added all the same, and it is said once that its jobs are missing', async (t) => {
  const port = await freePorts();
  const page = await openForm(t, { name: 'dead', address: '127.0.0.1', port });
  await testIt(page);
  await page.getByText('It cannot be reached').waitFor();
  assert.strictEqual(await page.getByRole('alert').count(), 0);
  await fixture.shot(page, 'olt-form-dead');
  await addIt(page);
  const why = page.getByText(/dead was added, but its standard jobs were not applied/);
  await why.waitFor();
  assert.strictEqual(await why.count(), 1);
  assert.strictEqual((await added(page, 'dead')).jobs, 0);
});

test('the same is said in Spanish', async (t) => {
  const port = await freePorts();
  const page = await fixture.open(t, '/olts/new', { language: 'es' });
  await field(page, 'Nombre').fill('muerta');
  await field(page, 'Dirección').fill('127.0.0.1');
  await field(page, 'Puerto UDP').fill(String(port));
  await page.locator('input[type=password]').first().fill('public');
  await page.getByRole('button', { name: 'Agregar una OLT', exact: true }).click();
  await page.getByText(/muerta se agregó, pero no se aplicaron sus sondeos estándar/).waitFor();
  assert.strictEqual(await page.getByText(/nobody knows|the port is closed/).count(), 0, 'no English in it');
});
