// SPDX-License-Identifier: Apache-2.0
//
// Executions as they happen, what went wrong with them in words, and the pollers at work.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const { test } = require('node:test');
const { startFixture } = require('./lib');
const { QUIET } = require('../system/serve-lib');

const fixture = startFixture({
  env: { ...QUIET, FACHO_POLL_POLLERS: '4' },
  sims: [['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static']],
});

const executions = (filter) => fixture.site.list('executions', filter, { ordering: '-id' });
const nodeOf = async (olt, part) => (await fixture.site.list('nodes', { olt_name: olt })).find((node) => node.job_name.includes(part));

async function ended(filter) {
  return fixture.site.until(async () => (await executions(filter)).find((row) => row.finished_at), 'an execution');
}

test('an execution says in a sentence how it went and what it brought', async (t) => {
  const { id } = await ended({ type: 'discovery', state: 'SUCCESS' });
  const page = await fixture.open(t, `/executions/${id}`);
  await page.getByText('huawei_smartax discovery asked centro everything, and all of it was answered and stored.').waitFor();
  await page.getByText('ONUs new').waitFor();
  await page.getByText('found for the first time').first().waitFor();
  await fixture.shot(page, 'execution-en-light-1440');
  await page.getByRole('main').getByRole('link', { name: 'centro' }).first().click();
  await page.waitForURL('**/olts/*');
});

test('what runs appears in the list without a reload', async (t) => {
  const page = await fixture.open(t, '/executions');
  await page.getByRole('table').waitFor();
  const { id: node } = await nodeOf('centro', 'states');
  const { executions: [id] } = await fixture.site.ask('node.run', { node });
  await page.locator(`a[href$="/executions/${id}"]`).first().waitFor();
});

test('filters are in the address', async (t) => {
  await ended({ type: 'discovery' });
  const page = await fixture.open(t, '/executions?type=discovery&ordering=-late_ms');
  await page.getByRole('table').getByText('huawei_smartax discovery').first().waitFor();
  assert.strictEqual(await page.getByRole('table').getByText('huawei_smartax states').count(), 0);
});

// An OLT that hears everything and answers nothing keeps its poller as long as a test needs it.
async function silentOlt(t) {
  const socket = dgram.createSocket('udp4');
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  const name = `mudo-${socket.address().port}`;
  await fixture.site.ask('olt.add', {
    name, address: '127.0.0.1', port: socket.address().port, community: 'x', profile: 'huawei', timeout_ms: 30000, retries: 3,
  });
  await fixture.site.ask('job.standard', { olt: name, first_in: '1h' });
  return name;
}

test('what runs is seen on its poller, and can be interrupted', async (t) => {
  const olt = await silentOlt(t);
  const { id: node } = await nodeOf(olt, 'states');
  const { executions: [id] } = await fixture.site.ask('node.run', { node });
  const pollers = await fixture.open(t, '/pollers');
  const slots = pollers.getByRole('list', { name: 'Slots' });
  await slots.getByRole('link', { name: olt }).waitFor();
  await pollers.getByText('1 of 4').waitFor();
  await fixture.shot(pollers, 'pollers-busy-en-light-1440');
  const page = await fixture.open(t, `/executions/${id}`);
  await page.getByText(`huawei_smartax states is asking ${olt} now.`).waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Interrupt' }).click();
  await page.getByText(`huawei_smartax states on ${olt} was stopped before it was through.`).waitFor();
  await page.getByText('Somebody stopped it.').first().waitFor();
  await slots.getByRole('link', { name: olt }).waitFor({ state: 'detached' });
});

test('what ends before the page hears of events is not missed', async (t) => {
  const olt = await silentOlt(t);
  const { id: node } = await nodeOf(olt, 'states');
  const { executions: [id] } = await fixture.site.ask('node.run', { node });
  const page = await fixture.open(t, '/users'); // which no execution changes
  let letIn;
  const held = new Promise((resolve) => { letIn = resolve; });
  await page.route('**/api/v1/events/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/executions/${id}`);
  await page.getByText(`huawei_smartax states is asking ${olt} now.`).waitFor();
  await fixture.site.ask('execution.interrupt', { execution: id });
  await ended({ id });
  letIn();
  await page.getByText(`huawei_smartax states on ${olt} was stopped before it was through.`).waitFor();
});

test('a list is asked again when something changed, and not at intervals', async (t) => {
  const page = await fixture.open(t, '/users');
  await page.getByRole('table').getByText('admin').first().waitFor();
  let asked = 0;
  page.on('request', (request) => { asked += request.url().includes('/api/v1/users/') ? 1 : 0; });
  await page.waitForTimeout(17000); // longer than lists once waited
  assert.strictEqual(asked, 0, 'nothing happened');
  await fixture.site.ask('user.add', { name: 'lejana', role: 'viewer', password: 'A-Password-Of-Hers-1' });
  await page.getByRole('table').getByText('lejana').waitFor();
});

test('who waits is in the queue, with the reason', async (t) => {
  const olt = await silentOlt(t);
  const { id: first } = await nodeOf(olt, 'states');
  const { id: second } = await nodeOf(olt, 'inventory');
  const { executions: [one] } = await fixture.site.ask('node.run', { node: first });
  const { executions: [two] } = await fixture.site.ask('node.run', { node: second });
  const page = await fixture.open(t, '/pollers');
  await page.getByText(/^its OLT is being asked by poller \d$/).waitFor();
  await page.getByText(/asked for by/).waitFor();
  for (const execution of [two, one]) await fixture.site.ask('execution.interrupt', { execution });
  await page.getByText('Nobody waits.').waitFor();
});

test('an error is told in words, with what to do', async (t) => {
  await fixture.site.ask('olt.add', {
    name: 'sordo', address: '127.0.0.1', port: 9, community: 'x', profile: 'huawei', timeout_ms: 100, retries: 0,
  });
  await fixture.site.ask('job.standard', { olt: 'sordo', first_in: '1h' });
  const [job] = await fixture.site.list('jobs', { name: 'huawei_smartax chassis' });
  await fixture.site.ask('job.change', { job: job.id, max_retries: 0 });
  const { id: node } = await nodeOf('sordo', 'chassis');
  const { executions: [id] } = await fixture.site.ask('node.run', { node });
  await ended({ id });
  for (const [language, what, todo] of [
    ['en', /^(The OLT did not answer in time\.|The network says that the OLT cannot be reached\.)$/, 'What to do:'],
    ['es', /^(La OLT no respondió a tiempo\.|La red dice que no se puede llegar a la OLT\.)$/, 'Qué hacer:'],
  ]) {
    const page = await fixture.open(t, `/executions/${id}`, { language });
    await page.getByText(what).first().waitFor();
    await page.getByText(todo).waitFor();
    await fixture.shot(page, `execution-failed-${language}-light-1440`);
  }
});

test('a viewer may look, and not interrupt', async (t) => {
  const { id } = await ended({ type: 'discovery' });
  const page = await fixture.open(t, `/executions/${id}`, { as: 'viewer' });
  await page.getByText('What it brought').waitFor();
  assert.strictEqual(await page.getByRole('button', { name: /^(Run again|Interrupt)$/ }).count(), 0);
  await page.goto('/executions');
  await page.getByRole('table').waitFor();
  assert.strictEqual(await page.getByRole('table').getByRole('checkbox').count(), 0);
});

test('an execution that is not there says so', async (t) => {
  const page = await fixture.open(t, '/executions/987654', { expects: /status of 404/ });
  await page.getByText('There is no such execution.', { exact: false }).waitFor();
});
