// SPDX-License-Identifier: Apache-2.0
//
// What the hand meets: dialogs that ask, charts under fingers, an hour on a phone, reads that were
// refused, names in the audit, whose clock it is, and marks of what is there twice or waits.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { startFixture, PASSWORD } = require('./lib');

const HUAWEI = ['--profile', 'huawei', '--ports', '2', '--onus', '6', '--offline', '0', '--churn', '0'];
// The first two have the same serials; the third has a slow column.
const fixture = startFixture({
  env: { FACHO_STANDARD_DISCOVERY: '10s' },
  sims: [HUAWEI, HUAWEI, ['--profile', 'zte', '--ports', '4', '--onus', '16', '--offline', '0', '--churn', '0', '--autofind', '0', '--seed', '9']],
});
const until = (question, what) => fixture.site.until(question, what, 240000);

test('a search that was refused is asked again when it was told to be', async (t) => {
  const onu = await until(async () => (await fixture.site.list('onus')).find(({ serial }) => serial), 'an ONU');
  const page = await fixture.open(t, '/pollers', { expects: /status of (429|503)/ });
  let refused = 0;
  await page.route('**/api/v1/onus/search/**', (route) => {
    const status = [429, 503, 429, 503][refused++];
    if (!status) return route.continue();
    const error = { code: 'busy', message: 'too many requests are in progress; try again in a moment', fields: {} };
    return route.fulfill({ status, headers: { 'Retry-After': '1' }, json: { error } });
  });
  await page.keyboard.press('/');
  await page.keyboard.type(onu.serial);
  await page.getByRole('option').locator(`text=${onu.serial}`).first().waitFor({ timeout: 90000 });
  assert.ok(refused > 4, `${refused} times`);
});

test('the audit names things, also those that are gone, and leads to them', async (t) => {
  await fixture.site.ask('job.add', { name: 'short lived', type: 'walk', interval: '1d', oids: ['huawei_smartax/onu/serial'], brand: 'Huawei' });
  await fixture.site.ask('job.delete', { job: 'short lived' });
  const node = await until(async () => (await fixture.site.list('nodes', { olt_name: 'centro' }))[0], 'a node');
  await fixture.site.ask('node.disable', { node: node.id });
  await fixture.site.ask('node.enable', { node: node.id });
  const page = await fixture.open(t, '/audit');
  await page.getByText(`node ${node.job_name} · centro`).first().waitFor();
  await page.getByText('job short lived').first().waitFor();
  assert.strictEqual(await page.getByText(`node ${node.id}`, { exact: true }).count(), 0);
  const entry = (await fixture.site.list('audit_log', { entity: 'node', action: 'disable' }))[0];
  await page.goto(`${fixture.address}/audit/${entry.id}`);
  await page.getByRole('link', { name: `node ${node.job_name} · centro` }).click();
  await page.waitForURL(`**/olts/${node.olt}/workflow`);
});

test('every page says whose clock its times are by', async (t) => {
  for (const [language, words] of [['en', 'Times are those of'], ['es', 'Las horas son de']]) {
    const page = await fixture.open(t, '/executions', { language });
    await page.getByText(new RegExp(`^${words} \\S+ \\((GMT|UTC).*\\)$`)).waitFor();
    await page.goto(`${fixture.address}/log`);
    await page.getByText(new RegExp(`^${words} `)).waitFor();
  }
});

// Every dialog with something to type: the file it is in, where it is opened, and the field.
const press = (name) => (page) => page.getByRole('button', { name }).first().click();
const choose = (button, item) => async (page) => {
  await press(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};
const DIALOGS = [
  { file: 'pages/user/UserActions.tsx', at: '/users/viewer', open: press('New password'), field: /New password/ },
  { file: 'pages/token/TokenList.tsx', at: '/tokens', open: press('Add a token'), field: /^Name/ },
  { file: 'app/OwnPassword.tsx', at: '/pollers', open: choose('Menu of admin', 'Change my password'), field: /Present password/ },
  { file: 'pages/catalogue/RowActions.tsx', at: '/catalogue/oids/1', open: press('Duplicate'), field: /^Name/ },
  { file: 'pages/workflow/OverrideModal.tsx', at: '/workflows/1', open: choose(/^Actions for/, 'Own times'), field: /^Priority/, text: '7' },
  { file: 'pages/workflow/ChainModal.tsx', at: '/workflows/1', open: choose(/^Actions for/, 'Run after…'), field: /^Job/, isList: true },
];

test('every dialog asks before Escape throws typing away', async (t) => {
  await until(async () => (await fixture.site.count('nodes', { olt: 1 })) > 2, 'nodes');
  const page = await fixture.open(t, '/pollers');
  for (const { file, at, open, field: label, text = 'Something-Typed-1', isList = false } of DIALOGS) {
    await page.goto(at);
    await open(page);
    const dialog = page.getByRole('dialog').first();
    const field = dialog.getByLabel(label).first();
    const was = await field.inputValue();
    if (isList) {
      await field.click();
      await page.getByRole('option').first().click();
    } else {
      await field.fill(text);
    }
    const typed = await field.inputValue();
    assert.notStrictEqual(typed, was, file);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: /Leave|without saving/i });
    await question.waitFor();
    await page.keyboard.press('Escape'); // of the question: one stays
    await question.waitFor({ state: 'hidden' });
    assert.strictEqual(await field.inputValue(), typed, file);
    // By the mouse: the question lies above what it asks about.
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.strictEqual(await field.inputValue(), typed, file);
    if (isList) {
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Leave' }).click();
    } else {
      await field.fill(was);
      await page.keyboard.press('Escape'); // nothing is typed any more
    }
    await dialog.waitFor({ state: 'hidden' });
  }
});

test('no dialog is missing in the test before', () => {
  const source = path.resolve(__dirname, '../../web/src');
  const files = fs.readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.tsx'));
  const has = (words) => files.filter((name) => words.test(fs.readFileSync(path.join(source, name), 'utf8'))).sort();
  assert.deepStrictEqual(has(/^(?!\/\/).*<Dialog\b/m), DIALOGS.map(({ file }) => file).sort());
  // Those that do not ask have nothing to type; but for the one that Escape does not close.
  const bare = has(/<Modal\b/).filter((name) => name !== 'ui/Dialog.tsx');
  const withFields = bare.filter((name) => /<\w*(Input|Textarea|Select|Checkbox|Switch|Password)\b/.test(fs.readFileSync(path.join(source, name), 'utf8')));
  assert.deepStrictEqual(withFields, ['app/SignInAgain.tsx']);
  assert.match(fs.readFileSync(path.join(source, 'app/SignInAgain.tsx'), 'utf8'), /<Modal [^>]*closeOnEscape=\{false\}/);
});

test('on a phone the tab that is open is in sight', async (t) => {
  const { id } = (await fixture.site.list('olts', { name: 'centro' }))[0];
  const page = await fixture.open(t, '/log', { width: 375, height: 800 });
  for (const at of ['/log', `/olts/${id}/health`, '/light/ports', '/catalogue/transfer']) {
    await page.goto(at);
    const tab = page.locator('#main nav [aria-current="page"]');
    await tab.waitFor();
    await until(async () => {
      const box = await tab.boundingBox(); // null while the page is drawn again
      return box && box.x >= 0 && box.x + box.width <= 375;
    }, `the tab of ${at}`);
    assert.strictEqual(await page.evaluate(() => window.scrollY), 0);
  }
});

test('on a phone the hour begins where something is', async (t) => {
  await until(async () => (await fixture.site.count('executions', { olt_name: 'centro', state: 'SUCCESS' })) > 2, 'runs');
  const { id } = (await fixture.site.list('olts', { name: 'centro' }))[0];
  const page = await fixture.open(t, `/olts/${id}/timeline`, { width: 375, height: 800 });
  const first = page.locator('#main').getByRole('button', { name: /on time|late|failed|running|partial/ });
  await first.first().waitFor();
  const seen = await until(() => page.evaluate(() => {
    const bars = [...document.querySelectorAll('#main [role="group"] [role="group"] button')].map((bar) => bar.getBoundingClientRect());
    const left = Math.min(...bars.map((box) => box.left));
    return bars.length > 0 && left >= 0 && left < window.innerWidth;
  }), 'the first bar is in sight');
  assert.ok(seen);
  await fixture.shot(page, 'timeline-375');
});

// Fingers on a chart: where they are is a share of its width. It may move between two gestures.
async function fingersOn(page, plot) {
  const session = await page.context().newCDPSession(page);
  const toucher = async () => {
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    return (type, shares = [], { down = 0.5, ...more } = {}) => session.send('Input.dispatchTouchEvent', {
      type, touchPoints: shares.map((share, id) => ({ x: box.x + box.width * share, y: box.y + box.height * down, id })), ...more,
    });
  };
  return {
    async go(...places) {
      const touch = await toucher();
      await touch('touchStart', places[0]);
      for (const place of places.slice(1)) await touch('touchMove', place);
      await touch('touchEnd');
    },
    async scroll() {
      const touch = await toucher();
      await touch('touchStart', [0.5], { down: 0.8 });
      for (const down of [0.7, 0.5, 0.3, 0.1]) await touch('touchMove', [0.5], { down });
      await touch('touchEnd');
    },
    // The events say when they were, however slow the machine is.
    async tapTwice() {
      const touch = await toucher();
      const at = Date.now() / 1000;
      for (const after of [0, 0.15]) {
        await touch('touchStart', [0.5], { timestamp: at + after });
        await touch('touchEnd', [], { timestamp: at + after + 0.05 });
      }
    },
  };
}

// A chart that is drawn anew under the fingers loses what they did, as it does for people, who do it again.
async function gesture(page, act, isDone) {
  for (let tries = 0; tries < 8; tries += 1) {
    await act();
    if (await page.waitForURL(isDone, { timeout: 5000 }).then(() => true, () => false)) return;
  }
  assert.fail(`nothing came of it: ${page.url()}`);
}

const isZoomed = (url) => url.searchParams.has('from');
const hoursOf = (page) => {
  const { searchParams } = new URL(page.url());
  return (Number(searchParams.get('to')) - Number(searchParams.get('from'))) / 3600e3;
};
// The address is first; the page follows.
const zoomTo = async (page, hours, act) => {
  await gesture(page, act, isZoomed);
  assert.ok(Math.abs(hoursOf(page) - hours) < 0.2, `${hoursOf(page)} hours`);
  await page.getByRole('button', { name: 'Zoom out' }).waitFor();
};
const zoomOut = async (page, act) => {
  await gesture(page, act, (url) => !isZoomed(url));
  await page.getByRole('button', { name: 'Zoom out' }).waitFor({ state: 'detached' });
};

test('charts of ONU, port and OLT are zoomed by fingers, and two taps bring the whole back', async (t) => {
  const onu = await until(async () => (await fixture.site.list('onus', { run_state: 'online' })).find((o) => o.onu_rx_dbm !== null), 'a level');
  const port = await until(async () => (await fixture.site.list('pon_ports', { olt: onu.olt }))[0], 'a port');
  await until(async () => (await fixture.site.count('chassis', { olt: onu.olt })) > 0, 'the chassis');
  for (const at of [`/onus/${onu.id}`, `/ports/${port.id}`, `/olts/${onu.olt}/health`]) {
    const page = await fixture.open(t, `${at}?range=6h`, { width: 375, height: 800, hasTouch: true });
    const plot = page.locator('.u-over').first();
    await plot.waitFor();
    const fingers = await fingersOn(page, plot);
    // Up and down is the page's.
    await fingers.scroll();
    assert.ok(!isZoomed(new URL(page.url())), `${at}: a page is scrolled over its chart`);
    // One marks a range.
    await zoomTo(page, 3, () => fingers.go([0.25], [0.4], [0.6], [0.75]));
    await zoomOut(page, () => fingers.tapTwice());
    // Two spread it: what was between them fills three times as much.
    await zoomTo(page, 2, () => fingers.go([0.4, 0.6], [0.35, 0.65], [0.2, 0.8]));
    // And close it: twice as much is seen, but nothing of tomorrow.
    await gesture(page, () => fingers.go([0.25, 0.75], [0.3, 0.7], [0.375, 0.625]), () => hoursOf(page) > 2.9);
    assert.ok(hoursOf(page) <= 4.2, `${at}: ${hoursOf(page)} hours`);
    assert.ok(Number(new URL(page.url()).searchParams.get('to')) <= Date.now() + 1000, 'up to now');
    await zoomOut(page, () => fingers.tapTwice());
  }
});

test('an ONU whose serial is at two OLTs is marked ×2, and found by the filter', async (t) => {
  await until(async () => (await fixture.site.count('onus', { is_duplicate: true })) === 24, 'both sides are flagged');
  const page = await fixture.open(t, '/onus?is_duplicate=true');
  await page.getByLabel('Serial at two places').first().waitFor();
  assert.match(await page.locator('#main').getByText('×2').first().textContent(), /×2/);
  const [{ id }] = await fixture.site.list('onus', { is_duplicate: true });
  await page.goto(`${fixture.address}/onus/${id}`);
  await page.getByText(/its serial is at two places/).waitFor();
});

test('the tokens of a user are revoked with the password, if the box says so', async (t) => {
  await fixture.site.ask('user.add', { name: 'robot', role: 'viewer', password: PASSWORD });
  const tokens = async () => (await fixture.site.list('tokens', { user_name: 'robot' })).filter(({ revoked_at: at }) => !at);
  for (const [isChecked, left] of [[false, 1], [true, 0]]) {
    if ((await tokens()).length === 0) await fixture.site.ask('token.add', { user: 'robot', name: 'watch', role: 'viewer' });
    const page = await fixture.open(t, '/users/robot');
    await page.getByRole('button', { name: 'New password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New password', { exact: true }).fill(`Another-Password-7${left}`);
    if (isChecked) await dialog.getByLabel('Revoke the user’s tokens too').check();
    await dialog.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('robot has a new password').waitFor();
    await until(async () => (await tokens()).length === left, `${left} tokens are left`);
  }
});

test('what is not safe about the program is said on the page of settings', async (t) => {
  for (const [code, title] of [['plain_http', 'HTTP without TLS, open to other machines'], ['root', 'The program runs as root']]) {
    const page = await fixture.open(t, '/settings');
    await page.route('**/api/v1/auth/me/', async (route) => {
      const reply = await route.fetch();
      const body = await reply.json();
      await route.fulfill({ response: reply, json: { ...body, warnings: [code] } });
    });
    await page.reload();
    await page.getByText(title).waitFor();
  }
});

test('a sweep between two slices has its badge, which comes and goes by itself', async (t) => {
  const { id } = (await fixture.site.list('olts', { name: 'sur' }))[0];
  await until(async () => (await fixture.site.count('onus', { olt_name: 'sur' })) === 64, 'the ONUs');
  await fixture.site.ask('job.add', { name: 'slow levels', type: 'get', brand: 'ZTE', interval: '1m', oids: ['zte_c300_c320/onu/rx_dbm'] });
  await fixture.site.ask('job.apply', { job: 'slow levels', olt: 'sur', first_in: '100ms' });
  const page = await fixture.open(t, `/olts/${id}/executions`);
  const badge = page.locator('#main').getByText('Between slices').first();
  await badge.waitFor({ timeout: 200000 });
  await badge.waitFor({ state: 'hidden', timeout: 200000 });
  await badge.waitFor({ timeout: 200000 });
});
