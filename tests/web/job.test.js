// SPDX-License-Identifier: Apache-2.0
//
// Jobs: their form says what they will do and never blocks; and workflows, where they are put in
// order and chained.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startFixture } = require('./lib');
const { QUIET } = require('../system/serve-lib');

const fixture = startFixture({
  env: QUIET,
  sims: [
    ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static'],
    ['--profile', 'zte', '--ports', '1', '--onus', '4', '--static'],
  ],
});

const jobs = (filter) => fixture.site.list('jobs', { deleted_at: '', ...filter });
const option = (page, name) => page.getByRole('option', { name });
const says = (page) => page.getByTestId('says');

async function pick(page, label, typed, name) {
  await page.getByLabel(label, { exact: false }).first().fill(typed);
  await option(page, name).first().click();
}

async function fillNew(page, name) {
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await pick(page, 'Brand', 'Huawei', 'Huawei');
  await pick(page, 'OIDs', 'rx_dbm', /rx_dbm/);
  await page.keyboard.press('Escape');
}

// ---- the form of a job ---------------------------------------------------------------------

test('the form says in words what the job will do, while one types', async (t) => {
  const page = await fixture.open(t, '/jobs/new', { expects: /status of 422/ });
  await says(page).getByText(/^Runs every 5 minutes, next at \d\d:\d\d and \d\d:\d\d\.$/).waitFor();
  await pick(page, 'Brand', 'Huawei', 'Huawei');
  await says(page).getByText(/^Runs every 5 minutes, next at .*, on 1 OLT\.$/).waitFor();
  await page.getByRole('button', { name: 'every hour' }).click();
  await says(page).getByText(/^Runs every hour/).waitFor();
  await page.getByText('By cron').click();
  const cron = page.getByLabel('Cron expression');
  await cron.fill('15 3 * * 1,5');
  await says(page).getByText(/^Runs every Monday and Friday at 03:15/).waitFor();
  await cron.fill('61 * * * *');
  await page.getByText(/minute.*0 to 59/).waitFor();
  await page.getByText('OLTs that I pick').click();
  await cron.fill('*/10 * * * *');
  await says(page).getByText(/^Runs every 10 minutes, .*, on no OLT yet\.$/).waitFor();
});

test('a brand has its own OIDs and OLTs', async (t) => {
  const page = await fixture.open(t, '/jobs/new');
  await page.getByText('Pick a brand first.').waitFor();
  await pick(page, 'Brand', 'ZTE', 'ZTE');
  await page.getByText('OLTs that I pick').click();
  await page.getByRole('textbox', { name: 'OLTs' }).click();
  await option(page, 'norte').waitFor();
  assert.strictEqual(await option(page, 'centro').count(), 0, 'that is a Huawei');
  await page.keyboard.press('Escape');
  await page.getByLabel('OIDs', { exact: false }).first().fill('huawei');
  await page.getByText('No OID of this brand is called so.').waitFor();
});

test('a job is created on the OLT that was picked, edited, and taken off it again', async (t) => {
  const page = await fixture.open(t, '/jobs/new');
  await page.getByRole('button', { name: 'Create job' }).click();
  await page.getByText('A job needs a name.').waitFor();
  await page.getByText('Pick a brand.').waitFor();
  await fillNew(page, 'levels by hand');
  await page.getByText('OLTs that I pick').click();
  await page.getByRole('textbox', { name: 'OLTs' }).click();
  await option(page, 'centro').click();
  await page.keyboard.press('Escape');
  await fixture.shot(page, 'job-form-en-light-1440');
  await page.getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('heading', { level: 1, name: 'levels by hand', exact: true }).waitFor();
  await page.getByText(/^Runs every 5 minutes, .*, on 1 OLT\.$/).waitFor();
  await page.getByRole('table').getByText('centro').waitFor();

  await page.getByRole('link', { name: 'Edit' }).click();
  const every = page.getByLabel('Every', { exact: false });
  await every.fill('often');
  await page.getByText('A number and a unit: 30s, 5m, 1h or 1d.').waitFor();
  await every.fill('15m');
  await page.locator('.mantine-Pill-root', { hasText: 'centro' }).getByRole('button', { includeHidden: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/jobs\/\d+$/); // only when all of it is saved
  await page.getByText(/^Runs every 15 minutes, .*, on no OLT yet\.$/).waitFor();
  const [job] = await jobs({ name: 'levels by hand' });
  assert.strictEqual(job.interval_ms, 900000);
  assert.strictEqual(job.nodes, 0);
});

test('whether OLTs that are added later are taken in is said in the form and on the page', async (t) => {
  const page = await fixture.open(t, '/jobs/new');
  const later = page.getByTestId('later');
  await pick(page, 'Brand', 'Huawei', 'Huawei');
  await later.getByText('OLTs of the brand that are added later are taken in by themselves.').waitFor();
  await page.getByLabel('All that match a filter').check();
  await later.getByText('OLTs that match and are added later are taken in by themselves.').waitFor();
  await page.getByLabel('OLTs that I pick').check();
  await later.getByText('OLTs that are added later are not taken in').waitFor();
  const made = await fixture.site.ask('job.add', {
    name: 'for all', type: 'get', interval: '1h', brand: 'Huawei', target: 'all', oids: ['huawei_smartax/onu/rx_dbm'],
  });
  const spanish = await fixture.open(t, `/jobs/${made.id}`, { language: 'es' });
  await spanish.getByText('Las OLT de la marca que se agreguen después se incluyen solas.').waitFor();
  await spanish.goto('/jobs');
  await fixture.site.ask('job.delete', { job: made.id });
});

test('what the server says of a field is shown at it, and what was typed stays', async (t) => {
  const page = await fixture.open(t, '/jobs/new', { expects: /status of 422/ });
  await fillNew(page, 'huawei_smartax states');
  await page.getByRole('button', { name: 'Create job' }).click();
  await page.getByText('there is a job "huawei_smartax states" already').waitFor();
  assert.strictEqual(await page.getByLabel('Name', { exact: false }).first().inputValue(), 'huawei_smartax states');
  await page.getByRole('link', { name: 'Workflows' }).first().click();
  await page.getByRole('dialog').waitFor(); // it is not saved
  await page.keyboard.press('Escape');
  assert.match(page.url(), /\/jobs\/new$/);
});

test('of two who edit a job, the second is told, and decides', async (t) => {
  const [job] = await jobs({ name: 'huawei_smartax optics' });
  const page = await fixture.open(t, `/jobs/${job.id}/edit`, { expects: /status of 412/ });
  await page.getByLabel('Description', { exact: false }).fill('mine');
  await fixture.site.ask('job.change', { job: job.id, description: 'theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: /changed/i }).waitFor();
  await page.getByRole('button', { name: /mine/i }).click();
  await page.getByRole('heading', { level: 1, name: job.name, exact: true }).waitFor();
  assert.strictEqual((await jobs({ id: job.id }))[0].description, 'mine');
});

test('a job is run, disabled, duplicated and deleted from its page', async (t) => {
  const [job] = await jobs({ name: 'zte_c300 states' }).then((rows) => (rows.length ? rows : jobs({ brand: 'ZTE' })));
  const page = await fixture.open(t, `/jobs/${job.id}`);
  const before = await fixture.site.count('executions', { job: job.id });
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
  await fixture.site.until(async () => (await fixture.site.count('executions', { job: job.id })) > before, 'the run');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('It is disabled: it runs only when somebody starts it.').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await page.getByText(/^Runs every hour/).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: `Edit ${job.name} (copy)` }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/jobs');
  assert.strictEqual((await jobs({ name: `${job.name} (copy)` })).length, 0);
});

test('several jobs at once: the question counts, and each has its outcome', async (t) => {
  const page = await fixture.open(t, '/jobs?brand=ZTE');
  const boxes = page.getByRole('row').getByRole('checkbox');
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByText(/2/).first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await fixture.site.until(async () => (await jobs({ brand: 'ZTE', enabled: 0 })).length === 2, 'two that are disabled');
  for (const { id } of await jobs({ brand: 'ZTE', enabled: 0 })) await fixture.site.ask('job.enable', { job: id });
});

test('a viewer sees jobs and workflows, and is offered nothing', async (t) => {
  for (const [at, heading] of [['/jobs', 'Jobs'], ['/jobs/1', /huawei/], ['/workflows/1', 'Workflow of centro']]) {
    const page = await fixture.open(t, at, { as: 'viewer' });
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.locator('#main').getByText(/huawei_smartax discovery/).first().waitFor();
    const WRITES = /^(Run|New|Edit|Enable|Disable|Delete|More|Move|Apply|What can)/;
    assert.strictEqual(await page.locator('#main').getByRole('button', { name: WRITES }).count(), 0, at);
    assert.strictEqual(await page.locator('#main').getByRole('link', { name: /^(New|Edit)/ }).count(), 0, at);
  }
});

// ---- workflows -------------------------------------------------------------------------------

const unitsNow = async (olt) => (await fixture.site.ask('workflow.get', { olt })).units;
const namesNow = async (olt) => (await unitsNow(olt)).map((unit) => unit.job_name);
const rowOf = (page, name) => page.locator('[data-node]', { hasText: name }).first();
const grip = (page, name) => page.getByRole('button', { name: `Move ${name}` });

test('a workflow is put in order by dragging', async (t) => {
  const page = await fixture.open(t, '/workflows/1');
  await grip(page, 'huawei_smartax states').waitFor();
  const [first] = await namesNow(1);
  assert.notStrictEqual(first, 'huawei_smartax chassis');
  await grip(page, 'huawei_smartax chassis').dragTo(rowOf(page, first), { targetPosition: { x: 200, y: 3 } });
  await fixture.site.until(async () => (await namesNow(1))[0] === 'huawei_smartax chassis', 'the new order');
  await page.getByText('The order is saved.').waitFor();
});

test('what is dragged nowhere or let go by Escape stays, though the page is drawn anew meanwhile', async (t) => {
  const page = await fixture.open(t, '/workflows/1');
  const before = await namesNow(1);
  const handle = grip(page, before[2]);
  await handle.click();
  const { x, y } = await handle.boundingBox();
  const target = await rowOf(page, before[0]).boundingBox();
  await page.mouse.move(x + 8, y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + 200, target.y + 3, { steps: 5 });
  await page.locator('[data-zone="before"]').waitFor();
  const { id: node } = (await fixture.site.list('nodes', { olt: 1 })).find((one) => one.job_name === before[1]);
  const anew = page.waitForResponse(/\/olts\/1\/workflow\//, { timeout: 60000 });
  await fixture.site.ask('node.run', { node });
  await (await anew).finished();
  assert.strictEqual(await page.locator('[data-zone="before"]').count(), 1, 'it is dragged still');
  await page.keyboard.press('Escape');
  await page.locator('[data-zone]').waitFor({ state: 'detached' });
  await page.mouse.up();
  assert.deepStrictEqual(await namesNow(1), before);
});

// What a finger does; Playwright's own only taps.
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  let at;
  return {
    down: (x, y) => touch('touchStart', at = { x, y }),
    async move(x, y) {
      const from = at;
      for (let part = 0.2; part < 1.1; part += 0.2)
        await touch('touchMove', at = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part });
    },
    up: () => touch('touchEnd'),
  };
}

test('a finger puts a workflow in order, on a phone', async (t) => {
  const page = await fixture.open(t, '/workflows/2', { width: 375, height: 480, hasTouch: true });
  await fixture.site.until(async () => (await namesNow(2)).length > 2, 'the standard jobs');
  const before = await namesNow(2);
  const last = before.at(-1);
  await grip(page, before[0]).scrollIntoViewIfNeeded();
  const hand = await finger(page);
  const from = await grip(page, before[0]).boundingBox();
  await hand.down(from.x + 16, from.y + 16);
  // To the lower edge, where the page goes on by itself, until the last is in sight.
  await hand.move(from.x + 30, 470);
  const left = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);
  assert.ok(await left() > 0, 'there is more than fits');
  await fixture.site.until(async () => (await left()) < 1, 'the end of the page');
  const box = await rowOf(page, last).boundingBox();
  await hand.move(from.x + 30, box.y + box.height / 2);
  await fixture.shot(page, 'workflow-finger-375');
  await hand.move(from.x + 30, box.y + box.height - 4);
  await page.locator('[data-zone="after"]').waitFor();
  await hand.up();
  await fixture.site.until(async () => (await namesNow(2)).at(-1) === before[0], 'the new order');
  assert.deepStrictEqual(await namesNow(2), [...before.slice(1), before[0]]);
});

test('one node is dropped on another to run after it', async (t) => {
  const page = await fixture.open(t, '/workflows/1');
  const target = rowOf(page, 'huawei_smartax discovery');
  const { height } = await target.boundingBox();
  await grip(page, 'huawei_smartax ports').dragTo(target, { targetPosition: { x: 200, y: height / 2 } });
  await page.getByText('runs after huawei_smartax discovery').waitFor();
  // The page shows it at once; the server has it a moment later.
  await fixture.site.until(async () => {
    const unit = (await unitsNow(1)).find((one) => one.job_name === 'huawei_smartax discovery');
    return unit.chain.map((node) => node.job_name).join() === 'huawei_smartax ports';
  }, 'the chain');
  await fixture.shot(page, 'workflow-chain-en-light-1440');
});

test('the keyboard does the same: take, move, chain, free, drop', async (t) => {
  const page = await fixture.open(t, '/workflows/2');
  const before = await fixture.site.until(async () => {
    const names = await namesNow(2);
    return names.length > 2 && names;
  }, 'the standard jobs');
  const [first, second, third] = before;
  await grip(page, third).focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  await fixture.site.until(async () => (await namesNow(2))[1] === third, 'one place up');
  await grip(page, third).focus();
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await page.getByText(`runs after ${first}`, { exact: true }).waitFor();
  await fixture.site.until(async () => (await namesNow(2)).length === before.length - 1, 'the chain');
  await grip(page, third).focus();
  for (const key of ['Space', 'ArrowLeft', 'Escape']) await page.keyboard.press(key);
  assert.strictEqual((await namesNow(2)).length, before.length - 1, 'Escape puts it back');
  await grip(page, third).focus();
  for (const key of ['Space', 'ArrowLeft', 'Space']) await page.keyboard.press(key);
  await fixture.site.until(async () => (await namesNow(2)).length === before.length, 'it is free');
  assert.ok((await namesNow(2)).includes(second));
});

test('what is moved while the move before is still being saved is saved too', async (t) => {
  const page = await fixture.open(t, '/workflows/2');
  const before = await namesNow(2);
  const third = before[2];
  let waiting = 0;
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    waiting += 1;
    await new Promise((resolve) => { setTimeout(resolve, 2000); });
    return route.continue();
  });
  await grip(page, third).focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  await fixture.site.until(() => waiting > 0, 'it is being saved');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await fixture.site.until(async () => (await namesNow(2))[1] === third, 'one place up');
  await new Promise((resolve) => { setTimeout(resolve, 1000); }); // the page knows it, too
  await page.keyboard.press('Space');
  await fixture.site.until(async () => (await namesNow(2))[0] === third, 'two places up');
});

test('a node gets its own times, runs by hand, and is switched off', async (t) => {
  const page = await fixture.open(t, '/workflows/1');
  const menu = async (item) => {
    await page.getByRole('button', { name: 'Actions for huawei_smartax optics' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const node = async () => (await fixture.site.list('nodes', { olt: 1 })).find((one) => one.job_name === 'huawei_smartax optics');
  await menu('Own times');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('By interval').click();
  await dialog.getByLabel('Every', { exact: false }).fill('7m');
  await dialog.getByText(/^Runs every 7 minutes, next at/).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'huawei_smartax optics').getByText('every 7 minutes').waitFor();
  assert.strictEqual((await node()).interval_ms, 420000);
  const runs = await fixture.site.count('executions', { node: (await node()).id });
  await menu('Run now');
  await fixture.site.until(async () => (await fixture.site.count('executions', { node: (await node()).id })) > runs, 'the run');
  await menu('Disable');
  await rowOf(page, 'huawei_smartax optics').getByText('Disabled', { exact: true }).waitFor();
  assert.strictEqual((await node()).enabled, false);
  await menu('Enable');
  await fixture.site.until(async () => (await node()).enabled, 'it is enabled');
});
