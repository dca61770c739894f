// SPDX-License-Identifier: Apache-2.0
//
// What is not known yet is shown as such, the parts make up the whole, and the rules of suspension are
// those of the settings. Nothing runs but what a test asks for; the tests build on each other.
'use strict';
const assert = require('node:assert');
const { before, test } = require('node:test');
const { startSim } = require('../system/lib');
const { QUIET } = require('../system/serve-lib');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({
  env: { ...QUIET, FACHO_HEALTH_SUSPEND_AFTER: '4', FACHO_HEALTH_BACK_AFTER: '3', FACHO_HEALTH_PROBE_EVERY: '2s' },
});
let sim;

before(async () => {
  sim = await startSim(fixture.t, ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '20', '--churn', '0']);
}, { timeout: 60000 });

async function runJob(kind) {
  const { executions: [execution] } = await fixture.site.ask('job.run', { job: `huawei_smartax ${kind}`, olt: 'centro' });
  await fixture.site.until(async () => (await fixture.site.ask('execution.get', { execution })).state === 'SUCCESS', kind, 60000);
}

const part = (page, words) => page.locator('#main a').filter({ hasText: new RegExp(`^\\d+ ${words}$`) });
const numberOf = async (locator) => ((await locator.count()) ? parseInt(await locator.first().textContent(), 10) : 0);

test('an OLT that nobody has asked is neither up nor down', async (t) => {
  await fixture.site.addOlt('centro', sim.host, { first_in: '1h' });
  const page = await fixture.open(t, '/');
  await page.getByRole('link', { name: '1 not asked yet' }).click();
  await page.waitForURL('**/olts?state=new');
  await page.getByText('1 row').waitFor();
});

test('ONUs of which nothing is known are grey, and are counted', async (t) => {
  // What is enabled would run by itself after the first discovery.
  for (const { id, type } of await fixture.site.list('nodes'))
    if (type !== 'discovery') await fixture.site.ask('node.disable', { node: id });
  await runJob('discovery');
  await runJob('ports');
  const page = await fixture.open(t, '/');
  const unknown = part(page, 'no data yet');
  await fixture.site.until(async () => (await numberOf(unknown)) === 32, 'the count', 60000);
  await fixture.shot(page, 'dashboard-unknown');
  await assertAccessible(page, 'a dashboard with the unknown');
  await unknown.click();
  await page.waitForURL('**/onus?is_unknown=true');
  await page.getByText('32 rows').waitFor();
  await page.locator('.badge[data-tone=calm]').filter({ hasText: 'No data yet' }).first().waitFor();
  await page.goto('/olts');
  await page.getByText('32 no data yet').waitFor();
  await fixture.shot(page, 'olts-unknown');
  await page.goto('/olts/1');
  await page.getByText('Of 32 there is no data yet.').waitFor();
  await fixture.shot(page, 'olt-unknown');
  await page.goto('/olts/1/ports');
  await page.getByText('16 no data yet').nth(1).waitFor();
  await fixture.shot(page, 'ports-unknown');
  const narrow = await fixture.open(t, '/', { width: 375, language: 'es', theme: 'dark' });
  await part(narrow, 'sin datos aún').waitFor();
  await narrow.goto('/olts/1/ports');
  await narrow.getByText('16 sin datos aún').nth(1).waitFor();
  await fixture.shot(narrow, 'ports-unknown-375');
});

test('once they are read they are online or offline, and the parts make up the whole', async (t) => {
  const page = await fixture.open(t, '/');
  await part(page, 'no data yet').waitFor();
  await runJob('states');
  await part(page, 'no data yet').waitFor({ state: 'detached', timeout: 60000 });
  const { onus } = await fixture.site.ask('olt.health', { olt: 'centro' });
  assert.ok(onus.offline > 0 && onus.online > 0);
  assert.deepStrictEqual([onus.present, onus.unknown], [32, 0]);
  assert.strictEqual(onus.online + onus.offline, 32);
  assert.strictEqual(await numberOf(part(page, 'offline')), onus.offline);
  const [olt] = await fixture.site.list('olt_overview');
  assert.deepStrictEqual([olt.onus_online, olt.onus_offline, olt.onus_unknown], [onus.online, onus.offline, 0]);
  const ports = await fixture.site.list('pon_ports');
  const sum = (name) => ports.reduce((total, port) => total + port[name], 0);
  assert.deepStrictEqual([sum('onus_online'), sum('onus_offline'), sum('onus_unknown')], [onus.online, onus.offline, 0]);
});

test('the ONUs of an OLT are in the order of their numbers', async (t) => {
  const page = await fixture.open(t, '/olts/1/onus');
  await page.getByText('32 rows').waitFor();
  await page.getByText('0/1/0:11', { exact: true }).waitFor();
  const shown = await page.locator('#main').innerText();
  const at = [2, 3, 9, 10, 11].map((onu) => shown.search(new RegExp(`0/1/0:${onu}\\b`)));
  assert.deepStrictEqual(at, [...at].sort((a, b) => a - b), `${at}`);
});

test('the health page counts as the settings say', async (t) => {
  await fixture.site.ask('olt.change', { olt: 'centro', timeout_ms: 100, retries: 0 });
  const page = await fixture.open(t, '/olts/1/health');
  await page.getByText('4 in a row suspend it').waitFor();
  await page.getByText('0 of 4').waitFor();
  await sim.stop();
  const run = () => fixture.site.ask('job.run', { job: 'huawei_smartax chassis', olt: 'centro' });
  await run();
  await page.getByText('1 of 4').waitFor({ timeout: 60000 });
  for (let i = 0; i < 3; i++) await run();
  await page.getByText(/Suspended since/).waitFor({ timeout: 60000 });
  await page.getByText('one small question, every 2s').waitFor();
  await page.getByText('0 of 3').waitFor();
  await page.getByText('back after 3 answers in a row').waitFor();
  await fixture.shot(page, 'olt-health-suspended');
});

test('ONUs of an OLT that is not heard were online, and are not green', async (t) => {
  const page = await fixture.open(t, '/');
  const unheard = part(page, 'OLT not heard');
  await unheard.waitFor({ timeout: 60000 });
  assert.strictEqual(await numberOf(unheard), (await fixture.site.ask('olt.health', { olt: 'centro' })).onus.online);
  const tile = page.locator('.mantine-Paper-root').filter({ has: unheard }).last();
  assert.strictEqual(await tile.locator('[data-tone=good]').count(), 0);
  await fixture.shot(page, 'dashboard-unheard');
  await unheard.click();
  await page.waitForURL('**/olts?state=suspended');
});

test('the workflow of an OLT is changed on its own page, and its executions are there as they come', async (t) => {
  const disabled = () => fixture.site.count('nodes', { enabled: 'false' });
  const before = await disabled();
  const page = await fixture.open(t, '/olts/1/workflow');
  await page.getByRole('button', { name: /^Move .*discovery/ }).waitFor();
  await page.getByRole('button', { name: 'Actions for huawei_smartax discovery' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await fixture.site.until(async () => (await disabled()) === before + 1, 'one more is disabled');
  const viewer = await fixture.open(t, '/olts/1/workflow', { as: 'viewer' });
  await viewer.getByText(/discovery/).first().waitFor();
  assert.strictEqual(await viewer.locator('#main button[draggable=true]').count(), 0);
  await viewer.goto('/olts/1/executions');
  const rows = viewer.getByText(/^[1-9]\d* rows$/);
  await rows.waitFor();
  const many = await numberOf(rows);
  await fixture.site.ask('job.run', { job: 'huawei_smartax ports', olt: 'centro' });
  await viewer.getByText(`${many + 1} rows`).waitFor();
});
