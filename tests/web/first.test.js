// SPDX-License-Identifier: Apache-2.0
//
// The first day: nothing is there yet, and every page says what to do first; the guide leads to ONUs in
// few steps; whoever logs in is spoken to in the language that is written at the name.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('../system/lib');
const { settled } = require('./addresses');
const { PASSWORD, assertAccessible, startStand } = require('./lib');

const stand = startStand();

// Where, and what is said there about what to do.
const EMPTY = [
  ['/', /guide|OLT/i], ['/olts', 'Add the first one'], ['/onus', 'add one, and give it the standard jobs'], ['/jobs', 'standard jobs'],
  ['/workflows', 'Add an OLT first'], ['/executions', 'Put jobs on an OLT first'], ['/quotas', 'add an OLT and apply the standard jobs'],
  ['/quotas/history', 'add an OLT and apply the standard jobs'], ['/plans', 'add an OLT and apply the standard jobs'],
  ['/violations', 'Every hour so far has kept what was owed'], ['/tokens', 'A token lets a program use the API'],
];

test('every list that is empty says what to do first', async (t) => {
  const page = await stand.open(t, '/');
  for (const [at, words] of EMPTY) {
    await page.goto(at);
    await settled(page);
    await page.locator('#main').getByText(words).first().waitFor();
    assert.strictEqual(await page.locator('#main [role="table"]').count(), 0, `${at} is empty`);
    await stand.shot(page, `empty${at.replace(/\W+/g, '-')}`);
  }
  await page.goto('/onus?search=nobody');
  await page.getByText('No row fits the search and the filters.').waitFor();
  // Who may not add one is not told to.
  const viewer = await stand.open(t, '/olts', { as: 'viewer' });
  await viewer.getByText('No OLT yet').waitFor();
  await viewer.getByText('An administrator can add the first OLT.').waitFor();
  assert.strictEqual(await viewer.getByRole('link', { name: /Show me how|Add an OLT/ }).count(), 0);
});

test('an OLT without jobs, ports, ONUs, runs or plans says on each tab what to do', async (t) => {
  await stand.site.ask('olt.add', { name: 'bare', address: '192.0.2.1', community: 'x', profile: 'huawei' });
  const { id } = await stand.site.ask('olt.get', { olt: 'bare' });
  const page = await stand.open(t, `/olts/${id}`);
  await page.getByText('Nothing runs on it').waitFor();
  for (const tab of ['ports', 'onus', 'workflow', 'timeline', 'executions', 'log']) {
    await page.goto(`/olts/${id}/${tab}`);
    await settled(page);
    const words = (await page.locator('#main .mantine-Center-root').last().innerText()).split('\n').filter(Boolean);
    assert.ok(words.length >= 2, `${tab}: ${words}`);
  }
  await page.goto('/');
  await stand.site.ask('olt.delete', { olt: 'bare', why: 'it was only looked at' });
});

test('the guide takes a person four fields and four clicks from nothing to the ONUs', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '8', '--static']);
  const page = await stand.open(t, '/');
  let steps = 0;
  const click = async (role, name) => {
    steps++;
    await page.getByRole(role, { name }).click();
  };
  const type = async (label, text) => {
    steps++;
    await page.getByLabel(label, { exact: false }).first().fill(text);
  };
  await click('link', 'Add the first OLT');
  await type('Name', 'centro');
  await type('Address', '127.0.0.1');
  await type('UDP port', String(sim.port));
  await type('Community', 'public');
  await assertAccessible(page, 'the guide');
  await click('button', 'Test and add');
  await click('button', 'Apply the standard jobs');
  await page.getByText(/8 ONUs found on centro/).waitFor({ timeout: 120000 });
  await click('link', 'See the ONUs');
  await page.getByText('8 rows').waitFor();
  // A person needs ten seconds for each at most; the rest of the two minutes is the program's.
  assert.ok(steps <= 8, `${steps} steps`);
});

test('who logs in is spoken to in the language at the name, until another is chosen', async (t) => {
  await stand.site.ask('user.add', { name: 'rosa', role: 'viewer', password: PASSWORD, language: 'es' });
  const page = await stand.blank(t, { language: 'en' });
  await stand.logIn(page, 'rosa');
  await page.getByRole('heading', { level: 1, name: 'Panel' }).waitFor();
  await page.getByRole('button', { name: 'Menú de rosa' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});
