// SPDX-License-Identifier: Apache-2.0
//
// OLTs: the guide to the first one, the list, one of them with its tabs, the form and its test,
// two who edit at the same time, and what each role is offered. The tests build on each other:
// the fixture begins without any OLT, as a new installation does.
'use strict';
const assert = require('node:assert');
const { before, test } = require('node:test');
const { startSim } = require('../system/lib');
const { assertAccessible, startFixture } = require('./lib');

// Only runs count here: an OLT without jobs is not asked.
const fixture = startFixture({ env: { FACHO_HEALTH_WATCH: '0' } });
const STILL = ['--offline', '0', '--churn', '0'];
let centro;
let norte;

before(async () => {
  centro = await startSim(fixture.t, ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--name', 'centro-1', ...STILL]);
  norte = await startSim(fixture.t, ['--profile', 'zte', '--ports', '2', '--onus', '4', ...STILL]);
}, { timeout: 60000 });

const field = (page, label) => page.getByLabel(label, { exact: false }).first();

async function fillWhere(page, { name, sim, community }) {
  await field(page, 'Name').fill(name);
  await field(page, 'Address').fill(sim.address);
  await field(page, 'UDP port').fill(String(sim.port));
  await page.locator('input[type=password]').first().fill(community);
}

const row = (page, name) => page.getByRole('row').filter({ hasText: name });

// ---- the first one -------------------------------------------------------------------------------

test('the guide leads from nothing to ONUs on the screen, and goes on where it was left', async (t) => {
  const page = await fixture.open(t, '/olts');
  await page.getByText('No OLT yet').waitFor();
  await fixture.shot(page, 'olts-empty');
  await page.getByRole('link', { name: 'Show me how' }).click();

  // A wrong community is silence, and the guide says what to look for.
  await fillWhere(page, { name: 'centro', sim: centro, community: 'wrong' });
  await page.getByRole('button', { name: 'Test and add' }).click();
  await page.getByText('No answer').waitFor();
  await page.getByText(/To a wrong one most devices say nothing/).waitFor();
  await fixture.shot(page, 'guide-no-answer');
  assert.strictEqual(await fixture.site.count('olts'), 0, 'nothing was written');
  assert.strictEqual(await page.getByRole('alert').count(), 0, 'it is said once, by the test');
  await page.locator('input[type=password]').first().fill('public');

  // A name that does not exist is said as that.
  await page.getByLabel('Address').fill('no-such-olt.invalid');
  await page.getByRole('button', { name: 'Test and add' }).click();
  await page.getByText('This host name does not exist').waitFor();
  await page.getByLabel('Address').fill(centro.address);
  await page.getByRole('button', { name: 'Test and add' }).click();

  // It was added with its jobs; who comes back later is where it was left.
  await page.waitForURL('**/olts/start?olt=1');
  await page.goto('/olts/start');
  await page.getByText('16 ONUs found on centro').waitFor({ timeout: 60000 });
  await fixture.shot(page, 'guide-found');
  await assertAccessible(page, 'the guide');
  await page.getByRole('link', { name: 'See the ONUs' }).click();
  await page.waitForURL('**/olts/1/onus');
  await page.getByText('16 rows').waitFor();
});

// ---- the form ------------------------------------------------------------------------------------

test('an OLT is tested in words before anything is written', async (t) => {
  const page = await fixture.open(t, '/olts/new');
  await fillWhere(page, { name: 'norte', sim: norte, community: 'public' });
  await page.getByRole('button', { name: 'Test this OLT' }).click();
  await page.getByText('It answers: ZTE').waitFor();
  await page.getByText(/It has been up for/).waitFor();
  await page.getByText(/Columns that answer/).waitFor();
  // The form keeps what the device said it is.
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some((input) => input.value === 'ZTE'));
  assert.ok(await page.getByRole('checkbox', { name: 'Apply the standard jobs' }).isChecked());
  await fixture.shot(page, 'olt-tested');
  await assertAccessible(page, 'the form with a result');
  await page.locator('input[type=password]').first().fill('wrong');
  await page.getByRole('button', { name: 'Test again' }).click();
  await page.getByText('No answer').waitFor();
  assert.strictEqual(await fixture.site.count('olts'), 1);
});

test('the SNMPv3 protocols to choose from are those of the API', async (t) => {
  const page = await fixture.open(t, '/olts/new');
  const document = await page.evaluate(async () => (await fetch('/api/v1/openapi.json')).json());
  const { v3_auth, v3_priv } = document.components.schemas.OltAdd.properties;
  await page.getByText('v3', { exact: true }).click();
  for (const [label, { enum: names }] of [['Authentication', v3_auth], ['Privacy', v3_priv]]) {
    await page.getByRole('textbox', { name: label }).first().click();
    for (const name of names.filter((one) => one !== null)) await page.getByRole('option', { name, exact: true }).waitFor();
    await page.keyboard.press('Escape');
  }
});

test('the form checks as one types, shows what the server says at its field, and keeps what was typed', async (t) => {
  const page = await fixture.open(t, '/olts/new', { expects: /422/ });
  const add = page.getByRole('button', { name: 'Add an OLT' });
  await add.click();
  await page.getByText('It needs a name.').waitFor();
  await page.getByText('SNMP version 2c needs one.').waitFor();
  await fillWhere(page, { name: 'centro', sim: norte, community: 'public' });
  await page.getByText('There is an OLT “centro” already.').waitFor();
  await field(page, 'Address').fill('not an address');
  await page.getByText('An IPv4 or IPv6 address or a host name.').waitFor();
  await field(page, 'Address').fill(norte.address);
  const long = 'x'.repeat(300);
  await field(page, 'Name').fill(long);
  await add.click();
  await page.locator('.mantine-InputWrapper-error').first().waitFor();
  assert.strictEqual(await field(page, 'Name').inputValue(), long);
  assert.strictEqual(await fixture.site.count('olts'), 1);
  await fixture.shot(page, 'olt-form-error');

  // And it asks before it is left.
  await page.getByRole('navigation').getByRole('link', { name: 'OLTs' }).first().click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  assert.match(page.url(), /\/olts\/new$/);

  await field(page, 'Name').fill('norte');
  await add.click();
  await page.waitForURL('**/olts/2');
  await page.getByRole('heading', { level: 1, name: 'norte', exact: true }).waitFor();
});

test('an OLT is edited; its community stays, and is never shown', async (t) => {
  const page = await fixture.open(t, '/olts/2/edit');
  const secret = page.locator('input[type=password]').first();
  assert.strictEqual(await secret.inputValue(), '');
  await page.getByText('Stored. Leave it empty to keep it.').waitFor();
  await field(page, 'Site').fill('Cerro alto');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/olts/2');
  await page.getByText(/Cerro alto/).waitFor();
  const { site, has_community: has } = await fixture.site.ask('olt.get', { olt: 'norte' });
  assert.deepStrictEqual([site, has], ['Cerro alto', true]);
});

test('another port needs the community again, and the form says so', async (t) => {
  const page = await fixture.open(t, '/olts/2/edit');
  const { port } = await fixture.site.ask('olt.get', { olt: 'norte' });
  const again = page.getByText('The address, port, version, user or protocol changes: enter it again.');
  await page.getByText('Stored. Leave it empty to keep it.').waitFor();
  await field(page, 'Port').fill(String(port + 1));
  await again.first().waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await again.nth(1).waitFor(); // beside the field, and as its error
  assert.match(page.url(), /edit$/);
  await field(page, 'Port').fill(String(port));
  await page.getByText('Stored. Leave it empty to keep it.').waitFor();
  assert.strictEqual((await fixture.site.ask('olt.get', { olt: 'norte' })).port, port);
});

test('two who edit the same OLT are told, and either version can win', async (t) => {
  const first = await fixture.open(t, '/olts/2/edit');
  const second = await fixture.open(t, '/olts/2/edit', { expects: /412/ });
  await field(second, 'Site').waitFor();
  await field(first, 'Site').fill('Uno');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.waitForURL('**/olts/2');
  await field(second, 'Site').fill('Dos');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByText('Somebody changed it first').waitFor();
  await fixture.shot(second, 'olt-conflict');
  await second.getByRole('button', { name: 'See theirs' }).click();
  assert.strictEqual(await field(second, 'Site').inputValue(), 'Uno');

  await fixture.site.ask('olt.change', { olt: 2, site: 'Tres' });
  await field(second, 'Site').fill('Cuatro');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByRole('button', { name: 'Keep mine and save' }).click();
  await second.waitForURL('**/olts/2');
  assert.strictEqual((await fixture.site.ask('olt.get', { olt: 2 })).site, 'Cuatro');
});

// ---- the list ------------------------------------------------------------------------------------

test('bulk actions count, ask, and can be undone', async (t) => {
  const page = await fixture.open(t, '/olts');
  await page.getByRole('checkbox', { name: 'Choose all' }).click(); // checked when all of them are known
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByText('2 rows').waitFor();
  await fixture.shot(page, 'olts-bulk');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await row(page, 'centro').getByText('Disabled').waitFor();
  await row(page, 'norte').getByText('Disabled').waitFor();
  assert.strictEqual(await fixture.site.count('olts', { enabled: 'true' }), 0);

  // What somebody else does is there without a reload.
  await fixture.site.ask('olt.enable', { olt: 'centro' });
  await row(page, 'centro').getByText('Up').waitFor();
  await fixture.site.ask('olt.enable', { olt: 'norte' });

  await fixture.site.ask('olt.delete', { olt: 'norte', why: 'a test' });
  await page.goto('/olts?deleted_at__gte=2000-01-01T00%3A00%3A00Z');
  await page.getByRole('checkbox', { name: 'Choose norte' }).check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await fixture.site.until(async () => (await fixture.site.count('olts', { deleted_at: '' })) === 2, 'both are back');
});

test('the list is filtered by state, and the address says so', async (t) => {
  await fixture.site.ask('olt.disable', { olt: 'norte' });
  const page = await fixture.open(t, '/olts?state=up&ordering=-onus_online');
  await row(page, 'centro').getByText('Up').waitFor();
  assert.strictEqual(await row(page, 'norte').count(), 0);
  await fixture.site.ask('olt.enable', { olt: 'norte' });
});

// ---- one of them ---------------------------------------------------------------------------------

test('an hour has its bars; one opens its execution; other hours are a click away', async (t) => {
  const page = await fixture.open(t, '/olts/1/timeline');
  const bar = page.getByRole('group', { name: /discovery/ }).getByRole('button', { name: /on time|late/ }).first();
  await bar.focus();
  await page.getByText(/took/).last().waitFor();
  await page.getByRole('button', { name: 'The hour before' }).click();
  await page.waitForURL(/hour=/);
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await bar.press('Enter'); // the simulated ones run so often that their bars overlap
  await page.waitForURL(/\/executions\/\d+$/);
  await page.goto('/olts/1/timeline?hour=2020-01-01T00%3A00%3A00Z');
  await page.getByText('Nothing in this hour').waitFor();
});

test('an OLT that goes silent is suspended before one\'s eyes, with the reason and the next probe', async (t) => {
  await fixture.site.ask('olt.change', { olt: 'norte', timeout_ms: 100, retries: 0 });
  await fixture.site.ask('job.standard', { olt: 'norte', first_in: '100ms' });
  await fixture.site.until(async () => (await fixture.site.count('onus', { olt: 2 })) === 8, 'its ONUs');
  const page = await fixture.open(t, '/olts/2/health');
  await page.locator('.badge').filter({ hasText: 'Up' }).first().waitFor();
  await norte.stop();
  await page.getByText(/Suspended since/).waitFor({ timeout: 120000 });
  await page.getByText('Next probe').waitFor();
  await fixture.shot(page, 'olt-suspended');
  await page.getByRole('button', { name: 'Ask it again now' }).click();
  await page.getByText('norte is asked again.').waitFor();
});

// ---- roles ---------------------------------------------------------------------------------------

test('a viewer is offered nothing that changes anything; an operator runs but does not edit', async (t) => {
  const viewer = await fixture.open(t, '/olts', { as: 'viewer' });
  await row(viewer, 'centro').waitFor();
  assert.strictEqual(await viewer.getByRole('checkbox').count(), 0);
  assert.strictEqual(await viewer.getByRole('link', { name: 'Add an OLT' }).count(), 0);
  await viewer.goto('/olts/1');
  await viewer.getByRole('heading', { level: 1, name: 'centro', exact: true }).waitFor();
  for (const name of ['Run now', 'Edit', 'More actions'])
    assert.strictEqual(await viewer.locator('#main').getByText(name).count(), 0, name);
  assert.strictEqual(await viewer.getByRole('button', { name: 'More actions' }).count(), 0);
  await viewer.goto('/olts/1/edit');
  await viewer.getByText('For administrators').waitFor();

  const operator = await fixture.open(t, '/olts/1', { as: 'operator' });
  await operator.getByRole('button', { name: 'Run now' }).click();
  await operator.getByText('centro: everything that is enabled runs now.').waitFor();
  assert.strictEqual(await operator.getByRole('link', { name: 'Edit' }).count(), 0);
});
