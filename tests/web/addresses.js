// SPDX-License-Identifier: Apache-2.0
//
// Every address that has a page, for what must hold on all of them. Number 1 is there of everything
// that an OLT with the standard jobs makes; a port's number is looked up.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const FOR_ALL = [
  '/', '/incidents', '/silences', '/maintenances', '/deliveries', '/plant', '/olts', '/olts/1', '/olts/1/ports', '/olts/1/onus', '/olts/1/values', '/olts/1/workflow', '/olts/1/timeline', '/olts/1/executions',
  '/olts/1/log', '/olts/1/performance', '/olts/1/health', '/light', '/light/week', '/light/month', '/light/olts', '/light/ports',
  '/performance', '/ports', '/ports/1', '/onus', '/onus/1', '/jobs', '/jobs/1', '/jobs/1/executions', '/jobs/1/facts',
  '/workflows', '/workflows/1', '/executions', '/executions/1', '/pollers', '/quotas', '/quotas/history', '/violations', '/plans',
  '/plans/1', '/log', '/log/1', '/catalogue', '/catalogue/models', '/catalogue/oids', '/catalogue/formulas', '/catalogue/states',
  '/catalogue/transfer', '/catalogue/brands/1', '/catalogue/models/1', '/catalogue/oids/1', '/catalogue/formulas/1',
  '/catalogue/states/1', '/settings', '/limits',
];

const FOR_ADMINS = [
  '/olts/new', '/olts/start', '/olts/1/edit', '/jobs/new', '/jobs/1/edit', '/catalogue/brands/new', '/catalogue/oids/new',
  '/routes', '/routes/new', '/targets', '/targets/new', '/contacts', '/contacts/new', '/channels', '/channels/new',
  '/templates', '/templates/new', '/plant/new', '/users', '/users/new', '/users/1', '/tokens', '/audit', '/audit/1',
];

// Forms that others have or read too.
const FOR_OPERATORS = ['/silences/new', '/maintenances/new', '/limits/new', '/limits/1'];

// Until a page shows what it is about, and nothing is on its way.
async function settled(page) {
  await page.locator('#main h1').first().waitFor();
  await page.locator('#main .mantine-Loader-root').first().waitFor({ state: 'detached' });
}

// A page is left for the one that says that there is none at its address, and another is entered from
// there, as by the browser's buttons: the program is not loaded again, which costs three times as much
// as the page. As nothing of the page before is left, none of it is taken for the new one. That each
// address can be loaded is seen in aloud.test.js, which loads all of them.
const NOWHERE = '/no/page/at/all';
const NO_PAGE = new RegExp(['en', 'es'].map((language) =>
  JSON.parse(fs.readFileSync(path.resolve(__dirname, `../../web/src/i18n/${language}/app.json`), 'utf8')).notFound.text).join('|'));
const noPage = (page) => page.locator('#main').getByText(NO_PAGE);

// react-router counts its entries, and warns of one that has no number while a form has changes.
const push = (page, at) => page.evaluate((to) => {
  window.history.pushState({ usr: null, key: to, idx: (window.history.state?.idx ?? 0) + 1 }, '', to);
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
}, at);

async function leave(page) {
  await push(page, NOWHERE);
  await noPage(page).waitFor();
}

async function enter(page, at) {
  await push(page, at);
  await noPage(page).waitFor({ state: 'detached' });
}

async function move(page, at) {
  await leave(page);
  await enter(page, at);
}

// Until the first OLT has made one of everything.
async function madeAll(site) {
  for (const list of ['onus', 'pon_ports', 'plans', 'executions', 'coordinator_logs'])
    await site.until(async () => (await site.count(list)) > 0, `one of ${list}`);
}

module.exports = { FOR_ALL, FOR_ADMINS, FOR_OPERATORS, enter, leave, madeAll, move, settled };
