// SPDX-License-Identifier: Apache-2.0
//
// The admin in a real browser, against the real daemon and simulated OLTs.
//
//   const fixture = startFixture({ sims: [['--profile', 'huawei', '--ports', '2', '--onus', '8']] });
//   test('...', async (t) => {
//     const page = await fixture.open(t, '/olts', { language: 'es', theme: 'dark', width: 375, as: 'viewer' });
//     ...
//     await fixture.shot(page, 'olts');
//   });
//
// One fixture serves all tests of a file. A page that wrote an error to its console fails its test.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { after, before } = require('node:test');
const { startSim } = require('../system/lib');
const { startDemo, startServe } = require('../system/serve-lib');
const { startFront } = require('./front');

const root = path.resolve(__dirname, '../..');
const web = path.join(root, 'web/node_modules');
const { chromium, request } = require(path.join(web, 'playwright-core'));
const axe = fs.readFileSync(path.join(web, 'axe-core/axe.min.js'), 'utf8');

const PASSWORD = 'Planted-Password-77';
// Chromium without a window: with one, even one that nobody sees, a test costs half as much again.
const PROGRAM = process.env.FACHO_CHROMIUM || '/usr/bin/chromium-headless-shell';
// Pages live for seconds: optimised code saves less than its compilers take.
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev';
const SHOTS = path.join(root, 'build/screenshots');

// isTimed: as a user's browser is, for who takes times.
const launch = ({ isTimed = false } = {}) => chromium.launch({
  executablePath: PROGRAM, args: ['--no-sandbox', '--disable-gpu', ...(isTimed ? [] : [SHORT_LIVED])],
});

class Fixture {
  constructor(options) {
    this.options = options;
    this.ends = [];
    this.t = { after: (end) => this.ends.unshift(end) };
    this.sessions = new Map(); // user -> the browser's storage after logging in
  }

  async start() {
    const { demo, env = {}, sims = [], names = ['centro', 'norte', 'sur', 'oriente'] } = this.options;
    this.site = demo === undefined
      ? await startServe(this.t, { env: { FACHO_ADMIN_PASSWORD: PASSWORD, ...env } })
      : await startDemo(this.t, { days: demo, password: PASSWORD });
    for (const role of ['viewer', 'operator'])
      await this.site.ask('user.add', { name: role, role, password: PASSWORD });
    this.sims = [];
    for (const [i, args] of sims.entries()) {
      const sim = await startSim(this.t, args);
      this.sims.push(sim);
      await this.site.addOlt(names[i], sim.host);
    }
    const folder = process.env.FACHO_WEB;
    this.address = folder ? await startFront(this.t, path.resolve(folder), () => this.site.api) : this.site.api;
    const { browser } = this.options;
    this.browser = browser ?? await launch(this.options);
    // Before the daemon goes, whose end would be told on the console.
    this.t.after(() => (browser ? Promise.all(browser.contexts().map((context) => context.close())) : this.browser.close()));
  }

  async stop() {
    for (const end of this.ends) await end();
  }

  // A page of a browser of its own. It ends with the test, which fails if it logged errors, but for
  // those that match `expects`.
  async blank(t, { language = 'en', theme = 'light', width = 1440, height = 900, hasTouch = false, state, expects } = {}) {
    const context = await this.browser.newContext({
      locale: language, colorScheme: theme, viewport: { width, height }, storageState: state, baseURL: this.address,
      timezoneId: 'America/Bogota', reducedMotion: 'reduce', hasTouch,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(40000);
    const errors = [];
    const note = (text) => (expects && expects.test(text)) || errors.push(text);
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
    page.on('pageerror', (error) => note(`${error.stack}`));
    t.after(async () => {
      if (t.passed === false) await sayPage(t, page);
      await context.close();
      assert.deepStrictEqual(errors, [], 'on the console');
    });
    return page;
  }

  async logIn(page, name, password = PASSWORD) {
    await page.goto('/login');
    await page.locator('input[autocomplete="username"]').fill(name);
    await page.locator('input[autocomplete="current-password"]').fill(password);
    await page.locator('button[type="submit"]').click();
  }

  // What a browser keeps of somebody who logged in, made without one: a page costs a second of the
  // processor. logIn and shell.test.js have the form.
  async sessionOf(name) {
    const client = await request.newContext({ baseURL: this.address });
    const reply = await client.post('/api/v1/auth/login/', { data: { username: name, password: PASSWORD } });
    assert.ok(reply.ok(), `${name} logs in: ${await reply.text()}`);
    const { cookies } = await client.storageState();
    await client.dispose();
    return { cookies, origins: [{ origin: this.address, localStorage: [{ name: 'facho.signedIn', value: '1' }] }] };
  }

  // A page of somebody who is logged in; passwords are slow on purpose, so each user logs in once.
  async open(t, at, { as = 'admin', ...look } = {}) {
    if (!this.sessions.has(as)) this.sessions.set(as, await this.sessionOf(as));
    const page = await this.blank(t, { ...look, state: this.sessions.get(as) });
    await page.goto(at);
    await page.locator('#main').waitFor();
    return page;
  }

  // build/screenshots/NAME.png; look at them.
  async shot(page, name) {
    fs.mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  }
}

// What a test that failed had before it. (Node 18 does not know yet whether it failed.)
async function sayPage(t, page) {
  const text = await page.locator('body').innerText({ timeout: 2000 }).catch((error) => error.message);
  t.diagnostic(`${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, 3000)}`);
}

// For all tests of the file that calls it. Options: env, sims (arguments of each), names of their OLTs;
// or demo: that of facho demo, which has run for so many days already. A Fixture can also be given isTimed, or
// a browser of which it is the only user now.
function startFixture(options = {}) {
  const fixture = new Fixture(options);
  before(() => fixture.start(), { timeout: 300000 });
  after(() => fixture.stop());
  return fixture;
}

const COUNTS = ['serious', 'critical']; // impacts of axe's rules

// Nothing that keeps people from reading or using it.
async function assertAccessible(page, about) {
  // As a page's own policy lets no foreign script in, it comes by the debugger's way, once for each load.
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe);
  const found = await page.evaluate((counts) => {
    // All rules that axe runs by default, less those whose findings do not count: a third of its time.
    const rules = Object.fromEntries(window.axe._audit.rules.filter(({ impact }) => impact && !counts.includes(impact))
      .map(({ id }) => [id, { enabled: false }]));
    // Style sheets are read for no rule that runs; `media` is what is left of the default.
    return window.axe.run(document, { resultTypes: ['violations'], rules, preload: { assets: ['media'] } });
  }, COUNTS);
  const serious = found.violations.filter(({ impact }) => COUNTS.includes(impact));
  assert.deepStrictEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3)
    .map((node) => `${node.html.slice(0, 160)} (${node.failureSummary.replace(/\s+/g, ' ').slice(0, 200)})`).join(' | ')}`), [], about);
}

module.exports = { PASSWORD, Fixture, assertAccessible, launch, startFixture };
