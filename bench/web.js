// SPDX-License-Identifier: Apache-2.0
//
// The web admin in Chromium, over a million ONUs of a thousand OLTs (fill_site.c).
//
//   script/bench web
//   FACHO_BENCH_WEB=load,search script/bench web   some of: load weight scroll search
//   FACHO_BENCH_SITE=/tmp/site                     keep the filled database in this folder for the next run
//   FACHO_BENCH_ONUS=100000                        fewer ONUs, for a quick look
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { tempFolder } = require('../tests/system/lib');
const { startServe, QUIET } = require('../tests/system/serve-lib');
const { chromium } = require('../web/node_modules/playwright-core');

const ONUS = Number(process.env.FACHO_BENCH_ONUS || 1000000);
const PASSWORD = 'Planted-Password-77';
const FREE = { FACHO_HTTP_RATE: '0', FACHO_HTTP_CONNECTIONS_PER_CLIENT: '0', FACHO_ADMIN_PASSWORD: PASSWORD };
const LOADS = 9, SEARCHES = 120, SCROLL_MS = 8000;
const filler = path.join(process.env.FACHO_BENCH_BUILD || 'build-bench/bench', 'fill_site');

let allMet = true;

function report(name, value, unit, target, isAtMost, more = {}) {
  const met = isAtMost ? value <= target : value >= target;
  allMet = allMet && met;
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit, target, met, ...more }));
}

function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toPrecision(4));
}

// ---- a site and a browser ---------------------------------------------------------------------

const life = { ends: [], after(end) { this.ends.unshift(end); } };

function fillSite() {
  const folder = process.env.FACHO_BENCH_SITE || tempFolder(life);
  fs.mkdirSync(folder, { recursive: true });
  if (!fs.existsSync(`${folder}/facho.db`))
    execFileSync(filler, [`sqlite:${folder}/facho.db`, String(ONUS)], { stdio: ['ignore', 'inherit', 'inherit'] });
  return folder;
}

// A database that is kept has had its first start: whoever it let in then, gets another password.
async function openSite() {
  const site = await startServe(life, { folder: fillSite(), env: { ...FREE, ...QUIET } });
  await site.ask('user.password', { user: 'admin', password: PASSWORD });
  return site;
}

// Somebody who is logged in, in a browser that has loaded nothing yet.
async function newPage(fixture) {
  const context = await fixture.browser.newContext({
    baseURL: fixture.site.api, locale: 'en', viewport: { width: 1440, height: 900 }, storageState: fixture.state,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  return page;
}

async function logIn(fixture) {
  const page = await newPage(fixture);
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').fill('admin');
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD);
  await page.locator('button[type="submit"]').click();
  await page.locator('#main').waitFor();
  fixture.state = await page.context().storageState();
  await page.context().close();
}

// ---- the first load -----------------------------------------------------------------------------

// When the figures are on the screen: numbers of thousands, which nothing else on it has. (The page's
// policy lets playwright's own waiting not in.)
const figures = () => new Promise((resolve) => {
  const look = () => (/\d,\d{3}/.test(document.querySelector('#main')?.innerText ?? '')
    ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
});

async function load(fixture) {
  const took = [];
  for (let i = 0; i < LOADS; i++) {
    const page = await newPage(fixture);
    await page.goto('/', { waitUntil: 'commit' });
    took.push(await page.evaluate(figures));
    await page.context().close();
  }
  report('web_first_load_dashboard', percentile(took, 0.5), 'ms', 1500, true,
    { max: percentile(took, 1), n: took.length });
}

async function weight(fixture) {
  const page = await newPage(fixture);
  await page.goto('/');
  await page.evaluate(figures);
  const bytes = await page.evaluate(() => performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize));
  await page.context().close();
  report('web_first_load_javascript', bytes.reduce((sum, n) => sum + n, 0) / 1024, 'KB', 350, true,
    { files: bytes.length });
}

// ---- a long list --------------------------------------------------------------------------------

// The gaps between frames while the wheel turns, in milliseconds.
async function turnWheel(page, ms) {
  await page.evaluate(() => {
    window.gaps = [];
    let last = performance.now();
    const tick = (now) => {
      window.gaps.push(now - last);
      last = now;
      window.tick = requestAnimationFrame(tick);
    };
    window.tick = requestAnimationFrame(tick);
  });
  for (const end = Date.now() + ms; Date.now() < end;) await page.mouse.wheel(0, 240);
  return page.evaluate(() => {
    cancelAnimationFrame(window.tick);
    return window.gaps.slice(1);
  });
}

async function scroll(fixture) {
  const page = await newPage(fixture);
  await page.goto('/onus?run_state=offline'); // one in ten
  const table = page.getByRole('table');
  await page.getByRole('cell').first().waitFor();
  const rows = Number(await table.getAttribute('aria-rowcount')) - 1;
  const box = await table.boundingBox();
  await page.mouse.move(box.x + 300, box.y + 200);
  const gaps = await turnWheel(page, SCROLL_MS);
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  const at = await page.getByRole('row').nth(5).getAttribute('aria-rowindex');
  await page.context().close();
  if (rows < ONUS / 20 || Number(at) < 100) throw new Error(`row ${at} of ${rows}: it did not scroll`);
  report('web_scroll_onus', gaps.length / seconds, 'frames/s', 50, false,
    { rows, reached: Number(at), gap_p99_ms: percentile(gaps, 0.99), gap_max_ms: percentile(gaps, 1) });
}

// ---- searching ------------------------------------------------------------------------------------

// From the letter to the answer: the moment at which the text of an option has what was typed.
const answerTo = (text) => new Promise((resolve) => {
  const box = document.querySelector('[data-testid="search"]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const begun = performance.now();
  const isThere = () => [...document.querySelectorAll('[role="option"]')]
    .some((option) => option.textContent.includes(text));
  const look = () => (isThere() ? requestAnimationFrame(() => resolve(performance.now() - begun)) : requestAnimationFrame(look));
  box.focus();
  set.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  look();
});

async function someSerials(page) {
  const pages = Array.from({ length: SEARCHES }, (_, i) => 1 + ((i * 7919) % Math.floor(ONUS / 20)));
  return page.evaluate(async (numbers) => {
    const serials = [];
    for (const number of numbers) {
      const reply = await fetch(`/api/v1/onus/?page_size=10&page=${number}`);
      serials.push((await reply.json()).results[number % 10].serial);
    }
    return serials;
  }, pages);
}

async function search(fixture) {
  const page = await newPage(fixture);
  await page.goto('/');
  await page.evaluate(figures);
  const took = [];
  for (const serial of await someSerials(page)) {
    took.push(await page.evaluate(answerTo, serial));
    await page.evaluate(() => document.activeElement.blur());
  }
  await page.context().close();
  report('web_search_on_screen_p95', percentile(took, 0.95), 'ms', 150, true,
    { p50: percentile(took, 0.5), max: percentile(took, 1), n: took.length });
}

// ---- all of it --------------------------------------------------------------------------------------

const CASES = { load, weight, scroll, search };

async function main() {
  const wanted = (process.env.FACHO_BENCH_WEB || Object.keys(CASES).join(',')).split(',');
  const fixture = { site: await openSite() };
  fixture.browser = await chromium.launch({
    executablePath: process.env.FACHO_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
  });
  life.after(() => fixture.browser.close());
  await logIn(fixture);
  for (const name of wanted) await CASES[name](fixture);
}

main().catch((error) => {
  console.error(error);
  allMet = false;
}).finally(async () => {
  for (const end of life.ends) await end();
  process.exitCode = allMet ? 0 : 1;
});
