// SPDX-License-Identifier: Apache-2.0
//
// What is kept about the running (quotas, plans, the coordinator's log), and who may do what: users,
// tokens, settings, audit.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { PASSWORD, startFixture } = require('./lib');

const fixture = startFixture({
  sims: [['--profile', 'huawei', '--ports', '1', '--onus', '4', '--offline', '0', '--churn', '0']],
});

// The first of an API's list, once there is one.
const first = (list, filters = {}) => fixture.site.until(async () => (await fixture.site.list(list, filters))[0], `one of ${list}`);

test('quotas of this hour have a bar each, and lead to the hour of their OLT', async (t) => {
  await first('quotas');
  const page = await fixture.open(t, '/quotas');
  const card = page.getByRole('article', { name: /^centro / }).first();
  await card.getByRole('img', { name: /runs: \d+ of \d+/ }).waitFor();
  await page.locator('label', { hasText: 'Behind or at risk' }).click();
  await page.getByText(/Nothing is at risk|centro/).first().waitFor();
  await page.goto('/quotas');
  await card.getByRole('link', { name: 'centro' }).click();
  await page.waitForURL(/\/olts\/1\/timeline/);
});

test('quotas are by job: the hours of one are found by it', async (t) => {
  const { job, job_name: name, task_type: label } = await first('quotas');
  assert.ok(job && name && label);
  const page = await fixture.open(t, '/quotas');
  await page.getByRole('article', { name: `centro ${name}` }).first().waitFor();
  await page.goto(`/quotas/history?job=${job}`);
  const count = (await fixture.site.list('quotas', { job })).length;
  await page.getByText(new RegExp(`^${count} rows?$`)).waitFor();
  await page.getByRole('table').getByText(name, { exact: true }).first().waitFor();
});

test('a plan shows each run as planned and as it was', async (t) => {
  const plan = await first('plans');
  const page = await fixture.open(t, `/plans/${plan.id}`);
  await page.getByRole('heading', { level: 1, name: 'Plan of centro', exact: true }).waitFor();
  await page.getByText(/runs done: \d+ of \d+/).waitFor();
  await fixture.shot(page, 'plan');
});

test('the log is live, and each line has its details', async (t) => {
  const page = await fixture.open(t, '/log?olt=1');
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await fixture.site.ask('olt.disable', { olt: '1' });
  await page.getByRole('table').getByText(/disabled/i).first().waitFor();
  await fixture.site.ask('olt.enable', { olt: '1' });
  const line = (await fixture.site.list('coordinator_logs', { olt: 1 }))[0];
  await page.goto(`/log/${line.id}`);
  await page.getByText(line.message).first().waitFor();
  await page.goto('/log/999999999');
  await page.getByText('This line is not there any more').waitFor();
});

test('a user is added, refused with words, changed and deleted', async (t) => {
  const page = await fixture.open(t, '/users/new', { expects: /422/ });
  await page.getByLabel('Name', { exact: false }).first().fill('with space');
  await page.getByText('A name without spaces is needed').waitFor();
  await page.getByLabel('Name', { exact: false }).first().fill('viewer');
  await page.locator('input[autocomplete="new-password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByText(/already|taken|exists/i).first().waitFor(); // by the API; what was typed is still there
  assert.strictEqual(await page.locator('input[autocomplete="new-password"]').inputValue(), PASSWORD);
  await page.getByLabel('Name', { exact: false }).first().fill('rosa');
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.waitForURL(/\/users$/);

  await page.getByRole('table').getByText('rosa', { exact: true }).click();
  await page.getByLabel('Full name').fill('Rosa Vega');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Rosa Vega').waitFor();
  await page.getByRole('table').getByText('rosa', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/users$/);
  assert.deepStrictEqual((await fixture.site.list('users')).filter(({ name }) => name === 'rosa'), []);
});

test('two who edit the same user are told', async (t) => {
  const page = await fixture.open(t, '/users/operator', { expects: /412/ });
  await page.getByLabel('E-mail').fill('mine@example.net');
  await fixture.site.ask('user.change', { user: 'operator', full_name: 'Somebody else was here' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody changed it first').waitFor();
  await page.getByRole('button', { name: 'See theirs' }).click();
  assert.strictEqual(await page.getByLabel('Full name').inputValue(), 'Somebody else was here');
});

test('a user gets another password, and is signed out everywhere', async (t) => {
  await fixture.site.ask('user.add', { name: 'forgetful', role: 'viewer', password: PASSWORD });
  const theirs = await fixture.blank(t, { expects: /status of 401/ });
  await fixture.logIn(theirs, 'forgetful');
  await theirs.locator('#main').waitFor();
  const page = await fixture.open(t, '/users/forgetful', { expects: /status of 422/ });
  await page.getByRole('button', { name: 'New password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Set the password' }).click();
  await dialog.getByRole('alert').waitFor(); // by the API, and the dialog stays
  await dialog.getByLabel('New password', { exact: true }).fill('Another-Password-78');
  await dialog.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('forgetful has a new password').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('forgetful was signed out everywhere').waitFor();
  await theirs.reload();
  await theirs.waitForURL('**/login**');
  await fixture.logIn(theirs, 'forgetful', 'Another-Password-78');
  await theirs.locator('#main').waitFor();
});

test('one\'s own password is asked for on the page of the user too', async (t) => {
  await fixture.site.ask('user.add', { name: 'second', role: 'admin', password: PASSWORD });
  const page = await fixture.blank(t, { expects: /status of (401|422)/ });
  await fixture.logIn(page, 'second');
  await page.locator('#main').waitFor();
  await page.goto(`${fixture.address}/users/second`);
  await page.getByRole('button', { name: 'New password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change my password' });
  await dialog.getByLabel('Present password').fill('not this one');
  await dialog.getByLabel('New password').fill('another good sentence');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByText('this is not the password').waitFor();
  await dialog.getByLabel('Present password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Your password is changed').waitFor();
});

test('a second token of the same name is refused with words', async (t) => {
  await fixture.site.ask('token.add', { name: 'taken', role: 'viewer', user: 'admin' });
  const page = await fixture.open(t, '/tokens', { expects: /status of 422/ });
  await page.getByRole('button', { name: 'Add a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await dialog.locator('.mantine-InputWrapper-error').waitFor(); // it needs a name
  await dialog.getByLabel('Name', { exact: false }).first().fill('taken');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await dialog.getByText(/has a token "taken" already/).waitFor();
  await dialog.getByLabel('Name', { exact: false }).first().fill('free');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await page.getByTestId('token').waitFor();
});

test('a token is shown once, lets in, and is revoked', async (t) => {
  const page = await fixture.open(t, '/tokens');
  await page.getByRole('button', { name: 'Add a token' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: false }).first().fill('grafana');
  await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click();
  const token = await page.getByTestId('token').textContent();
  const ask = () => fetch(`${fixture.site.api}/api/v1/olts/`, { headers: { Authorization: `Token ${token}` } });
  assert.strictEqual((await ask()).status, 200);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Revoke grafana' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked').first().waitFor();
  assert.strictEqual((await ask()).status, 401);
});

test('a setting is changed, refused with words, and put back', async (t) => {
  const page = await fixture.open(t, '/settings', { expects: /422/ });
  const group = page.getByRole('region', { name: 'What ONUs receive' });
  const field = group.getByRole('textbox', { name: 'Warning below' });
  await field.fill('-80');
  await group.getByRole('button', { name: 'Save' }).nth(1).click();
  await group.getByText(/-50/).first().waitFor();
  await field.fill('-24');
  await group.getByRole('button', { name: 'Save' }).nth(1).click();
  await page.getByText('Warning below: saved').waitFor();
  const value = async () => (await fixture.site.ask('setting.list')).find(({ key }) => key === 'onu_rx.warn').value;
  assert.strictEqual(await value(), -24);
  await group.getByRole('button', { name: 'Warning below: back to what is usual' }).click();
  await fixture.site.until(async () => (await value()) === -25, 'the usual value');
});

test('the audit says who changed what', async (t) => {
  await fixture.site.ask('user.change', { user: 'viewer', full_name: 'Vi Ewer' });
  const entry = (await fixture.site.list('audit_log')).find(({ after }) => JSON.stringify(after)?.includes('Vi Ewer'));
  const page = await fixture.open(t, `/audit/${entry.id}`);
  await page.getByRole('table').getByText('Vi Ewer').waitFor();
  await fixture.shot(page, 'audit-entry');
});

test('a viewer is offered nothing that changes', async (t) => {
  await first('quotas');
  const page = await fixture.open(t, '/', { as: 'viewer' });
  for (const [at, shown] of [['/quotas', 'centro'], ['/quotas/history', 'centro'], ['/plans', 'centro'], ['/log', 'centro'], ['/settings', 'dBm']]) {
    await page.goto(at);
    const main = page.locator('#main');
    await main.getByText(shown).first().waitFor();
    assert.strictEqual(await main.getByRole('button', { name: /Save$|Delete|Acknowledge/ }).count(), 0, at);
    assert.strictEqual(await main.getByRole('link', { name: /^Add/ }).count(), 0, at);
    assert.strictEqual(await main.getByRole('textbox', { name: /Warning below/ }).count(), 0, at);
  }
});
