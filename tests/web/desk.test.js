// SPDX-License-Identifier: Apache-2.0
//
// How it is to work with: without a mouse, in a zone that is not the browser's, with forms that keep
// what was typed and ask before they are left, and with hours as bars.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { madeAll, settled } = require('./addresses');
const { PASSWORD, startFixture } = require('./lib');

const ZONE = 'Asia/Kathmandu'; // a quarter of an hour off everybody's hours; browsers here are in Bogotá
const fixture = startFixture({
  env: { FACHO_SITE_TIMEZONE: ZONE },
  sims: [['--profile', 'huawei', '--ports', '1', '--onus', '6', '--static']],
});

// ---- keyboard --------------------------------------------------------------------------------------

// Fields have a frame that changes and a label of their own: axe looks at those.
const FIELDS = ['INPUT', 'TEXTAREA'];

// What can be reached by Tab from the top of the page until it begins anew, each once.
async function tabbed(page) {
  await page.evaluate(() => {
    document.activeElement?.blur();
    window.getSelection().removeAllRanges();
    window.scrollTo(0, 0);
  });
  const order = [];
  for (let i = 0; i < 400; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      window.reached ??= new Map();
      if (!window.reached.has(element)) window.reached.set(element, window.reached.size);
      return {
        key: window.reached.get(element), tag: element.tagName,
        name: element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('placeholder') || '',
        isSeen: getComputedStyle(element).outlineStyle !== 'none',
      };
    });
    if (!at || at.key < order.length) break;
    order.push(at);
  }
  return order;
}

// What looks as if it could be used, and Tab does not come to. One of a group of radio buttons is enough.
const missed = (page) => page.evaluate(() => [...document.querySelectorAll('a[href], button, input, select, textarea')]
  .filter((element) => element.getClientRects().length > 0 && !element.disabled && element.type !== 'radio'
    && getComputedStyle(element).visibility !== 'hidden' && !element.closest('[aria-hidden="true"]'))
  .filter((element) => !window.reached.has(element))
  .map((element) => `${element.tagName} ${element.getAttribute('aria-label') || element.textContent || element.placeholder}`));

test('everything on the main pages is reached with Tab, is seen when it is, and has a name', async (t) => {
  await madeAll(fixture.site);
  for (const at of ['/', '/olts', '/olts/1', '/olts/1/timeline', '/onus/1', '/jobs/new', '/workflows/1', '/pollers', '/settings']) {
    const page = await fixture.open(t, at, { height: 2400 });
    await settled(page);
    await fixture.site.ask('workflow.disable', { olt: 1 }); // nothing moves while somebody presses Tab
    const order = await tabbed(page);
    assert.strictEqual(order[0]?.name, 'Skip to the content', at);
    assert.deepStrictEqual(order.filter(({ isSeen, tag }) => !isSeen && !FIELDS.includes(tag)), [], `${at}: seen`);
    assert.deepStrictEqual(order.filter(({ name, tag }) => !name && !FIELDS.includes(tag)), [], `${at}: named`);
    assert.deepStrictEqual(await missed(page), [], `${at}: reached`);
    await fixture.site.ask('workflow.enable', { olt: 1 });
    await page.context().close();
  }
});

test('a dialog keeps the focus, and gives it back', async (t) => {
  const page = await fixture.open(t, '/olts/1');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent);
  const inside = () => page.evaluate(() => !!document.activeElement?.closest('[role="dialog"]'));
  const more = page.getByRole('button', { name: 'More actions' });
  for (const item of ['Disable', 'Delete', 'Test this OLT']) {
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: item }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await fixture.site.until(inside, `${item}: the focus in the dialog`);
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      assert.ok(await inside(), `${item}: after ${i + 1} times Tab`);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fixture.site.until(async () => (await focused()) === 'More actions', `${item}: the focus back`);
  }
  await page.goto('/tokens');
  const add = page.getByRole('button', { name: 'Add a token' });
  await add.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await fixture.site.until(async () => (await focused()) === 'Add a token', 'the focus back');
});

// ---- the site's zone ---------------------------------------------------------------------------------

const HOUR = 3_600_000;
const clock = (at, more = {}) => new Intl.DateTimeFormat('en', {
  hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: ZONE, ...more,
}).format(new Date(at));

test('moments are told in the zone of the site and not in the browser\'s', async (t) => {
  await madeAll(fixture.site);
  const page = await fixture.open(t, '/log?ordering=-at');
  const [line] = await fixture.site.list('coordinator_logs', {}, { ordering: '-at' });
  await page.goto(`/log/${line.id}`);
  await page.getByText(clock(line.at, { second: '2-digit' })).first().waitFor();

  await page.goto('/jobs/new');
  const says = page.getByTestId('says');
  await says.getByText(/next at/).waitFor();
  const told = /next at (\d\d:\d\d)/.exec(await says.textContent())[1];
  const soon = Array.from({ length: 12 }, (_, minutes) => clock(Date.now() + (minutes - 2) * 60000));
  assert.ok(soon.includes(told), `${told} is one of ${soon}`);

  await page.goto('/olts/1/timeline');
  const span = page.getByRole('status').filter({ hasText: /\d – \d/ });
  await span.waitFor();
  const hours = [0, 1].map((back) => Math.floor(Date.now() / HOUR - back) * HOUR); // one may begin meanwhile
  assert.ok(hours.map((from) => `${clock(from)} – ${clock(from + HOUR)}`).includes(await span.textContent()), await span.textContent());

  await page.getByRole('button', { name: 'Menu of admin' }).click();
  await page.getByText(`· ${ZONE}`).waitFor();
});

// ---- forms ---------------------------------------------------------------------------------------------

test('each form asks before it is left, keeps what was typed, and lets go', async (t) => {
  await madeAll(fixture.site);
  const [oid] = await fixture.site.list('oids');
  const page = await fixture.open(t, '/');
  for (const [at, label] of [
    ['/olts/new', 'Name'], ['/olts/1/edit', 'Site'], ['/jobs/new', 'Name'], ['/jobs/1/edit', 'Description'], ['/users/new', 'Full name'],
    ['/users/viewer', 'Full name'], ['/catalogue/oids/new', 'Name'], [`/catalogue/oids/${oid.id}`, 'Name'], ['/settings', 'Warning below'],
    ['/olts/start?new=1', 'Name'],
  ]) {
    await page.goto(at);
    const field = page.locator('#main').getByLabel(label, { exact: false }).first();
    await field.fill(at === '/settings' ? '-26' : 'typed by hand');
    const typed = await field.inputValue();
    await page.getByRole('navigation').getByRole('link', { name: 'Pollers' }).click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.strictEqual(await field.inputValue(), typed, at);
    const isHeld = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    assert.ok(isHeld, `${at}: the tab is not closed without a question`);
    await page.getByRole('navigation').getByRole('link', { name: 'Pollers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/pollers');
  }
});

test('what the server refuses of how devices are asked is told at its field, where what was typed stays', async (t) => {
  const page = await fixture.open(t, '/settings', { expects: /422/ });
  const field = page.getByRole('textbox', { name: 'All: Time-out, ms' });
  await field.fill('1');
  await field.press('Tab');
  const cell = page.getByRole('cell').filter({ has: field });
  await cell.locator('.mantine-InputWrapper-error').waitFor();
  assert.strictEqual(await field.inputValue(), '1');
  await field.fill('2000');
  await field.press('Tab');
  await page.getByText('All: Time-out, ms: saved').waitFor();
  assert.strictEqual(await cell.locator('.mantine-InputWrapper-error').count(), 0);
  await field.fill('');
  await field.press('Tab');
  await fixture.site.until(async () => (await fixture.site.ask('snmp.get')).find(({ operation }) => operation === 'general').timeout_ms === null, 'as before');
});

test('a form whose server does not answer says so, and keeps everything until it does', async (t) => {
  const page = await fixture.open(t, '/olts/1/edit', { expects: /ERR_|Failed to load/ });
  const site = page.getByLabel('Site', { exact: false }).first();
  await site.fill('Cerro');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server does not answer.', { exact: false }).first().waitFor();
  assert.strictEqual(await site.inputValue(), 'Cerro');
  await page.context().setOffline(false);
  await page.getByTestId('cut-off').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/olts/1');
  assert.strictEqual((await fixture.site.ask('olt.get', { olt: 1 })).site, 'Cerro');
});

// ---- hours -----------------------------------------------------------------------------------------------

test('an hour has what was planned above what happened; what was late, skipped or failed is seen', async (t) => {
  await madeAll(fixture.site);
  const hour = Math.floor(Date.now() / HOUR - 2) * HOUR;
  const at = (minute) => new Date(hour + minute * 60000).toISOString();
  const [node] = await fixture.site.list('nodes', { olt: 1 });
  const run = (minute) => ({ node: node.id, due_at: at(minute), start_at: at(minute), duration_ms: 120000, actual: null });
  const execution = (id, due, from, state, late) => ({
    id, olt: 1, node: node.id, job_name: node.job_name, state, due_at: at(due), queued_at: at(due), started_at: at(from),
    finished_at: at(from + 3), late_ms: late, asked_by: '', message: '',
  });
  const page = await fixture.open(t, '/');
  const answer = (json) => (route) => route.fulfill({ json });
  const listed = (results) => answer({ count: results.length, next: null, previous: null, results });
  await page.route(/\/api\/v1\/plans\/\?/, listed([{ id: 77 }]));
  await page.route('**/api/v1/plans/77/', answer({
    id: 77, olt: 1, status: 'COMPLETED', created_at: at(0), period_start: at(0), period_end: at(60), runs: [run(5), run(20), run(35), run(50)],
  }));
  await page.route(/\/api\/v1\/executions\/\?/, listed([
    execution(1, 5, 5, 'SUCCESS', 0), execution(2, 20, 26, 'SUCCESS', 360000), execution(3, 35, 35, 'FAILED', 0),
  ]));
  const line = { event_type: 'SKIPPED', level: 'WARNING', olt: 1, at: at(48), message: '', details: { state: 'BEGIN', why: 'not answering' } };
  await page.route(/\/api\/v1\/coordinator-logs\/\?/, listed([line]));
  await page.goto(`/olts/1/timeline?hour=${new Date(hour).toISOString()}`);
  const row = page.getByRole('group', { name: node.job_name, exact: true });
  await row.waitFor();
  for (const words of [/on time · due at .* took 3m/, /late · .* 6m late/, /failed/, /skipped · not answering · due at/])
    assert.strictEqual(await row.getByRole('button', { name: words }).count(), 1, String(words));
  const planned = row.locator('[class*="planned"]');
  assert.strictEqual(await planned.count(), 4);
  const [above, below] = [await planned.first().boundingBox(), await row.getByRole('button', { name: /on time/ }).boundingBox()];
  assert.ok(above.y + above.height <= below.y + 1, 'planned above actual');
  assert.ok(Math.abs(above.x - below.x) < 2, 'the same moment at the same place');
  const [slot, late] = [await planned.nth(1).boundingBox(), await row.getByRole('button', { name: /6m late/ }).boundingBox()];
  assert.ok(late.x > slot.x + slot.width, 'what is late begins behind its slot');
  assert.strictEqual(await row.locator('[class*="delay"]').count(), 1, 'a line leads from the slot to the start');
  await fixture.shot(page, 'timeline-late-skipped');
  const workflow = await fixture.site.ask('workflow.get', { olt: 1 });
  workflow.units[0].skipped = 14;
  await page.route('**/api/v1/olts/1/workflow/', answer(workflow));
  await page.goto('/olts/1/workflow');
  await page.getByText('14 slots skipped (last reason: not answering)').waitFor();
  await page.goBack();
  await row.waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await row.getByRole('button', { name: /on time/ }).click();
  await page.waitForURL('**/executions/1');
});

test('pollers show how late it got over time, a figure for every minute', async (t) => {
  await fixture.site.until(async () => (await fixture.site.count('poller_stats')) > 0, 'the first minute', 90000);
  const { stats, results } = await fixture.site.ask('poller.list');
  assert.ok(stats.total_tasks_completed > 0);
  assert.strictEqual(results.reduce((sum, { tasks_completed: n }) => sum + n, 0), stats.total_tasks_completed, 'a run counts once');
  const page = await fixture.open(t, '/pollers');
  await page.getByText(/^(\d\.\d|\d+)% of the last minute$/).waitFor();
  for (const name of ['Lateness', 'Pollers and queue'])
    await page.getByRole('figure', { name }).locator('canvas').first().waitFor();
  const day = page.waitForRequest(/\/pollers\/history\/.*page=2/); // a figure for each of 1,440 minutes
  await page.getByText('1 day', { exact: true }).click();
  await day;
  await page.getByRole('figure', { name: 'Lateness' }).locator('canvas').first().waitFor();
  await fixture.shot(page, 'pollers-history');
});

test('a session that ends while one types is taken up again, with all that was typed', async (t) => {
  await fixture.site.ask('user.add', { name: 'slow-typist', role: 'admin', password: PASSWORD });
  const page = await fixture.blank(t, { expects: /status of 401/ });
  await fixture.logIn(page, 'slow-typist');
  await page.locator('#main').waitFor();
  await page.goto('/olts/1/edit');
  const site = page.getByLabel('Site', { exact: false }).first();
  await site.fill('typed before the end');
  await fixture.site.ask('user.logout', { user: 'slow-typist' });
  // A request in the background may notice it before, and the dialog lie over the button then.
  await page.getByRole('button', { name: 'Save' }).dispatchEvent('click');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your session has ended').waitFor();
  await fixture.shot(page, 'session-ended');
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByText('Wrong name or password.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.strictEqual(await site.inputValue(), 'typed before the end');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/olts/1');
  assert.strictEqual((await fixture.site.ask('olt.get', { olt: 1 })).site, 'typed before the end');
});
