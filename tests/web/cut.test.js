// SPDX-License-Identifier: Apache-2.0
//
// At a desk, in Spanish, whose words are longer: no card cuts its words, nothing stands out of its card,
// and the first columns of a table have room.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startFixture } = require('./lib');

const fixture = startFixture({ demo: 1 });

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

test('the table of performance shows all of its columns at 1440', async (t) => {
  const page = await fixture.open(t, '/performance', { language: 'es' });
  const table = page.getByRole('table').first();
  await table.getByRole('row').nth(1).waitFor();
  const room = await table.evaluate((one) => [one.parentElement.scrollWidth, one.parentElement.clientWidth]);
  assert.ok(room[0] <= room[1], `${room[0]} of ${room[1]}`);
});

test('the legend of states has the base of availability: the observed time', async (t) => {
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus', { run_state: 'online' }))[0], 'an ONU');
  const page = await fixture.open(t, `/onus/${onu.id}`, { language: 'es' });
  const text = await page.getByTestId('availability').innerText();
  const percent = /([\d,.]+)\s*%/.exec(text)[1];
  const legend = await page.locator('figure').first().innerText();
  assert.ok(legend.includes(percent), `${text} / ${legend}`);
});
