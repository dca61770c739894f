// SPDX-License-Identifier: Apache-2.0
//
// ONUs: found, filtered, and each on its page, which changes by itself when the ONU does.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startFixture } = require('./lib');

// Nothing goes down by itself. Port 0/1/1 is the one that a test darkens.
const fixture = startFixture({
  sims: [['--profile', 'huawei', '--ports', '2', '--onus', '12', '--offline', '0', '--churn', '0', '--control', '-']],
});

// An ONU of a port with a level, once it was read.
function onuOf(port) {
  return fixture.site.until(async () => (await fixture.site.list('onus', { port, run_state: 'online' }))
    .find((onu) => onu.onu_rx_dbm !== null), `an ONU of port ${port} with a level`);
}

const sentence = (page) => page.getByTestId('sentence');

async function waitForSentence(page, pattern) {
  await fixture.site.until(async () => pattern.test(await sentence(page).textContent()), `"${pattern}"`);
}

test('an ONU is searched and filtered in the list, and the address says how', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, '/onus');
  const list = page.getByRole('table', { name: 'ONUs' });
  await page.getByRole('searchbox', { name: /Search: ONUs/ }).fill(onu.serial.slice(4).toLowerCase());
  await page.getByText('1 row', { exact: true }).waitFor();
  await list.getByText(onu.serial).waitFor();
  assert.match(page.url(), /search=/);

  await page.goto('/onus?port=0');
  await page.getByText('12 rows', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Bad level' }).click();
  await page.waitForURL(/quality=bad/);
  const limits = Object.fromEntries((await fixture.site.ask('setting.list')).map(({ key, value }) => [key, value]));
  const isBad = (dbm, side) => dbm !== null && (dbm < limits[`${side}.bad`] || dbm >= limits[`${side}.high`]);
  const weak = (await fixture.site.list('onus', { port: 0, run_state: 'online' }))
    .filter((row) => isBad(row.onu_rx_dbm, 'onu_rx') || isBad(row.olt_rx_dbm, 'olt_rx')).length;
  await page.getByText(weak ? new RegExp(`^${weak} rows?$`) : 'Nothing found').first().waitFor();

  await page.goto('/onus?brand=Huawei&is_present=true&ordering=-serial');
  await page.getByText('24 rows', { exact: true }).waitFor();
  const [highest] = await fixture.site.list('onus', {}, { ordering: '-serial' });
  await list.getByRole('row').nth(1).getByText(highest.serial).click();
  await page.waitForURL(`**/onus/${highest.id}`);
  await page.getByRole('heading', { level: 1, name: highest.serial, exact: true }).waitFor();
});

test('one sentence says how it is, in the language of the reader', async (t) => {
  const onu = await onuOf(0);
  const english = await fixture.open(t, `/onus/${onu.id}`);
  await waitForSentence(english, /^Online for .+, −\d+\.\d dBm, (good|weak|bad)\.$/);
  const spanish = await fixture.open(t, `/onus/${onu.id}`, { language: 'es' });
  await waitForSentence(spanish, /^En línea desde hace .+, −\d+,\d dBm, (bueno|débil|malo)\.$/);
  const facts = english.locator('#main');
  for (const words of ['Present', 'all of this port', onu.place]) await facts.getByText(words).first().waitFor();
  // Of what the OLT has configured there is one word, above and below.
  assert.ok(await facts.getByText(/^Enabled/).count() >= 2);
  assert.strictEqual(await facts.getByText(/^Active\b/).count(), 0);
});

test('levels have their limits, values their age and the run that brought them', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}`);
  await page.getByRole('region', { name: 'Levels' }).getByText('warning −25, bad −27 dBm').waitFor();
  const row = page.getByRole('region', { name: 'All values' }).getByRole('row').filter({ hasText: 'Distance' });
  await row.getByText(/^[\d,]+ m$/).waitFor();
  await row.locator('time').waitFor();
  assert.match(await row.getByRole('link').getAttribute('href'), /^\/executions\/\d+$/);
});

// The chart of what the ONU receives, and the mouse on it; parts of its width are given.
async function chartOf(page) {
  const plot = page.getByRole('figure', { name: 'ONU receives' }).locator('.u-over');
  await plot.waitFor();
  await plot.scrollIntoViewIfNeeded();
  const pointAt = async (part) => {
    const { x, y, width, height } = await fixture.site.until(() => plot.boundingBox(), 'the place of the chart');
    return [x + width * part, y + height / 2];
  };
  return {
    move: async (part) => page.mouse.move(...await pointAt(part), { steps: 5 }),
    selected: () => page.getByRole('figure', { name: 'ONU receives' }).locator('.u-select').evaluate((element) => element.offsetWidth),
  };
}

const marked = (page) => page.waitForURL(/from=\d+&to=\d+/);

// What has just happened is on the screen.
const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

// Until readings have come, and are drawn.
async function newReadings(page) {
  const answer = await page.waitForResponse(/\/history\/.*metric=onu_rx/, { timeout: 60000 });
  await answer.finished();
  await drawn(page);
}

// How many hours the charts show, by the address.
function hoursOf(page) {
  const query = new URL(page.url()).searchParams;
  return (Number(query.get('to')) - Number(query.get('from'))) / 3600000;
}

test('the charts\' range is in the address; it is zoomed with the mouse and back', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}?range=6h`);
  const chart = await chartOf(page);
  await chart.move(0.25);
  await page.mouse.down();
  await chart.move(0.75);
  await page.mouse.up();
  await marked(page);
  assert.ok(Math.abs(hoursOf(page) - 3) < 0.1, `half of six hours: ${hoursOf(page)}`);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.waitForURL((url) => !url.searchParams.has('from'));
  await page.getByText('1 h', { exact: true }).click();
  await page.waitForURL(/range=1h/);
  const byHour = page.waitForRequest(/\/history\/.*resolution=hour/);
  await page.getByText('2 y', { exact: true }).click();
  await byHour;
  await page.waitForURL(/range=2y/);
});

test('readings that arrive take nothing away from whoever marks a range or points at one', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}?range=1h`);
  const chart = await chartOf(page);
  await chart.move(0.25);
  await page.mouse.down();
  await chart.move(0.5);
  const width = await chart.selected();
  assert.ok(width > 0, 'a range is being marked');
  await newReadings(page);
  assert.strictEqual(await chart.selected(), width);
  await chart.move(0.75);
  await page.mouse.up();
  await marked(page);
  assert.ok(Math.abs(hoursOf(page) - 0.5) < 0.05, `half of an hour: ${hoursOf(page)}`);
  const shared = page.url();

  // What was marked stays when more is read.
  await fixture.site.until(async () => (await fixture.site.list('onus', { id: onu.id }))[0].onu_rx_dbm !== null, 'a level');
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Read just now').waitFor();
  assert.strictEqual(page.url(), shared);

  // In a day nothing moves away under the mouse while a slow machine goes on. The newest readings are at the
  // right edge.
  await page.goto(`/onus/${onu.id}?range=24h`);
  const day = await chartOf(page);
  const reading = page.getByText(/ONU receives: −\d+\.\d dBm/);
  await fixture.site.until(async () => {
    for (let part = 0.98; part < 1 && !(await reading.count()); part += 0.001) {
      await day.move(part);
      await drawn(page);
    }
    return reading.count();
  }, 'what the cursor is at');
  await newReadings(page);
  assert.strictEqual(await reading.count(), 1, 'it is still there, and the mouse was not moved');
});

test('what is not drawn at first can be chosen', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}`);
  await page.getByRole('figure', { name: 'ONU receives' }).waitFor();
  assert.strictEqual(await page.getByRole('figure', { name: 'Temperature' }).count(), 0);
  await page.getByRole('group', { name: 'What is drawn' }).getByText('Temperature').click();
  await page.getByRole('figure', { name: 'Temperature' }).waitFor();
});

test('neighbours on the port are compared, and one click away', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}`);
  const neighbours = page.getByRole('region', { name: 'Neighbours on the port' });
  await neighbours.getByText(/12 of 12 online\. Its level is /).waitFor();
  const other = (await fixture.site.list('onus', { port: 0 })).find(({ id }) => id !== onu.id);
  await neighbours.getByRole('link', { name: other.serial }).click();
  await page.getByRole('heading', { level: 1, name: other.serial, exact: true }).waitFor();
});

test('a live read is followed to its end; a viewer is not offered one', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}`, { as: 'operator' });
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Read just now').waitFor();
  const looking = await fixture.open(t, `/onus/${onu.id}`, { as: 'viewer' });
  await sentence(looking).waitFor();
  assert.strictEqual(await looking.getByRole('button', { name: 'Read now' }).count(), 0);
});

test('the serial can be copied', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the serial' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), onu.serial);
});

test('an ONU that loses its light says so by itself, and what happened', async (t) => {
  const onu = await onuOf(1);
  const page = await fixture.open(t, `/onus/${onu.id}?range=1h`);
  await waitForSentence(page, /^Online/);
  fixture.sims[0].write(`{"cmd":"dark","port":"${onu.slot}/${onu.port}"}`);
  await waitForSentence(page, /^Offline since .*: no light, whole port\.$/);
  const happened = page.getByRole('region', { name: 'What happened' });
  await happened.getByRole('row').filter({ hasText: 'State' }).first().waitFor();
  await page.getByRole('figure', { name: 'States' }).getByText(/Offline|No light/).waitFor();
  await page.getByText('All of the port are down: it is the fibre or the OLT, not the house.').waitFor();
  const neighbours = page.getByRole('region', { name: 'Neighbours on the port' });
  await fixture.site.until(async () => (await neighbours.locator('.badge').allInnerTexts())
    .every((words) => words === 'No light, whole port'), 'the cause of every neighbour, and not only that it is offline');
  await fixture.shot(page, 'onu-dark-port');
});

test('a state in the list is as old as its own reading, whatever else was read since', async (t) => {
  await onuOf(0);
  const page = await fixture.open(t, '/');
  const hours = (n) => new Date(Date.now() - n * 3600000).toISOString();
  await page.route(/\/api\/v1\/onus\/\?/, async (route) => {
    const reply = await route.fetch();
    const list = await reply.json();
    const results = list.results.map((row, i) => ({
      ...row, run_state: 'online', values_at: hours(i === 1 ? 5 : 0), run_state_at: i === 2 ? null : hours(i === 0 ? 5 : 0),
    }));
    await route.fulfill({ response: reply, json: { ...list, results } });
  });
  await page.goto('/onus?port=0');
  const badge = (i) => page.getByRole('table', { name: 'ONUs' }).getByRole('row').nth(i + 1).locator('.badge');
  await badge(3).waitFor();
  assert.strictEqual(await badge(0).getAttribute('data-stale'), 'true', 'its levels are new, its state is old');
  assert.strictEqual(await badge(1).getAttribute('data-stale'), null, 'its state is new, its values are old');
  assert.strictEqual(await badge(2).getAttribute('data-stale'), null, 'a device without a time of its own: as anything of it');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('of an OLT that is not asked nothing looks good', async (t) => {
  const onu = await onuOf(0);
  const page = await fixture.open(t, `/onus/${onu.id}`);
  await waitForSentence(page, /^Online/);
  await fixture.site.ask('olt.disable', { olt: 'centro' });
  await waitForSentence(page, /^No data for .+: the OLT is disabled$/);
  assert.strictEqual(await page.locator('.badge[data-tone="good"]:not([data-stale])').count(), 0);
  await page.goto('/onus');
  await page.locator('.badge[data-stale]').first().waitFor();
  assert.strictEqual(await page.locator('.badge[data-tone="good"]:not([data-stale])').count(), 0);
  await fixture.shot(page, 'onus-silent');
});

test('an ONU that is not there is told in words', async (t) => {
  const page = await fixture.open(t, '/onus/999999', { expects: /status of 404/ });
  await page.getByRole('alert').getByText(/There is no such thing/).waitFor();
});
