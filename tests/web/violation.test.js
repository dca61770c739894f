// SPDX-License-Identifier: Apache-2.0
//
// Hours that fell short: what is told of them, and that somebody has seen them. They are those of
// the days before facho demo.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({ demo: 3 });

const violations = (filter) => fixture.site.list('violations', filter, { ordering: 'id' });
const unseen = async () => (await violations()).filter((row) => !row.acked_at);
const ackButton = (page) => page.getByRole('button', { name: 'Acknowledge' });

// One of those in which runs failed, with its report; of others it is only known that runs are missing.
async function oneThatFailed() {
  for (const { id } of await violations()) {
    const found = await fixture.site.ask('violation.get', { violation: id });
    if (found.report.failed > 0) return found;
  }
  return assert.fail('no violation with failed runs');
}

test('a violation says how much was owed, what stood in the way, and leads to its hour', async (t) => {
  const { id, olt, olt_name: name, period_start: hour, report } = await oneThatFailed();
  const page = await fixture.open(t, `/violations/${id}`);
  await page.getByRole('heading', { level: 1, name: `${name} fell short` }).waitFor();
  await page.getByText(`Runs made: ${report.completed} of ${report.required} (${Math.round(report.percent)} %).`).waitFor();
  for (const [title, value] of [['Owed', report.required], ['Done', report.completed], ['Failed', report.failed], ['Missing', report.missing]])
    assert.strictEqual(await page.locator('#main .mantine-Paper-root', { hasText: title }).locator('p').nth(1).textContent(), String(value), title);
  await page.getByRole('heading', { name: 'What stood in the way' }).waitFor();
  await page.getByText(/^\d+ × the OLT did not answer in time$/).waitFor();
  await page.getByText('The report as it is stored').click();
  await page.getByRole('region', { name: 'The report as it is stored' }).getByText('"required"').waitFor();
  await assertAccessible(page, 'with its report');
  await fixture.shot(page, 'violation');
  await page.getByRole('link', { name: 'The hour as a timeline' }).click();
  await page.waitForURL((url) => url.pathname === `/olts/${olt}/timeline` && url.searchParams.get('hour') === hour);
  await page.locator('#main').getByRole('button', { name: /failed|skipped|on time/ }).first().waitFor();
});

test('its links lead to the runs and the log of its hour, and of nothing else', async (t) => {
  const { id, olt, job, period_start: hour } = await oneThatFailed();
  const end = Date.parse(hour) + 3600e3;
  for (const [link, path, field] of [['Its executions', '/executions', 'due_at'], ['Its log', '/log', 'at']]) {
    const page = await fixture.open(t, `/violations/${id}`);
    const asked = page.waitForRequest((request) => request.url().includes(`${field}__gte`));
    await page.getByRole('link', { name: link }).click();
    const query = new URL((await asked).url()).searchParams;
    assert.strictEqual(new URL(page.url()).pathname, path);
    assert.deepStrictEqual([query.get('olt'), Date.parse(query.get(`${field}__gte`)), Date.parse(query.get(`${field}__lt`))],
      [String(olt), Date.parse(hour), end]);
    if (path === '/executions' && job) assert.strictEqual(query.get('job'), String(job));
  }
});

test('the hour behind its links is shown as a filter, and can be cleared', async (t) => {
  const { id, olt } = await oneThatFailed();
  for (const [link, path] of [['Its executions', '/executions'], ['Its log', '/log']]) {
    const page = await fixture.open(t, `/violations/${id}`);
    await page.getByRole('link', { name: link }).click();
    await page.waitForURL((url) => url.pathname === path && url.searchParams.has('hour'));
    const rows = page.getByText(/^[\d,]+ rows?$/);
    const countOf = async () => Number((await rows.textContent()).replace(/\D/g, ''));
    await rows.waitFor();
    const within = await countOf();
    assert.ok(within > 0, `${path}: something of the hour`);
    const asked = page.waitForRequest((request) => {
      const url = new URL(request.url());
      return url.pathname.startsWith('/api/v1/') && url.searchParams.has('olt') && ![...url.searchParams.keys()].some((key) => key.endsWith('__gte'));
    });
    await page.getByRole('button', { name: 'Clear Hour' }).click();
    await asked;
    await page.waitForURL((url) => url.pathname === path && !url.searchParams.has('hour') && url.searchParams.get('olt') === String(olt));
    await fixture.site.until(async () => (await countOf()) > within, 'rows of other hours too');
    assert.strictEqual(await page.getByRole('button', { name: 'Clear Hour' }).count(), 0, 'the filter is gone');
  }
});

test('it is told in Spanish', async (t) => {
  const { id } = await oneThatFailed();
  const page = await fixture.open(t, `/violations/${id}`, { language: 'es' });
  await page.getByText(/^\d+ × la OLT no respondió a tiempo$/).waitFor();
});

test('a viewer is not offered to acknowledge, an operator is; and everybody sees who did', async (t) => {
  const [{ id }] = await unseen();
  const looking = await fixture.open(t, `/violations/${id}`, { as: 'viewer' });
  await looking.getByText('Nobody has acknowledged it yet.').waitFor();
  assert.strictEqual(await ackButton(looking).count(), 0);

  // That it could not be is said, and it can be tried again.
  const page = await fixture.open(t, `/violations/${id}`, { as: 'operator', expects: /status of 409/ });
  const error = { code: 'conflict', message: 'not at the moment', fields: {} };
  await page.route('**/ack/', (route) => route.fulfill({ status: 409, json: { error } }));
  await ackButton(page).click();
  await page.getByText(/not at the moment/).waitFor();
  await page.unroute('**/ack/');
  await ackButton(page).click();
  await page.getByText('Acknowledged by operator').waitFor();
  assert.strictEqual(await ackButton(page).count(), 0, 'once is enough');

  // And who only looked sees it without doing anything.
  await looking.getByText('Acknowledged by operator').waitFor({ timeout: 60000 });
  assert.strictEqual((await violations({ id }))[0].acked_by, 'operator');
});

test('the list is filtered by how bad they are, and several are acknowledged at once', async (t) => {
  assert.ok((await unseen()).length > 0, 'one that nobody has seen');
  const page = await fixture.open(t, '/violations?ordering=acked_at', { as: 'operator' });
  await page.getByText('not seen yet').first().waitFor();
  await page.getByRole('checkbox', { name: 'Choose all' }).click();
  await ackButton(page).click();
  const all = (await violations()).length;
  await page.getByRole('dialog').getByText(`${all} rows`).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await fixture.site.until(async () => (await unseen()).length === 0, 'all are seen');
  await page.getByText('not seen yet').first().waitFor({ state: 'detached' });

  const [{ severity }] = await violations();
  await page.goto(`/violations?severity=${severity}`);
  const count = (await violations({ severity })).length;
  await page.getByText(new RegExp(`^${count} rows?$`)).waitFor();
  const other = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'].find((one) => one !== severity);
  await page.goto(`/violations?severity=${other}&olt=1&period_start__gte=2999-01-01T00%3A00%3A00Z`);
  await page.locator('#main').getByText('Nothing found').waitFor();
});

test('one that is not there is told in words', async (t) => {
  const page = await fixture.open(t, '/violations/999999', { expects: /status of 404/ });
  await page.getByRole('alert').getByText(/There is no such thing/).waitFor();
});
