// SPDX-License-Identifier: Apache-2.0
//
// An OID is tried on an OLT before it is saved: what came, decoded, and a sentence for each way in
// which nothing came. From there, and from a stored one, the form of a job is opened that is filled in.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { isDeepStrictEqual } = require('node:util');
const { assertAccessible, startFixture } = require('./lib');
const { sleep } = require('../system/lib');

const fixture = startFixture({ sims: [['--profile', 'huawei', '--ports', '1', '--onus', '4', '--offline', '0', '--static']] });

const panelOf = (page, name = 'Try it on an OLT') => page.getByRole('region', { name });

async function ready() {
  await fixture.site.until(async () => (await fixture.site.count('onus')) === 4, 'the ONUs');
}

test('what came is shown decoded, with whose it is, and nothing is saved', async (t) => {
  await ready();
  const before = await fixture.site.count('oids');
  const page = await fixture.open(t, '/catalogue/oids/new');
  const panel = panelOf(page);
  const start = panel.getByRole('button', { name: 'Try it' });
  assert.ok(await start.isDisabled(), 'without an OID there is nothing to try');
  await page.getByLabel('OID', { exact: false }).first().fill('1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4');
  await page.getByLabel('Unit').fill('dBm');
  await page.getByLabel('Transform').fill('{"parse": "number", "mul": 0.01}');
  await page.getByLabel('Slow').check();
  await start.click();
  await panel.getByText('4 values came.').waitFor();
  const first = panel.getByRole('listitem').first();
  await first.getByRole('link', { name: 'ONU 0/1/0:0' }).waitFor();
  assert.match(await first.getByTestId('decoded').innerText(), /^-\d+(\.\d+)? dBm$/);
  await first.getByText(/index \d+\.0 · INTEGER: -\d+/).waitFor();
  await assertAccessible(page, 'a trial');
  await fixture.shot(page, 'oid-try');
  assert.strictEqual(await fixture.site.count('oids'), before);

  await page.getByLabel('Transform').fill('{"parse": "mac"}');
  await start.click();
  await panel.getByText(/^cannot be decoded: /).first().waitFor();
});

test('an object that the device does not have, a silent OLT and a disabled one are said each in its own words', async (t) => {
  await ready();
  const page = await fixture.open(t, '/catalogue/oids/new', { language: 'es', expects: /status of 409/ });
  const panel = panelOf(page, 'Probarlo en una OLT');
  const start = panel.getByRole('button', { name: 'Probar' });
  await page.getByLabel('OID', { exact: false }).first().fill('1.3.6.1.4.1.424242.1');
  await start.click();
  await panel.getByText('El equipo responde y no tiene este objeto.', { exact: false }).waitFor();

  await fixture.site.addBareOlt('otra', fixture.sims[0].host, { profile: 'huawei_smartax', community: 'otra', timeout_ms: 300, retries: 0 });
  await page.reload();
  await page.getByLabel('OID', { exact: false }).first().fill('1.3.6.1.2.1.1.3.0');
  await panel.getByRole('textbox', { name: 'OLT' }).click();
  await page.getByRole('option', { name: 'otra' }).click();
  await start.click();
  await panel.getByText('La OLT no responde. Está caída o no se llega a ella, o su comunidad es otra.').waitFor();
  await fixture.site.ask('olt.disable', { olt: 'otra' });
  await start.click();
  await panel.getByText(/está deshabilitada/).waitFor();
});

// ---- from an OID to its job ------------------------------------------------------------------------

const addOid = (name, more) => fixture.site.ask('oid.add', {
  name, oid: '1.3.6.1.2.1.1.3.0', brand: 'Huawei', purpose: `custom:${name.replaceAll(' ', '_')}`, ...more,
});

// What the form of a job shows now.
async function shown(page) {
  const input = (name) => page.getByRole('textbox', { name }).inputValue();
  return {
    name: await input('Name'), brand: await input('Brand'), type: await input('Type'), every: await input('Every'),
    oids: await page.locator('.mantine-Pill-label').allInnerTexts(),
    where: await page.getByRole('radio', { checked: true }).evaluateAll((radios) => radios.map(({ value }) => value).filter((value) =>
      ['picked', 'filter', 'all'].includes(value))),
  };
}

// The form has been filled in with this, as soon as all its lists have come.
async function assertFilled(page, wanted) {
  await page.locator('.mantine-Pill-root').waitFor();
  await page.getByTestId('later').waitFor();
  const end = Date.now() + 40000;
  for (;;) {
    const all = await shown(page);
    const seen = Object.fromEntries(Object.keys(wanted).map((key) => [key, all[key]]));
    if (isDeepStrictEqual(seen, wanted)) return;
    if (Date.now() > end) assert.deepStrictEqual(seen, wanted);
    await sleep(100);
  }
}

test('"Save and collect" saves, and opens the form of a job that is filled in; "Save" and Enter only save', async (t) => {
  await ready();
  const page = await fixture.open(t, '/catalogue/oids/new', { language: 'es' });
  const collect = page.getByRole('button', { name: 'Guardar y sondear' });
  await collect.click();
  await page.getByText('Esto hace falta').first().waitFor();
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Ticks del equipo');
  const oid = page.getByRole('textbox', { name: 'OID', exact: true });
  await oid.fill('1.3.6.1.2.1.1.3.0');
  await oid.press('Enter');
  await page.waitForURL('**/catalogue/oids');
  const [saved] = await fixture.site.list('oids', { name: 'Ticks del equipo' });

  await page.goto(`/catalogue/oids/${saved.id}`);
  await page.getByRole('textbox', { name: 'Unidad' }).fill('cs');
  await page.getByLabel('En uso').uncheck();
  assert.ok(await collect.isDisabled(), 'what is not in use is not collected');
  await page.getByLabel('En uso').check();
  await collect.click();
  await page.waitForURL(`**/jobs/new?oid=${saved.id}`);
  await page.getByRole('heading', { level: 1, name: 'Nuevo sondeo', exact: true }).waitFor();
  await page.getByText('Las OLT que se agreguen después se incluyen solas, de cualquier marca.').waitFor();
  assert.strictEqual((await fixture.site.list('oids', { id: saved.id }))[0].unit, 'cs');
  await page.getByRole('button', { name: 'Crear sondeo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ticks del equipo', exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'centro' }).click();
  await page.waitForURL('**/olts/1');
});

test('the page of an OID opens the form of its job; a reload fills it in again', async (t) => {
  await ready();
  const { id } = await addOid('up ticks');
  const page = await fixture.open(t, `/catalogue/oids/${id}`);
  await page.getByRole('link', { name: 'Collect it' }).click();
  await page.waitForURL(`**/jobs/new?oid=${id}`);
  const wanted = { name: 'up ticks', brand: 'Huawei', type: 'Walk', every: '5m', oids: ['up ticks · 1.3.6.1.2.1.1.3.0'], where: ['all'] };
  await assertFilled(page, wanted);
  await page.getByTestId('later').getByText('OLTs of the brand that are added later are taken in by themselves.').waitFor();
  await fixture.shot(page, 'job-form-of-oid');
  await page.reload();
  await assertFilled(page, wanted);

  // Of one model: only its OLTs. What the device asks each ONU for, and what finds ONUs, have their own types.
  const [model] = await fixture.site.list('models', { brand_name: 'Huawei' }, { page_size: 1 });
  const ofModel = await addOid('of a model', { model: model.id });
  await page.goto(`/jobs/new?oid=${ofModel.id}`);
  await assertFilled(page, { where: ['filter'] });
  await page.getByRole('textbox', { name: 'Model' }).and(page.locator(`[value="${model.name}"]`)).waitFor();
  const slow = await fixture.site.ask('oid.add', { name: 'slow level', oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4', brand: 'Huawei', purpose: 'onu_rx', is_slow: true });
  await page.goto(`/jobs/new?oid=${slow.id}`);
  await assertFilled(page, { type: 'Get' });
});

test('an address with an OID that is unknown or not in use says so', async (t) => {
  const page = await fixture.open(t, '/jobs/new?oid=999999', { expects: /status of 404/ });
  await page.getByText('There is no OID 999999 in the catalogue').waitFor();
  for (const wrong of ['abc', '', '-1', '99999999999999999999999']) {
    await page.goto(`/jobs/new?oid=${wrong}`);
    await page.getByText(/^There is no OID .*in the catalogue$/).waitFor();
    assert.strictEqual(await page.getByRole('button', { name: 'Create job' }).count(), 0);
  }
  await assertAccessible(page, 'a job of an unknown OID');
  await page.getByRole('link', { name: 'Open the catalogue' }).click();
  await page.waitForURL('**/catalogue/oids');
  const off = await addOid('not in use', { enabled: false });
  await page.goto(`/jobs/new?oid=${off.id}`);
  await page.getByText('not in use is not in use').waitFor();
  await page.getByRole('link', { name: 'Open the OID' }).click();
  await page.getByRole('heading', { level: 1, name: 'not in use', exact: true }).waitFor();
  assert.strictEqual(await page.getByRole('link', { name: 'Collect it' }).count(), 0);
});

test('who may not write is offered neither', async (t) => {
  const { id } = await addOid('of others');
  for (const as of ['viewer', 'operator']) {
    const page = await fixture.open(t, `/catalogue/oids/${id}`, { as });
    await page.getByRole('heading', { level: 1, name: 'of others', exact: true }).waitFor();
    assert.strictEqual(await page.getByText(/Collect it|Save and collect/).count(), 0, as);
    await page.goto(`/jobs/new?oid=${id}`);
    await page.locator('#main h1').waitFor();
    assert.strictEqual(await page.getByRole('button', { name: 'Create job' }).count(), 0, as);
  }
});
