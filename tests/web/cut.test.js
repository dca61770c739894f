// SPDX-License-Identifier: Apache-2.0
//
// At a desk, in Spanish, whose words are longer: no card cuts its words, nothing stands out of its card,
// and no list cuts its headings or what its rows are known by.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { move, settled } = require('./addresses');
const { startFixture } = require('./lib');

const fixture = startFixture({ demo: 8 });

// Texts of cards that are cut without saying the rest elsewhere, or that stand out of their card.
const cutIn = (page) => page.evaluate(() => {
  const found = [];
  for (const card of document.querySelectorAll('#main .mantine-Paper-root, #main .mantine-Card-root')) {
    const right = card.getBoundingClientRect().right;
    for (const one of card.querySelectorAll('*')) {
      if (!one.textContent.trim() || one.closest('[role=table], table, svg, [role=region]')) continue;
      const isCut = getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1 && !one.closest('[title]');
      if (isCut || one.getBoundingClientRect().right > right + 1) found.push(one.textContent.slice(0, 60));
    }
  }
  return found;
});

for (const width of [1280, 1440, 1920]) {
  test(`no card of the dashboard cuts its words at ${width}`, async (t) => {
    const page = await fixture.open(t, '/', { language: 'es', width });
    await page.getByRole('link', { name: 'Cuotas' }).waitFor();
    assert.deepStrictEqual(await cutIn(page), []);
  });
}

const LISTS = [
  '/olts', '/olts/1/ports', '/olts/1/onus', '/olts/2/onus', '/olts/3/onus', '/olts/4/onus', '/olts/1/executions', '/olts/1/log', '/light',
  '/light/week', '/light/olts', '/light/ports', '/performance', '/ports', '/onus', '/jobs', '/jobs/1', '/workflows', '/executions',
  '/quotas/history', '/violations', '/plans', '/log', '/catalogue', '/catalogue/models', '/catalogue/oids', '/catalogue/formulas',
  '/catalogue/states', '/users', '/audit',
];

// Headings that are cut, lists that scroll sideways, words that stand out of their badge, and cells that are cut: sentences may be, as the whole of
// them is behind the pointer (title).
const cutInLists = (page) => page.evaluate(() => {
  const found = [];
  const isCut = (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1;
  const standsOut = (badge) => {
    const words = document.createRange();
    words.selectNodeContents(badge);
    return words.getBoundingClientRect().right > badge.getBoundingClientRect().right;
  };
  for (const box of document.querySelectorAll('#main [role=region]')) {
    if (!box.querySelector('[role=table]')) continue;
    if (box.scrollWidth > box.clientWidth) found.push(`scrolls: ${box.scrollWidth} of ${box.clientWidth}`);
    const heads = [...box.querySelectorAll('[role=columnheader]')];
    for (const head of heads) {
      const words = head.querySelector('button') ?? head;
      if (isCut(head) || isCut(words)) found.push(`heading ${head.innerText}`);
    }
    for (const badge of box.querySelectorAll('.badge'))
      if (standsOut(badge)) found.push(`out of its badge: ${badge.innerText}`);
    for (const row of box.querySelectorAll('[role=row]'))
      for (const [i, cell] of [...row.querySelectorAll('[role=cell]')].entries())
        if (cell.scrollWidth > cell.clientWidth && !cell.title && !cell.querySelector('[title]')) found.push(`${heads[i].innerText}: ${cell.innerText}`);
  }
  return [...new Set(found)];
});
// Who and when: never cut, title or not.
const known = ['OLT', 'Cuándo', 'When', 'Hora', 'Hour', 'Descripción', 'Description', 'Serial', 'Puerto', 'Port'];
const knownBy = (page) => page.evaluate((names) => [...document.querySelectorAll('#main [role=region] [role=table]')].flatMap((table) => {
  const heads = [...table.querySelectorAll('[role=columnheader]')].map((head) => head.innerText.trim());
  return [...table.querySelectorAll('[role=row]')].flatMap((row) => [...row.querySelectorAll('[role=cell]')]
    .filter((cell, i) => names.includes(heads[i]) && cell.scrollWidth > cell.clientWidth).map((cell) => `cut: ${cell.innerText}`));
}), known);

for (const language of ['es', 'en']) {
  test(`no list cuts its headings or what a row is known by at 1440: ${language}`, async (t) => {
    const page = await fixture.open(t, '/', { language });
    const mistakes = [];
    for (const at of LISTS) {
      await move(page, at);
      await settled(page);
      await page.getByText(/^[\d.,]+ (filas?|rows?)$/).waitFor();
      if (!await page.getByRole('table').count()) continue;
      await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
      mistakes.push(...[...await cutInLists(page), ...await knownBy(page)].map((what) => `${at} ${what}`));
    }
    assert.deepStrictEqual(mistakes, []);
  });
}

// Most of the time nothing waits: the answer is changed on its way to the page.
test('what a run waits for is not cut in the list of workflows', async (t) => {
  const page = await fixture.open(t, '/', { language: 'es' });
  let kind;
  await page.route(/\/api\/v1\/workflows\/\?/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const row of json.results) Object.assign(row, { next_run: kind, waits_for: 1 });
    await route.fulfill({ response, json });
  });
  for (kind of ['waits_olt', 'waits_probe', 'waits_poller', 'waits_lane', 'waits_store', 'not_answering', 'suspended']) {
    await page.goto('/workflows');
    const cell = page.getByRole('cell', { name: /^(le toca, |no mientras )/ }).first();
    await cell.waitFor();
    assert.deepStrictEqual(await cutInLists(page), [], kind);
    assert.ok(await cell.evaluate((one) => one.scrollWidth <= one.clientWidth), `${kind} is cut`);
  }
});

test('no state of an OLT stands out of its badge', async (t) => {
  for (const language of ['es', 'en']) {
    const page = await fixture.open(t, '/', { language });
    let state, hours;
    await page.route(/\/api\/v1\/olts\/\?/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const at = new Date(Date.now() - hours * 3600e3).toISOString();
      for (const row of json.results) Object.assign(row, { state, not_answering_at: at, suspended_at: at, last_answer_at: at, failures: 3 });
      await route.fulfill({ response, json });
    });
    for ([state, hours] of [['up', 1], ['failing', 1], ['not_answering', 1], ['not_answering', 50], ['suspended', 50], ['disabled', 1], ['new', 1]]) {
      await page.goto('/olts');
      await page.locator('#main .badge').first().waitFor();
      assert.deepStrictEqual(await cutInLists(page), [], `${language} ${state} ${hours}`);
    }
  }
});

test('the legend of states has the base of availability: the observed time', async (t) => {
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { run_state: 'online' }))[0], 'an ONU');
  const page = await fixture.open(t, `/onus/${onu.id}`, { language: 'es' });
  const text = await page.getByTestId('availability').innerText();
  const percent = /([\d,.]+)\s*%/.exec(text)[1];
  const legend = await page.locator('figure').first().innerText();
  assert.ok(legend.includes(percent), `${text} / ${legend}`);
});
