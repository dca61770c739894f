// SPDX-License-Identifier: Apache-2.0
//
// The catalogue: a form for each of its kinds, formulas that are tried out while one types them,
// and the whole as a file, out and in.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture();

const field = (page, label) => page.getByLabel(label, { exact: false }).first();
const rows = (kind, filters) => fixture.site.list(kind, { deleted_at: '', ...filters });
const save = (page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function pick(page, label, option) {
  await page.getByRole('textbox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

// ---- forms -----------------------------------------------------------------------------------

// Of each kind: what is filled in, by its label; one whose values the API refuses, with its words;
// and what is changed afterwards.
const KINDS = [
  {
    kind: 'brands', key: 'name', named: 'Acme', fill: async (page, name) => field(page, 'Name').fill(name),
    refused: 'Huawei', words: /Huawei/, change: ['Description', 'description', 'Of the cartoons'],
  },
  {
    kind: 'models', key: 'name', named: 'X-99',
    fill: async (page, name) => {
      await pick(page, 'Brand', 'Huawei');
      await field(page, 'Name').fill(name);
    },
    refused: 'x'.repeat(300), words: /\d/, change: ['Notes', 'notes', 'From the second floor'],
  },
  {
    kind: 'oids', key: 'name', named: 'Fans',
    fill: async (page, name) => {
      await field(page, 'Name').fill(name);
      await field(page, 'OID').fill('1.3.6.1.4.1.99999.1.2');
      await pick(page, 'Brand', 'Huawei');
    },
    refused: 'x'.repeat(300), words: /\d/, change: ['Unit', 'unit', 'rpm'],
  },
  {
    kind: 'formulas', key: 'name', named: 'mine',
    fill: async (page, name) => {
      await pick(page, 'Brand', 'Huawei');
      await field(page, 'Name').fill(name);
      await field(page, 'Definition').fill(JSON.stringify((await rows('formulas', { brand_name: 'Huawei' }))[0].definition));
    },
    refused: 'x'.repeat(300), words: /\d/, change: ['Name', 'name', 'mine too'],
  },
  {
    kind: 'states', key: 'raw', named: '77',
    fill: async (page, raw) => {
      await pick(page, 'Brand', 'Huawei');
      await field(page, 'Value of the device').fill(raw);
      await field(page, 'Label').fill('asleep');
    },
    refused: 'x'.repeat(3000), words: /\d/, change: ['Label', 'label', 'fast asleep'],
  },
];

for (const { kind, key, named, fill, refused, words, change: [label, name, value] } of KINDS) {
  test(`${kind}: one is refused with words, added, changed, copied and deleted`, async (t) => {
    const page = await fixture.open(t, `/catalogue/${kind}/new`, { expects: /status of 4(09|22)/ });
    const before = (await rows(kind)).length;
    await save(page);
    await page.getByText('This is needed').first().waitFor();
    await fill(page, refused);
    await save(page);
    await page.locator('.mantine-InputWrapper-error, [role=alert]').filter({ hasText: words }).first().waitFor();
    assert.strictEqual((await rows(kind)).length, before, 'nothing was written, and what was typed is there');
    await (key === 'raw' ? field(page, 'Value of the device') : field(page, 'Name')).fill(named);
    await save(page);
    await page.waitForURL(new RegExp(`/catalogue/${kind}$`));
    const [row] = await rows(kind, { [key]: named });
    assert.ok(row, 'it is there');

    await page.goto(`/catalogue/${kind}/${row.id}`);
    await field(page, label).fill(value);
    await save(page);
    await page.waitForURL(new RegExp(`/catalogue/${kind}$`));
    assert.strictEqual((await rows(kind, { id: row.id }))[0][name], value);

    await page.goto(`/catalogue/${kind}/${row.id}`);
    await page.getByRole('button', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog');
    if (key === 'raw') await dialog.getByRole('textbox').fill('78');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${row.id}`));
    for (const id of [page.url().split('/').at(-1), row.id]) {
      await page.goto(`/catalogue/${kind}/${id}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(new RegExp(`/catalogue/${kind}$`));
    }
    assert.strictEqual((await rows(kind)).length, before);
  });
}

test('what is no OID and no JSON is said while one types', async (t) => {
  const page = await fixture.open(t, '/catalogue/oids/new');
  await field(page, 'OID').fill('1.3.x');
  await page.getByText('Numbers with dots between them').waitFor();
  await field(page, 'Transform').fill('{"scale":');
  await page.getByText('This is no JSON').waitFor();
});

// ---- OIDs: purposes in words, and a trial before they are saved ----------------------------------

test('the purpose of an OID is chosen from a list in words; one of your own is called like the OID', async (t) => {
  const page = await fixture.open(t, '/catalogue/oids/new');
  await field(page, 'Name').fill('Fan speed');
  await field(page, 'OID').fill('1.3.6.1.4.1.99999.3.1');
  const purpose = page.getByRole('textbox', { name: 'Purpose' });
  assert.strictEqual(await purpose.inputValue(), 'A value of your own');
  assert.strictEqual(await page.getByLabel('What it is called').getAttribute('placeholder'), 'fan_speed');
  await pick(page, 'Purpose', 'Level that the ONU receives');
  assert.strictEqual(await page.getByLabel('What it is called').count(), 0);
  await pick(page, 'Purpose', 'A value of your own');
  await save(page);
  await page.waitForURL(/\/catalogue\/oids$/);
  const [made] = await rows('oids', { name: 'Fan speed' });
  assert.strictEqual(made.purpose, 'custom:fan_speed');
  await page.goto('/catalogue/oids?search=Fan%20speed');
  await page.getByText('Own value: fan_speed').waitFor();
  assert.strictEqual(await page.getByText('custom:', { exact: false }).count(), 0, 'no code in the list');
  await page.goto('/catalogue/oids?purpose=onu_rx');
  await page.getByRole('cell', { name: 'Level that the ONU receives' }).first().waitFor();
  await fixture.site.ask('oid.delete', { id: made.id });

  const spanish = await fixture.open(t, '/catalogue/oids/new', { language: 'es' });
  await pick(spanish, 'Propósito', 'Nivel que la OLT recibe de la ONU');
});

test('every purpose of the program is in the list, with words in both languages', () => {
  const source = fs.readFileSync('src/model/purpose.c', 'utf8');
  const names = [...source.matchAll(/\[PURPOSE_\w+\] = \{ "(\w+)"/g)].map(([, name]) => name).filter((name) => name !== 'custom').sort();
  assert.ok(names.length > 30, names.join());
  const listed = [...fs.readFileSync('web/src/ui/purposes.ts', 'utf8').split('PURPOSE_GROUPS = {')[1].split('} as const')[0].matchAll(/'(\w+)'/g)]
    .map(([, name]) => name).sort();
  assert.deepStrictEqual(listed, names);
  for (const language of ['en', 'es'])
    assert.deepStrictEqual(Object.keys(JSON.parse(fs.readFileSync(`web/src/i18n/${language}/purpose.json`, 'utf8')).word).sort(), names);
});

test('two who edit the same row are told', async (t) => {
  const [{ id }] = await rows('brands', { name: 'ZTE' });
  const page = await fixture.open(t, `/catalogue/brands/${id}`, { expects: /412/ });
  await field(page, 'Description').fill('mine');
  await fixture.site.ask('brand.change', { id, description: 'theirs' });
  await save(page);
  await page.getByText('Somebody changed it first').waitFor();
  await page.getByRole('button', { name: 'Keep mine and save' }).click();
  await page.waitForURL(/\/catalogue\/brands$/);
  assert.strictEqual((await rows('brands', { id }))[0].description, 'mine');
});

// ---- formulas ----------------------------------------------------------------------------------

test('a formula is tried out both ways while it is typed, and says what is wrong with it', async (t) => {
  const [{ id, definition }] = await rows('formulas', { profile: 'huawei_smartax', name: 'ont' });
  const page = await fixture.open(t, `/catalogue/formulas/${id}`, { expects: /status of 422/ });
  const tryOut = page.getByRole('region', { name: 'Try it out' });
  await tryOut.getByLabel('Index', { exact: true }).fill('4194304000.3');
  const says = tryOut.getByText(/^That is/);
  await says.waitFor();
  const place = await says.locator('b').textContent();
  assert.match(place, /3$/);
  await fixture.shot(page, 'formula');

  // From its position back to the same index.
  const { position } = await fixture.site.ask('formula.preview', { definition, index: '4194304000.3' });
  for (const [part, label] of [['frame', 'Frame'], ['slot', 'Slot'], ['port', 'Port'], ['onu', 'ONU']])
    if (part in position) await tryOut.getByLabel(label, { exact: true }).fill(String(position[part]));
  await tryOut.getByText('Its index is 4194304000.3').waitFor();

  // An index that it cannot have made; a definition that is none; and it is good again.
  await tryOut.getByLabel('Index', { exact: true }).fill('1.2.3.4.5.6.7');
  await tryOut.getByText(/this formula cannot have made it/).waitFor();
  await tryOut.getByLabel('Index', { exact: true }).fill('4194304000.3');
  await says.waitFor();
  await field(page, 'Definition').fill('{"nonsense": 1}');
  await tryOut.getByRole('alert').waitFor();
  await assertAccessible(page, 'a formula that is wrong');
  await field(page, 'Definition').fill(JSON.stringify(definition));
  await says.waitFor();
  await tryOut.getByRole('alert').waitFor({ state: 'detached' });
});

// ---- as a file -----------------------------------------------------------------------------------

const EMPTY = { facho_catalogue: 1, brands: [], models: [], oids: [], formulas: [], states: [] };

async function chooseFile(page, content, name = 'catalogue.json') {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
}

const chooseCatalogue = (page, lists) => chooseFile(page, JSON.stringify({ ...EMPTY, ...lists }));
const counts = (page, words) => page.getByRole('status').getByText(words).waitFor();

test('what is ours goes out as a file, or everything', async (t) => {
  await fixture.site.ask('brand.add', { name: 'Out of the house' });
  const page = await fixture.open(t, '/catalogue/transfer');
  const take = async (name) => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), ...JSON.parse(fs.readFileSync(await file.path(), 'utf8')) };
  };
  const ours = await take('Only our own');
  assert.strictEqual(ours.name, 'facho-catalogue.json');
  assert.strictEqual(ours.facho_catalogue, 1);
  assert.ok(ours.brands.some((brand) => brand.name === 'Out of the house'));
  assert.ok(!ours.oids.some((oid) => oid.brand === 'Huawei'), 'nothing that shipped');
  const all = await take('everything, with what shipped');
  assert.ok(all.oids.length > 100 && all.brands.some((brand) => brand.name === 'Huawei'));
});

test('a file comes in; again, it changes nothing, unless it is to replace', async (t) => {
  const page = await fixture.open(t, '/catalogue/transfer');
  const lists = { brands: [{ name: 'Imported', description: 'first' }], models: [{ brand: 'Imported', name: 'I-1' }] };
  await chooseCatalogue(page, lists);
  await counts(page, '2 added, 0 changed, 0 left as they were');
  await assertAccessible(page, 'after an import');
  await chooseCatalogue(page, { ...lists, brands: [{ name: 'Imported', description: 'second' }] });
  await counts(page, '0 added, 0 changed, 2 left as they were');
  assert.strictEqual((await rows('brands', { name: 'Imported' }))[0].description, 'first');
  await page.locator('label', { hasText: 'Replace what is there already' }).click();
  await chooseCatalogue(page, { ...lists, brands: [{ name: 'Imported', description: 'second' }] });
  await counts(page, '0 added, 2 changed, 0 left as they were');
  assert.strictEqual((await rows('brands', { name: 'Imported' }))[0].description, 'second');
});

test('rows that are wrong are named with what is wrong, and the others come in', async (t) => {
  for (const [language, counted, refused, row] of [
    ['en', '1 added', '2 rows were refused:', /^OIDs 2 \(Worse\): .*OID: /],
    ['es', 'Agregadas: 1', /2 filas/, /^OIDs? 2 \(Worse\): .*OID: /],
  ]) {
    const page = await fixture.open(t, '/catalogue/transfer', { language });
    const oid = { brand: 'Generic', oid: '1.3.6.1.4.1.99999.7', purpose: 'custom:x' };
    const chooser = page.waitForEvent('filechooser');
    await page.locator('#main button').last().click();
    await (await chooser).setFiles({
      name: 'c.json', mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({
        ...EMPTY, oids: [{ ...oid, name: `Good ${language}` }, { ...oid, name: 'Worse', oid: 'abc' }, { ...oid, name: '' }],
      })),
    });
    const result = page.getByRole('status');
    await result.getByText(counted).waitFor();
    await result.getByText(refused).waitFor();
    await result.getByRole('listitem').filter({ hasText: row }).waitFor();
    assert.strictEqual(await result.getByRole('listitem').count(), 2);
    await fixture.shot(page, `catalogue-refused-${language}`);
    await assertAccessible(page, 'rows that were refused');
  }
});

test('a file that is no catalogue is told so, and the next may be one', async (t) => {
  const page = await fixture.open(t, '/catalogue/transfer', { expects: /status of 422/ });
  await chooseFile(page, 'PK\u0003\u0004', 'picture.json');
  await page.getByText('picture.json is no catalogue').waitFor();
  await chooseFile(page, '{"a": 1}');
  await page.getByRole('alert').getByText(/facho_catalogue/).waitFor();
  await chooseCatalogue(page, {});
  await counts(page, '0 added, 0 changed, 0 left as they were');
  assert.strictEqual(await page.getByRole('alert').count(), 0);
});

test('a viewer and an operator read the catalogue, and take it along', async (t) => {
  const [{ id }] = await rows('oids', { brand_name: 'Huawei' });
  for (const as of ['viewer', 'operator']) {
    const page = await fixture.open(t, `/catalogue/oids/${id}`, { as });
    await page.locator('#main pre').waitFor();
    assert.strictEqual(await page.getByRole('button', { name: /^(Save|Delete|Duplicate)$/ }).count(), 0);
    await page.goto('/catalogue/transfer');
    await page.getByRole('link', { name: 'Only our own' }).waitFor();
    assert.strictEqual(await page.getByRole('button', { name: 'Choose a file…' }).count(), 0);
    await page.goto('/catalogue/oids');
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    assert.strictEqual(await page.getByRole('link', { name: /^Add/ }).count(), 0);
    assert.strictEqual(await page.getByRole('checkbox').count(), 0);
  }
});
