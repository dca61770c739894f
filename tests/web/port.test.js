// SPDX-License-Identifier: Apache-2.0
//
// What is wrong now on the dashboard and on the browser's tab, and the PON ports of the network.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { savedCsv } = require('./csv');
const { startFixture } = require('./lib');

const fixture = startFixture({
  env: { FACHO_WATCH_RESOLVE: '1s' },
  sims: [
    ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--offline', '0', '--churn', '0', '--control', '-'],
    ['--profile', 'zte', '--ports', '2', '--onus', '8', '--offline', '0', '--churn', '0'],
  ],
});

const ports = () => fixture.site.list('pon_ports');
const dark = async () => (await ports()).filter(({ condition }) => condition === 'dark');

async function control(sim, line) {
  const from = sim.out.length;
  sim.write(JSON.stringify(line));
  assert.deepStrictEqual(JSON.parse((await sim.waitFor(/^\{.*\}$/m, { from }))[0]), { ok: true });
}

// Puts right what a case that failed may have left.
async function putRight() {
  await control(fixture.sims[0], { cmd: 'light', port: '1/1' });
  for (const olt of ['centro', 'norte']) await fixture.site.ask('olt.enable', { olt });
}

const isWell = ({ condition, onu_rx_median_dbm: median }) => condition === 'up' && median !== null;
const isKnown = (all) => all.length === 4 && all.every(isWell);
const OF_THE_NETWORK = ['outage', 'olt_silent', 'site_silent', 'collector'];
const goingOn = async () => (await fixture.site.list('incidents', { open: true })).filter(({ kind }) => OF_THE_NETWORK.includes(kind));

// Until every port knows its ONUs and their levels, and nothing is going on. On a busy machine an answer may take
// its time, and an OLT that is asked again in vain would be a problem of its own.
async function known() {
  await putRight();
  for (const olt of ['centro', 'norte']) await fixture.site.ask('olt.change', { olt, timeout_ms: 5000, retries: 3 });
  return fixture.site.until(async () => {
    const all = await ports();
    return isKnown(all) && (await goingOn()).length === 0 && all;
  }, 'ports with their ONUs and levels, and no incident', 180000);
}

const wrong = (page) => page.getByRole('region', { name: 'What is wrong now' });
const icon = (page) => page.locator('link[rel="icon"]').getAttribute('href');
const titled = (page, title) => fixture.site.until(async () => title.test(await page.title()), `the title ${title}`);
const marked = (page, href) => fixture.site.until(async () => (await icon(page)) === href, `the icon ${href}`);

// Until its incident is there, the port is a line of its own; then the incident's row stands for it. Only the last is
// waited for, because the first may be too short to be seen.
const rowOf = (page) => wrong(page).getByTestId('outages').getByRole('row').filter({ hasText: 'OLT centro, port 0/1/1' });

test('a port whose ONUs are all down is on the dashboard and on the tab while it is so, and two clicks from its page', async (t) => {
  await known();
  const page = await fixture.open(t, '/');
  await titled(page, /^Dashboard · Facho$/);
  await marked(page, '/facho.svg');
  await control(fixture.sims[0], { cmd: 'dark', port: '1/1' });
  const row = rowOf(page).filter({ has: page.getByRole('cell', { name: '8', exact: true }) });
  await row.waitFor();
  await titled(page, /^\(1\) Dashboard · Facho$/);
  await marked(page, '/facho-wrong.svg');
  await fixture.shot(page, 'dashboard-dark-en-light-1440');
  // Who asks for the problems without the incidents is told of the port itself.
  const status = await fixture.site.ask('status', {});
  assert.strictEqual(status.problems.results[0].kind, 'port_dark');
  assert.strictEqual(status.problems.customers, 8);
  const [port] = await dark();
  assert.ok(Math.abs(Date.parse(port.condition_since) - Date.parse(status.problems.results[0].since)) < 1);

  await row.getByRole('link').click();
  await page.waitForURL('**/incidents/*');
  await page.getByText('8 rows').waitFor();
  await titled(page, /^\(1\) Incident /);
  await page.getByTestId('place').getByRole('link', { name: 'Port 0/1/1' }).click();
  await page.waitForURL(`**/ports/${port.id}`);
  await page.getByText('8 rows').waitFor();
  await titled(page, /^\(1\) Port /);
  await page.getByText('All down').first().waitFor();
  await fixture.shot(page, 'port-dark-en-light-1440');

  await control(fixture.sims[0], { cmd: 'light', port: '1/1' });
  await page.getByText('Working').first().waitFor();
  await titled(page, /^Port/);
  const answered = page.waitForResponse('**/api/v1/problems/');
  await page.goto('/');
  await answered;
  await rowOf(page).waitFor({ state: 'detached' });
  await marked(page, '/facho.svg');
});

test('a port that no incident tells of is a line with its customers, one click from its page', async (t) => {
  const [first] = await known();
  const page = await fixture.open(t, '/ports');
  const problem = { kind: 'port_dark', severity: 'critical', olt: first.olt, olt_name: first.olt_name, port: first.id, place: first.place,
    customers: 8, since: new Date().toISOString(), description: null, why: null, count: null, violation: null };
  const incidents = [];
  await page.route('**/api/v1/problems/', async (route) => {
    const reply = await route.fetch();
    const answer = { ...await reply.json(), count: 1, customers: 8, results: [problem], incidents, open_incidents: incidents.length };
    await route.fulfill({ response: reply, json: answer });
  });
  await page.goto('/');
  const line = wrong(page).getByRole('listitem').filter({ hasText: 'all ONUs of the port are down' });
  await line.waitFor();
  assert.match(await line.innerText(), /centro · .*8 customers/s);
  await titled(page, /^\(1\) Dashboard · Facho$/);
  await line.getByRole('link').click();
  await page.waitForURL(`**/ports/${first.id}`);

  // A limit of the OLT does not tell of the port; its outage does.
  const incident = { id: 71, kind: 'limit', state: 'open', severity: 'minor', olt: first.olt, olt_name: first.olt_name, place: null,
    root_kind: 'olt', params: {}, affected: 8, cause_class: 'unknown', confidence: 0, version: 1, since_at: new Date().toISOString() };
  incidents.push(incident);
  await page.goto('/');
  await line.waitFor();
  await titled(page, /^\(2\) Dashboard · Facho$/);
  Object.assign(incident, { kind: 'outage', place: first.place, root_kind: 'port' });
  await page.goto('/');
  await wrong(page).getByTestId('outages').getByRole('row').nth(1).waitFor();
  await titled(page, /^\(1\) Dashboard · Facho$/);
  assert.strictEqual(await line.count(), 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the ports of the whole network: ordered, filtered, as CSV; each with its charts and ONUs', async (t) => {
  const [first] = await known();
  const page = await fixture.open(t, '/ports');
  await page.getByText('4 rows').waitFor();
  for (const header of ['State', 'ONUs online', 'Median level', 'Worst level', 'Since yesterday', 'Fill', 'Downstream', 'Description'])
    await page.getByRole('columnheader', { name: header }).waitFor();
  await page.getByText('8 of 8').first().waitFor();
  await page.getByText('6 %').first().waitFor(); // 8 of the 128 of GPON
  await fixture.shot(page, 'ports-en-light-1440');
  const { name, lines } = await savedCsv(page);
  assert.match(name, /^facho-pon-ports-\d{4}-\d\d-\d\d\.csv$/);
  assert.match(lines[0], /Median level/);
  assert.strictEqual(lines.length, 5);
  await page.goto('/ports?search=centro&condition=up');
  await page.getByText('2 rows').waitFor();
  await page.goto('/ports?condition=dark');
  await page.getByText('0 rows').or(page.getByText('Nothing matches')).first().waitFor();
  await page.goto(`/ports/${first.id}`);
  await page.getByRole('heading', { name: `Port ${first.place}` }).waitFor();
  await page.getByRole('region', { name: 'Over time' }).getByText('Levels that its ONUs receive').waitFor();
  await page.getByText('8 of 128', { exact: true }).waitFor();
  await page.getByText('8 rows').waitFor();
  const { json } = await page.evaluate(async (at) => ({ json: await (await fetch(at)).json() }),
    `/api/v1/ports/${first.id}/history/?metric=rx_median_dbm`);
  assert.ok(json.points.length > 0 && json.points.at(-1).value < 0, 'its median has a history');
});

test('ONUs that somebody switched off are grey, and a port without a median has no change', async (t) => {
  const [first] = await known();
  const page = await fixture.open(t, '/ports');
  await page.route(`**/api/v1/ports/${first.id}/`, async (route) => {
    const reply = await route.fetch();
    const changed = { onus_online: 7, onus_offline: 1, onus_disabled: 1, onu_rx_median_dbm: null, onu_rx_worst_dbm: null, onu_rx_change_db: null };
    await route.fulfill({ response: reply, json: { ...await reply.json(), ...changed } });
  });
  await page.goto(`/ports/${first.id}`);
  const share = page.getByText('7 of 8', { exact: true });
  await share.waitFor();
  const tones = await share.locator('xpath=..').locator('[data-tone]').evaluateAll((all) => all.map((one) => one.dataset.tone));
  assert.deepStrictEqual(tones, ['good', 'calm']);
  assert.strictEqual(await page.getByText('since yesterday', { exact: false }).count(), 0);
});

test('what is left of the light is not red when its OLT is not heard', async (t) => {
  await known();
  const page = await fixture.open(t, '/');
  const weak = async (route) => {
    const reply = await route.fetch();
    const list = await reply.json();
    await route.fulfill({ response: reply, json: { ...list, results: list.results.map((row) => ({ ...row, margin_db: -1.3 })) } });
  };
  await page.route(/\/api\/v1\/onus\/\?/, weak);
  const margin = page.getByText('−1.3 dB').first();
  const [{ id }] = await fixture.site.list('olts', { name: 'norte' });
  await page.goto(`/light?olt=${id}`);
  await margin.waitFor();
  assert.match(await margin.getAttribute('class'), /tone-bad/);
  await fixture.site.ask('olt.disable', { olt: 'norte' });
  t.after(() => fixture.site.ask('olt.enable', { olt: 'norte' }));
  await fixture.site.until(async () => {
    await page.reload();
    await margin.waitFor();
    return /tone-calm/.test(await margin.getAttribute('class'));
  }, 'grey');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the ports of an OLT that is not asked are not said to be well', async (t) => {
  await known();
  await fixture.site.ask('olt.disable', { olt: 'norte' });
  const page = await fixture.open(t, '/ports?search=norte');
  await page.getByText('OLT not heard').nth(1).waitFor();
  assert.strictEqual(await page.locator('#main [data-tone="good"]').count(), 0);
  await fixture.site.ask('olt.enable', { olt: 'norte' });
  await page.getByText('Working').nth(1).waitFor();
});
