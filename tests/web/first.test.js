// SPDX-License-Identifier: Apache-2.0
//
// The first day: nothing is there yet, and every page says what to do first; the guide leads to ONUs in
// few steps; whoever logs in is spoken to in the language that is written at the name.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('../system/lib');
const { move, settled } = require('./addresses');
const { PASSWORD, assertAccessible, startFixture } = require('./lib');

const fixture = startFixture();

// Where, and what is said there about what to do.
const EMPTY = [
  ['/', /guide|OLT/i], ['/olts', 'Add the first one'], ['/onus', 'add one, and give it the standard jobs'], ['/jobs', 'standard jobs'],
  ['/workflows', 'Add an OLT first'], ['/executions', 'Put jobs on an OLT first'], ['/quotas', 'add an OLT and apply the standard jobs'],
  ['/quotas/history', 'add an OLT and apply the standard jobs'], ['/plans', 'add an OLT and apply the standard jobs'],
  ['/violations', 'Every hour so far has kept what was owed'], ['/tokens', 'A token lets a program use the API'],
];

test('every list that is empty says what to do first', async (t) => {
  const page = await fixture.open(t, '/');
  for (const [at, words] of EMPTY) {
    await move(page, at);
    await settled(page);
    await page.locator('#main').getByText(words).first().waitFor();
    assert.strictEqual(await page.locator('#main [role="table"]').count(), 0, `${at} is empty`);
    await fixture.shot(page, `empty${at.replace(/\W+/g, '-')}`);
  }
  await page.goto('/onus?search=nobody');
  await page.getByText('No row fits the search and the filters.').waitFor();
  // Who may not add one is not told to.
  const viewer = await fixture.open(t, '/olts', { as: 'viewer' });
  await viewer.getByText('No OLT yet').waitFor();
  await viewer.getByText('An administrator can add the first OLT.').waitFor();
  assert.strictEqual(await viewer.getByRole('link', { name: /Show me how|Add an OLT/ }).count(), 0);
});

test('an OLT without jobs, ports, ONUs, runs or plans says on each tab what to do', async (t) => {
  await fixture.site.ask('olt.add', { name: 'bare', address: '192.0.2.1', community: 'x', profile: 'huawei' });
  const { id } = await fixture.site.ask('olt.get', { olt: 'bare' });
  const page = await fixture.open(t, `/olts/${id}`);
  await page.getByText('Nothing runs on it').waitFor();
  for (const tab of ['ports', 'onus', 'values', 'workflow', 'timeline', 'executions', 'log']) {
    await move(page, `/olts/${id}/${tab}`);
    await settled(page);
    const words = (await page.locator('#main .mantine-Center-root').last().innerText()).split('\n').filter(Boolean);
    assert.ok(words.length >= 2, `${tab}: ${words}`);
  }
  await page.goto('/');
  await fixture.site.ask('olt.delete', { olt: 'bare', why: 'it was only looked at' });
});

test('the guide takes a person four fields and the Enter key from nothing to the ONUs', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '8', '--static']);
  const page = await fixture.open(t, '/');
  const type = (label, text) => page.getByLabel(label, { exact: false }).first().fill(text);
  await page.getByRole('link', { name: 'Add the first OLT' }).click();
  await type('Name', 'centro');
  await type('Address', sim.address);
  await assertAccessible(page, 'the guide');
  // Somebody else is faster; what is typed here stays.
  await fixture.site.ask('olt.add', { name: 'other', address: '192.0.2.1', community: 'x', profile: 'huawei', enabled: false });
  await page.waitForResponse(async (reply) => reply.url().includes('/api/v1/olts/?ordering') && (await reply.text()).includes('"other"'));
  await type('UDP port', String(sim.port));
  await type('Community', 'public');
  assert.strictEqual(await page.getByLabel('Name', { exact: false }).first().inputValue(), 'centro');
  await page.keyboard.press('Enter');
  await page.getByText(/8 ONUs found on centro/).waitFor({ timeout: 120000 });
  await page.getByRole('link', { name: 'See the ONUs' }).click();
  await page.getByText('8 rows').waitFor();
  // Their levels come by themselves, right after them.
  await page.getByText(/dBm/).nth(7).waitFor({ timeout: 120000 });
  await fixture.site.ask('olt.delete', { olt: 'other', why: 'it was only added' });
});

test('before its levels were read an OLT says so on every page, and how far it is', async (t) => {
  const sim = await startSim(t, ['--control', '-', '--profile', 'zte', '--ports', '1', '--onus', '5', '--offline', '0', '--static']);
  const { site } = fixture;
  await site.ask('olt.add', { name: 'norte', address: sim.address, port: sim.port, community: 'public', profile: 'zte', retries: 0, timeout_ms: 300 });
  await site.ask('job.add', { name: 'who', type: 'discovery', brand: 'ZTE', interval: '1d', oids: ['zte_c300_c320/onu/serial'] });
  await site.ask('job.apply', { job: 'who', olt: 'norte', first_in: '100ms' });
  await site.until(async () => (await site.count('onus', { olt_name: 'norte' })) === 5, 'its ONUs');
  sim.write(JSON.stringify({ cmd: 'set', silent: true }));
  await site.ask('job.standard', { olt: 'norte', first_in: '1h' });
  const [onu] = await site.list('onus', { olt_name: 'norte' });

  const toCome = 'First reading of levels to come: 0 of 5 asked.';
  const page = await fixture.open(t, `/onus/${onu.id}`);
  await page.getByText(toCome).waitFor();
  assert.strictEqual(await page.getByText('It tells no level').count(), 0);
  await page.goto(`/olts/${onu.olt}`);
  await page.getByText(toCome).waitFor();
  await page.goto(`/onus?olt=${onu.olt}`);
  await page.getByText(`norte: ${toCome}`).waitFor();
  await page.getByText('not read yet').nth(4).waitFor();
  // While it is under way.
  const spanish = await fixture.open(t, '/', { language: 'es' });
  for (const shown of [page, spanish]) {
    await shown.route('**/api/v1/first-readings/', (route) => route.fulfill({
      json: { results: [{ olt: onu.olt, olt_name: 'norte', asked: 2, onus: 5 }] },
    }));
  }
  await page.goto(`/olts/${onu.olt}`);
  await page.getByText('First reading under way, 2 of 5').waitFor();
  await fixture.shot(page, 'first-reading');
  await spanish.goto(`/onus/${onu.id}`);
  await spanish.getByText('Primera lectura en curso, 2 de 5').waitFor();
  // And when it is over they are there.
  await page.unroute('**/api/v1/first-readings/');
  sim.write(JSON.stringify({ cmd: 'set', silent: false }));
  const node = (await site.list('nodes', { olt_name: 'norte' })).find(({ job_name }) => job_name.endsWith(' optics'));
  await site.ask('node.run', { node: node.id, alone: true });
  await page.goto(`/onus?olt=${onu.olt}`);
  await page.getByText(/dBm/).nth(4).waitFor({ timeout: 120000 });
  await page.getByTestId('first-reading').waitFor({ state: 'detached' });
});

test('who logs in is spoken to in the language at the name, until another is chosen', async (t) => {
  await fixture.site.ask('user.add', { name: 'rosa', role: 'viewer', password: PASSWORD, language: 'es' });
  const page = await fixture.blank(t, { language: 'en' });
  await fixture.logIn(page, 'rosa');
  await page.getByRole('heading', { level: 1, name: 'Panel', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Menú de rosa' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
});
