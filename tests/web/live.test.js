// SPDX-License-Identifier: Apache-2.0
//
// What is live and what is old: changes are marked for a moment, what may be old is nowhere green, and
// an ONU's sentence says which of the two it is.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { madeAll, settled } = require('./addresses');
const { startFixture } = require('./lib');
const { sleep } = require('../system/lib');

const STILL = ['--ports', '2', '--onus', '6', '--offline', '0', '--churn', '0'];
const fixture = startFixture({
  sims: [['--profile', 'huawei', ...STILL, '--control', '-'], ['--profile', 'zte', ...STILL]],
});
const NO_SERVER = /ERR_|Failed to load/;

// What is green on the page: text, ground or bar in one of the colours that mean "good". Links and what
// belongs to no state have other colours.
function greens(page) {
  return page.locator('#main').evaluate((main) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const good = ['--tone-good', '--tone-good-bg', '--mantine-color-teal-filled', '--mantine-color-green-filled'].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [...main.querySelectorAll('*')].filter((element) => {
      const { color, backgroundColor, visibility } = getComputedStyle(element);
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      return element.getClientRects().length > 0 && visibility !== 'hidden'
        && ((hasText && good.includes(color)) || good.includes(backgroundColor));
    }).map((element) => `${element.className} ${element.textContent.slice(0, 40)}`);
  });
}

// ---- changes ---------------------------------------------------------------------------------------

test('a cell that changed is marked for a moment, and then no more', async (t) => {
  await madeAll(fixture.site);
  const page = await fixture.open(t, '/olts');
  const row = page.getByRole('row').filter({ hasText: 'centro' });
  await row.getByText('Up').waitFor();
  const marked = page.locator('.changed').filter({ hasText: 'Disabled' });
  await fixture.site.ask('olt.disable', { olt: 'centro' });
  await marked.waitFor();
  await row.getByText('Disabled').waitFor();
  await fixture.site.until(async () => (await marked.count()) === 0, 'the end of the mark');
  await fixture.site.ask('olt.enable', { olt: 'centro' });
  await row.getByText('Up').waitFor();
});

test('a row that was not there before is marked, and those of another filter are not', async (t) => {
  await madeAll(fixture.site);
  const page = await fixture.open(t, '/jobs?ordering=-id');
  await page.getByText(/^\d+ rows$/).waitFor();
  const [job] = await fixture.site.list('jobs');
  await fixture.site.ask('job.duplicate', { job: job.id, name: 'quite new' });
  await page.getByRole('cell').filter({ hasText: 'quite new' }).and(page.locator('.changed')).waitFor({ timeout: 60000 });
  await fixture.site.until(async () => (await page.locator('.changed').count()) === 0, 'the end of the mark');
  // A page that is looked at: as soon as the filtered rows are there, none of them is marked.
  await page.evaluate(() => {
    window.marks = 0;
    new MutationObserver(() => { window.marks += document.querySelectorAll('.changed').length; })
      .observe(document.querySelector('#main'), { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole('searchbox', { name: 'Search: Jobs' }).fill('quite');
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: job.name, exact: true }).waitFor();
  assert.strictEqual(await page.evaluate(() => window.marks), 0);
});

// ---- cut off -------------------------------------------------------------------------------------------

test('on every page a lost connection is told, nothing stays green, and it heals', async (t) => {
  await madeAll(fixture.site);
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { run_state: 'online' }))
    .find((one) => one.onu_rx_dbm !== null), 'a level');
  const page = await fixture.open(t, '/', { expects: NO_SERVER });
  for (const at of ['/', '/olts', '/olts/1', '/olts/1/ports', '/olts/1/onus', '/onus', `/onus/${onu.id}`, '/executions', '/pollers', '/jobs']) {
    await page.goto(at);
    await settled(page);
    await page.getByTestId('live').filter({ hasText: 'Live' }).waitFor();
    await page.context().setOffline(true);
    await page.getByTestId('cut-off').waitFor();
    assert.deepStrictEqual(await greens(page), [], at);
    await page.context().setOffline(false);
    await page.getByTestId('cut-off').waitFor({ state: 'detached' });
  }
});

test('the program is stopped and started: a page of an ONU loses its colours, finds it again and goes on', async (t) => {
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { run_state: 'online' }))[0], 'an ONU');
  const page = await fixture.open(t, `/onus/${onu.id}`, { expects: NO_SERVER });
  await page.getByTestId('live').filter({ hasText: 'Live' }).waitFor();
  fixture.site.env.FACHO_HTTP_LISTEN = new URL(fixture.site.api).host; // the same place again
  await fixture.site.program.stop();
  await page.getByTestId('cut-off').waitFor();
  assert.deepStrictEqual(await greens(page), []);
  await fixture.shot(page, 'onu-cut-off');
  await fixture.site.start();
  await page.getByTestId('cut-off').waitFor({ state: 'detached', timeout: 60000 });
  const read = page.getByRole('region', { name: 'All values' }).getByRole('row').filter({ hasText: 'State' }).first().locator('time');
  const before = await read.getAttribute('datetime');
  await fixture.site.until(async () => (await read.getAttribute('datetime')) !== before, 'a new reading by itself');
});

test('a program that stands still is live for 15 seconds at most, and is found again when it goes on', async (t) => {
  const page = await fixture.open(t, '/', { expects: NO_SERVER });
  const mark = page.getByTestId('live');
  await page.clock.install();
  await page.reload();
  await mark.filter({ hasText: 'Live' }).waitFor();
  // By the page's clock, which stands still from here on: a busy machine does not count.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const { pid } = fixture.site.program.child;
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(2000); // what was on its way is heard while the clock stands
    await page.clock.runFor(15_000);
    await mark.filter({ hasText: 'Cut off' }).waitFor({ timeout: 60000 });
    assert.deepStrictEqual(await greens(page), []);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await page.clock.resume();
  await mark.filter({ hasText: 'Live' }).waitFor({ timeout: 60000 });
  await page.getByTestId('cut-off').waitFor({ state: 'detached' });
});

// ---- the sentence ---------------------------------------------------------------------------------------

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms) => new Date(Date.now() - ms - 5000).toISOString();
const clock = (at) => new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(at));

function level(value, word, at = ago(MINUTE)) {
  return { value, at, execution: 1, level: word, limits: { warn: -25, bad: -27, high: -8 } };
}

// What is changed in the API's answer, and what is said then: [name, change(onu), English, Spanish, tone].
function cases() {
  const cut = ago(2 * MINUTE);
  const run = (state, more = {}) => (onu) => Object.assign(onu.facts.run, { state, cause: null, since: cut, ...more });
  const online = (rx) => (onu) => {
    run('online', { since: ago(12 * DAY) })(onu);
    onu.values.run_state.at = ago(MINUTE);
    onu.values.onu_rx_dbm = rx;
    delete onu.values.olt_rx_dbm; // the worse of both is said
  };
  const both = (first, second) => (onu) => { first(onu); second(onu); };
  return [
    ['good', online(level(-21.4, 'good')), 'Online for 12 days, −21.4 dBm, good.', 'En línea desde hace 12 días, −21,4 dBm, bueno.', 'good'],
    ['weak', online(level(-25.5, 'warn')), 'Online for 12 days, −25.5 dBm, weak.', 'En línea desde hace 12 días, −25,5 dBm, débil.', 'warn'],
    ['bad', online(level(-29, 'bad')), 'Online for 12 days, −29.0 dBm, bad.', 'En línea desde hace 12 días, −29,0 dBm, malo.', 'bad'],
    ['too strong', online(level(-5, 'bad')), 'Online for 12 days, −5.0 dBm, too strong.',
      'En línea desde hace 12 días, −5,0 dBm, demasiado fuerte.', 'bad'],
    ['a level of old', online(level(-21.4, 'good', ago(5 * HOUR))), 'Online for 12 days, −21.4 dBm 5 hours ago.',
      'En línea desde hace 12 días, −21,4 dBm hace 5 horas.', 'calm'],
    ['a state of old', both(online(level(-21.4, 'good')), (onu) => { onu.values.run_state.at = ago(50 * MINUTE); }),
      'Online for 12 days, −21.4 dBm, good; last read 50 min ago.',
      'En línea desde hace 12 días, −21,4 dBm, bueno; leída por última vez hace 50 min.', 'warn'],
    ['power', run('offline', { cause: 'power' }), `Offline since ${clock(cut)}: no power.`,
      `Fuera de línea desde ${clock(cut)}: sin energía.`],
    ['a dark port', run('offline', { cause: 'los_port' }), `Offline since ${clock(cut)}: no light, whole port.`,
      `Fuera de línea desde ${clock(cut)}: sin luz, todo el puerto.`],
    ['a dark ONU', run('offline', { cause: 'los_onu' }), `Offline since ${clock(cut)}: no light, this ONU.`,
      `Fuera de línea desde ${clock(cut)}: sin luz, esta ONU.`],
    ['no cause', run('offline', { cause: 'unknown', cause_label: null }), `Offline since ${clock(cut)}: no known cause.`,
      `Fuera de línea desde ${clock(cut)}: sin causa conocida.`],
    ['a word of the device', run('offline', { cause: 'unknown', cause_label: 'auth failed' }),
      `Offline since ${clock(cut)}: no known cause (the OLT says “auth failed”).`,
      `Fuera de línea desde ${clock(cut)}: sin causa conocida (la OLT dice «auth failed»).`],
    ['absent', (onu) => { onu.facts.presence.is_present = false; onu.is_present = false; onu.last_seen_at = ago(3 * DAY); onu.place = '0/1/0:9'; },
      'Absent, last seen 3 days ago at 0/1/0:9.', 'Ausente, vista por última vez hace 3 días en 0/1/0:9.', 'calm'],
    ['switched off', both(run('disabled', { cause: 'admin' }), (onu) => { onu.facts.admin.state = 'disabled'; }),
      `Offline since ${clock(cut)}: disabled; switched off on the OLT.`,
      `Fuera de línea desde ${clock(cut)}: deshabilitada; deshabilitada en la OLT.`],
    ['twice', both(online(level(-21.4, 'good')), (onu) => { onu.is_duplicate = true; }),
      'Online for 12 days, −21.4 dBm, good; its serial is at two places.',
      'En línea desde hace 12 días, −21,4 dBm, bueno; su serial está en dos lugares.', 'good'],
    ['never read', run(null, { label: null }), 'Its state is not known.', 'No se conoce su estado.', 'calm'],
    ['suspended', (onu) => Object.assign(onu, { olt_suspended_at: ago(30 * MINUTE), olt_answer_at: ago(40 * MINUTE) }),
      'No data for 40 min: the OLT is suspended', 'Sin datos desde hace 40 min: la OLT está suspendida', 'warn'],
    ['not answering', (onu) => Object.assign(onu, { olt_not_answering_at: ago(3 * MINUTE), olt_answer_at: ago(4 * MINUTE) }),
      'No data for 4 min: the OLT is not answering', 'Sin datos desde hace 4 min: la OLT no responde', 'warn'],
    ['disabled', (onu) => Object.assign(onu, { olt_enabled: false, olt_answer_at: ago(2 * HOUR) }),
      'No data for 2 hours: the OLT is disabled', 'Sin datos desde hace 2 horas: la OLT está deshabilitada', 'warn'],
  ];
}

test('an ONU says how it is in one sentence, in every case and in both languages', async (t) => {
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { run_state: 'online' }))
    .find((one) => one.onu_rx_dbm !== null), 'a level');
  for (const language of ['en', 'es']) {
    const page = await fixture.open(t, '/', { language });
    let change = () => {};
    await page.route(`**/api/v1/onus/${onu.id}/`, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      change(json);
      await route.fulfill({ response: answer, json });
    });
    for (const [name, changes, english, spanish, tone] of cases()) {
      change = changes;
      await page.goto(`/onus/${onu.id}`);
      const said = page.getByTestId('sentence');
      await said.waitFor();
      assert.strictEqual(await said.textContent(), language === 'en' ? english : spanish, name);
      if (tone) assert.strictEqual(await said.getAttribute('data-tone'), tone, name);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

// ---- an OLT that stopped answering: the last test, as it stays so ------------------------------------------

test('of an OLT that stopped answering nothing looks green, wherever it is shown', async (t) => {
  const suspendAfter = (value) => fixture.site.ask('setting.change', { setting: 'health.suspend_after', value });
  await suspendAfter('100'); // so that the first of its two states lasts until it was looked at
  await fixture.site.ask('olt.change', { olt: 'norte', timeout_ms: 100, retries: 0 });
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { olt: 2, run_state: 'online' }))[0], 'an ONU');
  await fixture.sims[1].stop();
  const page = await fixture.open(t, `/onus/${onu.id}`);
  const list = await fixture.open(t, '/olts');
  // At first it is not answering, and then given up.
  await list.getByRole('row').filter({ hasText: 'norte' }).getByText(/Not answering since \d/).waitFor({ timeout: 120000 });
  await page.getByText(/^No data for .*: the OLT is not answering$/).waitFor();
  assert.deepStrictEqual(await greens(page), []);
  await suspendAfter('3');
  await fixture.site.until(async () => (await fixture.site.ask('olt.get', { olt: 'norte' })).suspended_at, 'its suspension', 120000);
  await page.getByText(/^No data for .*: the OLT is suspended$/).waitFor();
  for (const at of [`/onus/${onu.id}`, '/onus?olt=2', '/olts?state=suspended', '/olts/2', '/olts/2/onus', '/olts/2/ports']) {
    await page.goto(at);
    await settled(page);
    await page.locator('#main').getByText(/norte|0\//).first().waitFor();
    assert.deepStrictEqual(await greens(page), [], at);
    await fixture.shot(page, `silent${at.replace(/\W+/g, '-')}`);
  }
  await page.getByTestId('search').fill(onu.serial);
  const hit = page.getByRole('option').filter({ hasText: onu.serial });
  await hit.locator('.badge[data-stale]').waitFor();
});
