// SPDX-License-Identifier: Apache-2.0
//
// The page as the program serves it: under its own policy, from its own cache.
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { startServe } = require('../system/serve-lib');
const { chromium } = require(path.resolve(__dirname, '../../web/node_modules/playwright-core'));

// What the page has loaded of the web admin, and how much of it came over the wire.
const assetsOf = (page) => page.evaluate(() => performance.getEntriesByType('resource')
  .filter((one) => one.name.includes('/assets/'))
  .map(({ name, transferSize, encodedBodySize, decodedBodySize }) => ({
    name, transferSize, encodedBodySize, decodedBodySize,
  })));

test('the page works under its policy, on every path, and is loaded once', async (t) => {
  const site = await startServe(t);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const errors = [];
  // Who is not logged in yet is told so with 401, which the browser writes to its console.
  page.on('console', (line) => {
    if (line.type() === 'error' && !/401/.test(line.text())) errors.push(line.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${site.api}/onus?search=abc`);
  await page.locator('input[type=password]').waitFor();
  assert.deepStrictEqual(errors, []);
  const first = await assetsOf(page);
  assert.ok(first.length > 0 && first.every((one) => one.transferSize > 0), JSON.stringify(first));
  assert.ok(first.some((one) => one.encodedBodySize < one.decodedBodySize / 2), 'packed');
  await page.goto(`${site.api}/olts`);
  await page.locator('input[type=password]').waitFor();
  // What this page has and the first had not may be fetched.
  const known = new Set(first.map((one) => one.name));
  const again = (await assetsOf(page)).filter((one) => known.has(one.name));
  assert.deepStrictEqual([...new Set(again.map((one) => one.transferSize))], [0], 'from the cache');
});
