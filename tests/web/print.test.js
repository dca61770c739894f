// SPDX-License-Identifier: Apache-2.0
//
// Lists and the pages of OLT, port and ONU on A4 paper, in both languages and from both themes: what
// they say, when it was and by whose clock; nothing that can only be clicked, and nothing cut.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { startFixture } = require('./lib');

const fixture = startFixture({
  sims: [['--profile', 'huawei', '--ports', '2', '--onus', '24', '--offline', '0', '--churn', '0']], env: { FACHO_STANDARD_DISCOVERY: '1h' },
});
const A4 = { width: 703, height: 1000 }; // 210 mm less the margins, in CSS pixels
const LOOKS = [
  { language: 'en', theme: 'light', zone: /^Times are those of /, printed: /^Printed .*\d{4}/ },
  { language: 'es', theme: 'dark', zone: /^Las horas son de /, printed: /^Impreso el .*\d{4}/ },
];

async function pagesToPrint() {
  const onu = await fixture.site.until(async () => (await fixture.site.list('onus')).find((one) => one.onu_rx_dbm !== null), 'a level', 240000);
  const port = await fixture.site.until(async () => (await fixture.site.list('pon_ports'))[0], 'a port', 240000);
  await fixture.site.until(async () => (await fixture.site.count('onus')) === 48, 'all ONUs', 240000);
  return [
    { name: 'olt', at: `/olts/${onu.olt}`, says: 'centro' },
    { name: 'olt-ports', at: `/olts/${onu.olt}/ports`, says: 'centro', rows: 2 },
    { name: 'port', at: `/ports/${port.id}`, says: port.place, rows: 24 },
    { name: 'onu', at: `/onus/${onu.id}`, says: onu.serial },
    { name: 'onus', at: '/onus', says: 'ONU', rows: 48 },
    { name: 'olts', at: '/olts', says: 'OLT', rows: 1 },
    { name: 'ports', at: '/ports', says: /PON/, rows: 2 },
  ];
}

// As the page is when the browser lays it out for paper.
async function layOut(page) {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(A4);
}

// What cannot be on paper but is; and what is there but cannot be read.
const findFaults = (page) => page.evaluate(() => {
  const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const say = (what) => (element) => `${what}: ${(element.getAttribute('aria-label') || element.innerText || element.className).slice(0, 60)}`;
  const buttons = seen('button:not([data-print]), .mantine-Button-root, input, select, nav, header, [role=tablist], [role=searchbox]');
  const wide = seen('#main *').filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1
    && !element.closest('[aria-hidden]'));
  const cut = seen('#main *').filter((element) => {
    const { overflowY, overflowX } = getComputedStyle(element);
    const isHiding = (how) => how !== 'visible';
    return element.children.length > 0 && !element.closest('[aria-hidden], figure, .badge')
      && ((isHiding(overflowY) && element.scrollHeight > element.clientHeight + 2) || (isHiding(overflowX) && element.scrollWidth > element.clientWidth + 2));
  });
  const dark = [document.documentElement, document.body, document.querySelector('#main')]
    .map((element) => getComputedStyle(element).backgroundColor).filter((color) => !['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(color));
  return [...buttons.map(say('to click')), ...wide.map(say('beyond the paper')), ...cut.map(say('cut')), ...dark];
});

for (const { language, theme, zone, printed } of LOOKS) {
  test(`on paper, ${language} from the ${theme} theme`, async (t) => {
    for (const { name, at, says, rows } of await pagesToPrint()) {
      const page = await fixture.open(t, at, { language, theme });
      const title = page.getByRole('heading', { level: 1 });
      await title.filter({ hasText: says }).waitFor();
      if (rows) await page.getByRole('row').nth(1).waitFor();
      const pdf = await page.pdf({ format: 'A4' });
      assert.match(pdf.subarray(0, 5).toString(), /^%PDF-/, at);
      await layOut(page);
      await page.getByText(printed).waitFor();
      for (const seen of [title, page.getByText(zone)]) assert.ok(await seen.isVisible(), at);
      // Charts take the new width a moment later.
      await fixture.site.until(async () => (await findFaults(page)).length === 0, `${at} on paper: ${await findFaults(page)}`, 20000);
      if (rows) assert.strictEqual(await page.locator('#main').getByRole('row').count() >= rows, true, `${at}: all rows`);
      const folder = path.resolve(__dirname, '../../build/screenshots');
      fs.mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `print-${name}-${language}.png`), fullPage: true });
      await page.context().close();
    }
  });
}
