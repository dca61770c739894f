// SPDX-License-Identifier: Apache-2.0
//
// Makes the screenshots of the README from the demo: node tools/pictures.js [FACHO]
//
// They are written to docs/images/ as WebP; the browser converts its own screenshots.
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { chromium } = require('../web/node_modules/playwright-core');

const root = path.resolve(__dirname, '..');
const folder = path.join(root, 'docs/images');
const QUALITY = 0.82;
const SETTLED_MS = 4000; // charts are drawn, what is live has been marked

// name, path, theme, language
const PICTURES = [
  ['dashboard', '/', 'light', 'en'],
  ['port', '/ports/2', 'light', 'en'],
  ['onu', '/onus/3?range=24h', 'dark', 'en'],
  ['light', '/light/week', 'light', 'en'],
  ['panel', '/', 'dark', 'es'],
];

function startDemo(program) {
  const child = spawn(program, ['demo', '--seconds', '600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let out = '';
    child.on('exit', (status) => reject(new Error(`the demo ended with ${status}: ${out}`)));
    child.stdout.on('data', (data) => {
      out += data;
      const login = /at (http\S+)\/; log in as admin with (\S+)/.exec(out);
      // Everything has been asked once.
      if (login && /nokia_isam chassis/.test(out)) resolve({ child, address: login[1], password: login[2] });
    });
  });
}

async function logIn(browser, { address, password }) {
  const page = await browser.newPage({ baseURL: address });
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').fill('admin');
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.locator('#main').waitFor();
  return page.context().storageState();
}

const toWebp = async ([base64, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
};

async function take(browser, demo, state, [name, at, colorScheme, locale]) {
  const context = await browser.newContext({
    baseURL: demo.address, storageState: state, colorScheme, locale, viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(at);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const png = await page.screenshot();
  const blank = await browser.newPage();
  const webp = Buffer.from(await blank.evaluate(toWebp, [png.toString('base64'), QUALITY]), 'base64');
  await blank.close();
  await context.close();
  fs.writeFileSync(path.join(folder, `${name}.webp`), webp);
  console.log(`${name}.webp ${(webp.length / 1024).toFixed(0)} KB`);
}

async function main() {
  const demo = await startDemo(process.argv[2] || path.join(root, 'build/facho'));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  fs.mkdirSync(folder, { recursive: true });
  try {
    const state = await logIn(browser, demo);
    for (const picture of PICTURES) await take(browser, demo, state, picture);
  } finally {
    await browser.close();
    demo.child.removeAllListeners('exit');
    demo.child.kill('SIGTERM');
  }
}

main();
