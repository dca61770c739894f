// SPDX-License-Identifier: Apache-2.0
//
// What an operator does in a day, one story each: played in a browser against the real daemon and
// simulated OLTs. stories.test.js asserts clicks and outcome; bench/stories.js prints how long each took.
//
//   {
//     name: 'customer_calls',            of the figure that script/bench prints
//     title: 'a customer calls: ...',
//     clicks: 0, seconds: 1,             at most
//     marks: { onus: 10 },               on the way: hand.mark('onus') comes within so many seconds
//     fixture: { sims: [[...]] },          what startFixture takes
//     prepare: async (fixture, size) => given,   before the clock runs; size: { ports, onus } of a large OLT
//     at: '/pollers',                    where the operator is when it begins
//     look: {},                          what fixture.open takes: language, as, width, expects
//     play: async ({ page, hand, fixture, given, open }) => {},   throws when the outcome is not the wanted one;
//                                        open(at, look): another page
//   }
//
// Clicks go through `hand`, which counts them; typing and keys are no clicks. The clock runs from the
// first act of the hand (or hand.begin(), when something happens to the network) to the end of play.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { freePorts, startSim, tempFolder } = require('../system/lib');
const { QUIET } = require('../system/serve-lib');
const { plantWorse } = require('./worse');

// How large an OLT is where that matters: in tests, and when times are taken.
const SIZES = { small: { ports: 2, onus: 8 }, full: { ports: 16, onus: 32 } };

class Hand {
  constructor() {
    this.clicks = 0;
    this.begun = 0;
    this.marks = {};
  }

  begin() {
    this.begun ||= performance.now();
  }

  async click(locator) {
    this.begin();
    this.clicks += 1;
    await locator.click();
  }

  // Choosing from a list that a click opened is the second click.
  async choose(locator, value) {
    this.begin();
    this.clicks += 2;
    await locator.selectOption(value);
  }

  async type(locator, text) {
    this.begin();
    await locator.fill(text);
  }

  mark(name) {
    this.marks[name] = this.seconds();
  }

  seconds() {
    return (performance.now() - this.begun) / 1000;
  }
}

// Plays it once: { clicks, seconds, marks }. t is a test, or anything that has after().
async function playStory(story, fixture, t, size = 'small') {
  const given = story.prepare ? await story.prepare(fixture, SIZES[size]) : undefined;
  const page = await fixture.open(t, story.at, story.look);
  const hand = new Hand();
  const open = (at, look) => fixture.open(t, at, { ...story.look, ...look });
  await story.play({ page, hand, fixture, given, open });
  assert.ok(hand.begun > 0, 'the hand did something');
  assert.deepStrictEqual(Object.keys(hand.marks), Object.keys(story.marks ?? {}), 'it came by all its marks');
  return { clicks: hand.clicks, seconds: hand.seconds(), marks: hand.marks };
}

// ---- the stories ---------------------------------------------------------------------------------

const SMALL = ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--static'];

const customerCalls = {
  name: 'customer_calls',
  title: 'a customer calls: whatever page is open, the serial is typed and the answer is there',
  clicks: 0,
  seconds: 1,
  fixture: { sims: [SMALL] },
  prepare: (fixture) => fixture.site.until(async () => (await fixture.site.list('onus')).find((onu) => onu.serial && onu.run_state),
    'an ONU with its state'),
  at: '/pollers',
  async play({ page, hand, given }) {
    await page.locator('body').press('/');
    await hand.type(page.getByTestId('search'), given.serial);
    const hit = page.getByRole('option').filter({ hasText: given.serial }).first();
    await hit.waitFor();
    assert.match(await hit.innerText(), /Online|Offline|No light|power/i);
  },
};

// As installed: jobs are minutes apart, and an OLT that says nothing is asked each minute.
// The settings that ship, where those of the other tests are quicker: the table of the program has them.
const TABLE = fs.readFileSync(path.resolve(__dirname, '../../src/conf/table.c'), 'utf8');
function shipped(key) {
  const found = new RegExp(`\\{ "${key.replace('.', '\\.')}",[^"]*"([^"]*)"`).exec(TABLE);
  assert.ok(found, `there is no setting ${key}`);
  return found[1];
}
const AS_INSTALLED = Object.fromEntries(['standard.discovery', 'standard.states', 'standard.inventory', 'standard.optics', 'standard.details',
  'standard.ports', 'standard.chassis', 'snmp.timeout', 'snmp.retries']
  .map((key) => [`FACHO_${key.toUpperCase().replace('.', '_')}`, shipped(key)]));

const oltDies = {
  name: 'olt_dies',
  title: 'an OLT dies while somebody looks: its row says so, and its ONUs are grey',
  clicks: 0,
  seconds: 90,
  fixture: { env: AS_INSTALLED, sims: [[...SMALL, '--control', '-']] },
  prepare: (fixture) => fixture.site.until(async () => (await fixture.site.list('onus')).find((onu) => onu.run_state === 'online'),
    'an ONU that is online'),
  at: '/olts',
  async play({ page, hand, fixture, given }) {
    const row = page.getByRole('row').filter({ hasText: 'centro' });
    await row.getByText('Up', { exact: true }).waitFor();
    hand.begin();
    fixture.sims[0].write('{"cmd":"set","silent":true}');
    await row.getByText(/Not answering since \d/).waitFor({ timeout: 300000 });
    await page.goto(`/onus/${given.id}`);
    await page.getByText(/^No data for .*: the OLT is not answering/).waitFor();
    assert.strictEqual(await page.locator('#main .badge[data-tone=good]').count(), 0, 'nothing of it is green');
  },
};

const portDark = {
  name: 'port_dark',
  title: 'a port goes dark: it is on the dashboard within one poll, and one click leads to its customers',
  clicks: 1,
  seconds: 15,
  fixture: { sims: [['--profile', 'huawei', '--ports', '2', '--onus', '8', '--offline', '0', '--churn', '0', '--control', '-']] },
  async prepare(fixture) {
    await fixture.site.ask('olt.change', { olt: 'centro', timeout_ms: 5000, retries: 3 });
    await fixture.site.until(async () => {
      const ports = await fixture.site.list('pon_ports');
      return ports.length === 2 && ports.every(({ condition }) => condition === 'up');
    }, 'ports whose ONUs are online');
  },
  at: '/',
  async play({ page, hand, fixture }) {
    const wrong = page.getByRole('region', { name: 'What is wrong now' });
    await wrong.waitFor();
    hand.begin();
    fixture.sims[0].write(JSON.stringify({ cmd: 'dark', port: '1/1' }));
    await hand.click(wrong.getByRole('row').filter({ has: page.getByRole('cell', { name: '8', exact: true }) }).getByRole('link'));
    await page.getByText('8 rows').waitFor();
  },
};

const gotWorse = {
  name: 'who_got_worse',
  title: 'who got worse this week: from the dashboard to the list, the one that lost most first',
  clicks: 2,
  seconds: 5,
  fixture: { sims: [SMALL] },
  prepare: (fixture) => plantWorse(fixture.site),
  at: '/',
  async play({ page, hand, given }) {
    await hand.click(page.getByRole('link', { name: /worse in 7 days/ }));
    const list = page.getByRole('table', { name: 'Worse in 7 days' });
    await list.getByRole('row').nth(1).getByText(given.serial).waitFor();
    await list.getByText('−3.2 dB').waitFor();
  },
};

// ---- a new OLT -----------------------------------------------------------------------------------

const WORDS = {
  en: {
    name: 'Name', address: 'Address', port: 'UDP port', testAndAdd: 'Test and add', test: /^Test (this OLT|again)$/, add: 'Add an OLT',
    timeout: 'No answer', wrongCommunity: /To a wrong one most devices say nothing/, unreachable: 'It cannot be reached',
    unknown: 'It answers, but nobody knows what it is', asAny: 'Go on with interfaces and uptime only',
    noAddress: 'This host name does not exist', failed: /Something in this page went wrong/,
  },
  es: {
    name: 'Nombre', address: 'Dirección', port: 'Puerto UDP', testAndAdd: 'Probar y agregar', test: /^Probar (esta OLT|de nuevo)$/, add: 'Agregar una OLT',
    timeout: 'Sin respuesta', wrongCommunity: /A una equivocada la mayoría de los equipos no responde nada/, unreachable: 'No se llega a ella',
    unknown: 'Responde, pero nadie sabe qué es', asAny: 'Continuar solo con interfaces y tiempo de actividad',
    noAddress: 'Este nombre de host no existe', failed: /Algo falló en esta página/,
  },
};

const fieldOf = (page, label) => page.getByLabel(label, { exact: false }).first();
const communityOf = (page) => page.locator('input[type=password]').first();

async function typeOlt(page, hand, words, { name, address, port, community }) {
  await hand.type(fieldOf(page, words.name), name);
  await hand.type(fieldOf(page, words.address), address);
  await hand.type(fieldOf(page, words.port), String(port));
  await hand.type(communityOf(page), community);
}

const newOlt = {
  name: 'new_olt',
  title: 'a new OLT by the guide: its ONUs are on the screen, and the levels of all of them follow',
  clicks: 3,
  seconds: 180,
  marks: { onus: 10 },
  fixture: { env: AS_INSTALLED },
  async prepare(fixture, { ports, onus }) {
    const sim = await startSim(fixture.t, ['--profile', 'huawei', '--ports', String(ports), '--onus', String(onus), '--offline', '0',
      '--churn', '0', '--autofind', '0']);
    return { sim, count: ports * onus };
  },
  at: '/',
  async play({ page, hand, fixture, given: { sim, count } }) {
    await hand.click(page.getByRole('link', { name: 'Add the first OLT' }));
    await typeOlt(page, hand, WORDS.en, { name: 'centro', address: sim.address, port: sim.port, community: 'public' });
    await hand.click(page.getByRole('button', { name: 'Test and add' }));
    await page.getByText(`${count} ONUs found on centro`).waitFor({ timeout: 120000 });
    await hand.click(page.getByRole('link', { name: 'See the ONUs' }));
    await page.getByText(`${count} rows`).waitFor();
    hand.mark('onus');
    await fixture.site.until(async () => (await fixture.site.list('onus')).filter((onu) => onu.onu_rx_dbm !== null).length === count,
      'the levels of all of them', 600000);
    await page.getByTestId('first-reading').waitFor({ state: 'detached' });
    await page.getByText(/dBm/).nth(7).waitFor();
  },
};

// ---- what goes wrong with a new OLT --------------------------------------------------------------
//
// Each trouble is met in the guide, in Spanish, and in the form, in English. It is said once, as what it
// is; nothing that was typed is lost; when it is mended the OLT is added.

async function saidOnce(page, words, title) {
  await page.getByText(title, { exact: true }).waitFor();
  assert.strictEqual(await page.getByText(title, { exact: true }).count(), 1, `"${title}" is said once`);
  assert.strictEqual(await page.getByRole('alert').count(), 0, 'and nothing else is said to be wrong');
  assert.strictEqual(await page.getByText(words.failed).count(), 0);
}

async function stillTyped(page, words, { name, address, port, community }) {
  const values = [fieldOf(page, words.name), fieldOf(page, words.address), fieldOf(page, words.port), communityOf(page)];
  assert.deepStrictEqual(await Promise.all(values.map((field) => field.inputValue())), [name, address, String(port), community]);
}

// wrong: what is typed at first. said: the key of its sentence. mend: what is done about it.
async function meetInGuide({ page, hand, fixture }, { wrong, said, mend }) {
  const words = WORDS.es;
  const typed = { name: 'por la guía', ...wrong };
  await page.getByRole('button', { name: words.testAndAdd }).waitFor();
  await typeOlt(page, hand, words, typed);
  await hand.click(page.getByRole('button', { name: words.testAndAdd }));
  await saidOnce(page, words, words[said]);
  await stillTyped(page, words, typed);
  assert.strictEqual(await fixture.site.count('olts'), 0, 'nothing was written');
  await mend(page, words, () => hand.click(page.getByRole('button', { name: words.testAndAdd })));
  return fixture.site.until(async () => (await fixture.site.list('olts', { name: typed.name }))[0], 'it is added');
}

async function meetInForm({ open, hand, fixture }, { wrong, said, mend }) {
  const words = WORDS.en;
  const typed = { name: 'by the form', ...wrong };
  const page = await open('/olts/new', { language: 'en' });
  await typeOlt(page, hand, words, typed);
  await hand.click(page.getByRole('button', { name: words.test }));
  await saidOnce(page, words, words[said]);
  await stillTyped(page, words, typed);
  assert.strictEqual(await fixture.site.count('olts', { name: typed.name }), 0, 'nothing was written');
  await mend(page, words, () => hand.click(page.getByRole('button', { name: words.add, exact: true })));
  await page.getByRole('heading', { level: 1, name: typed.name, exact: true }).waitFor();
  return fixture.site.ask('olt.get', { olt: typed.name });
}

const trouble = (name, title, { clicks, prepare, troubleOf, mend, outcome }) => ({
  name,
  title,
  clicks,
  seconds: 60,
  fixture: {},
  prepare,
  at: '/olts/start',
  look: { language: 'es' },
  async play(stage) {
    for (const meet of [meetInGuide, meetInForm]) {
      const told = troubleOf(stage.given);
      const olt = await meet(stage, { ...told, mend: (page, words, go) => mend({ ...stage, page, words, go }) });
      assert.strictEqual(olt.brand, outcome, 'it is known what it is');
    }
  },
});

const prepareSim = (fixture) => startSim(fixture.t, SMALL);

const wrongCommunity = trouble('wrong_community', 'a new OLT with a wrong community: no answer, and that this may be why', {
  clicks: 4,
  prepare: prepareSim,
  troubleOf: (sim) => ({ wrong: { address: sim.address, port: sim.port, community: 'wrong' }, said: 'timeout' }),
  async mend({ page, words, hand, go }) {
    await page.getByText(words.wrongCommunity).waitFor();
    await hand.type(communityOf(page), 'public');
    await go();
  },
  outcome: 'Huawei',
});

const deadAddress = trouble('dead_address', 'a new OLT at an address where nothing answers: it cannot be reached', {
  clicks: 4,
  prepare: async (fixture) => ({ sim: await prepareSim(fixture), dead: await freePorts() }),
  troubleOf: ({ dead }) => ({ wrong: { address: '127.0.0.1', port: dead, community: 'public' }, said: 'unreachable' }),
  async mend({ page, words, hand, given: { sim }, go }) {
    await hand.type(fieldOf(page, words.address), sim.address);
    await hand.type(fieldOf(page, words.port), String(sim.port));
    await go();
  },
  outcome: 'Huawei',
});

const badName = trouble('bad_name', 'a new OLT by a host name that does not exist: it is said as that', {
  clicks: 4,
  prepare: prepareSim,
  troubleOf: (sim) => ({ wrong: { address: 'no-such-olt.invalid', port: sim.port, community: 'public' }, said: 'noAddress' }),
  async mend({ page, words, hand, given: sim, go }) {
    await hand.type(fieldOf(page, words.address), sim.address);
    await go();
  },
  outcome: 'Huawei',
});

// A switch of a brand that has no profile.
const SWITCH = [
  '1.3.6.1.2.1.1.1.0|4|Some switch', '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.99999.7', '1.3.6.1.2.1.1.3.0|67|8640000', '1.3.6.1.2.1.1.5.0|4|sw-1',
  '1.3.6.1.2.1.2.2.1.2.1|4|ge-0/0/1', '1.3.6.1.2.1.2.2.1.2.2|4|ge-0/0/2', '1.3.6.1.2.1.2.2.1.8.1|2|1', '1.3.6.1.2.1.2.2.1.8.2|2|2',
  '1.3.6.1.2.1.31.1.1.1.6.1|70|1000', '1.3.6.1.2.1.31.1.1.1.6.2|70|2000', '1.3.6.1.2.1.31.1.1.1.10.1|70|3000', '1.3.6.1.2.1.31.1.1.1.10.2|70|4000',
];

function startSwitch(t) {
  const file = path.join(tempFolder(t), 'switch.snmprec');
  fs.writeFileSync(file, `${SWITCH.join('\n')}\n`);
  return startSim(t, ['--snmprec', file]);
}

const unknownBrand = trouble('unknown_brand', 'a new OLT of an unknown brand goes on with its interfaces and uptime', {
  clicks: 5,
  prepare: (fixture) => startSwitch(fixture.t),
  troubleOf: (sim) => ({ wrong: { address: sim.address, port: sim.port, community: 'public' }, said: 'unknown' }),
  async mend({ page, words, hand, fixture, go }) {
    await hand.click(page.getByRole('button', { name: words.asAny }));
    if (words === WORDS.en) await go(); // in the guide that was all
    await fixture.site.until(async () => (await fixture.site.count('pon_ports')) >= 2, 'its interfaces');
  },
  outcome: 'Standard MIBs',
});

// Two jobs of one OLT are due together: one of them asks slowly, the other waits for it.
const whyLate = {
  name: 'why_late',
  title: 'why was it late: from the dashboard to the run, whose page says for which other run it waited',
  clicks: 3,
  seconds: 10,
  fixture: { env: QUIET, sims: [[...SMALL, '--latency', '400ms']] },
  async prepare({ site }) {
    await site.ask('olt.change', { olt: 'centro', timeout_ms: 10000 });
    return site.until(async () => (await site.list('executions', { waited_on: 'waits_olt' }, { ordering: '-late_ms' }))
      .find((row) => row.finished_at && row.late_ms > 2000), 'a run that was late');
  },
  at: '/',
  async play({ page, hand, fixture, given }) {
    await hand.click(page.getByRole('main').getByRole('link', { name: /\d late$/ }));
    await hand.click(page.getByRole('main').locator(`a[href$="/executions/${given.id}"]`).first());
    const why = page.getByRole('note');
    await why.getByText(/^It began .* late: another run had the OLT/).waitFor();
    const other = await fixture.site.ask('execution.get', { execution: given.waited_for });
    await why.getByRole('link', { name: other.job_name }).waitFor();
  },
};

// The brand is chosen by two clicks, as a list that opens. That it is an own value is said already.
async function typeOid(page, hand) {
  await hand.click(page.getByRole('link', { name: 'Add an OID' }));
  await hand.type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Ticks since start');
  await hand.type(page.getByRole('textbox', { name: 'OID', exact: true }), '1.3.6.1.2.1.1.3.0');
  await hand.type(page.getByRole('textbox', { name: 'Unit' }), 'cs');
  assert.strictEqual(await page.getByRole('textbox', { name: 'Purpose' }).inputValue(), 'A value of your own');
  await hand.click(page.getByRole('textbox', { name: 'Brand' }));
  await hand.click(page.getByRole('option', { name: 'Huawei', exact: true }));
}

async function tryOid(page, hand) {
  const panel = page.getByRole('region', { name: 'Try it on an OLT' });
  await hand.click(panel.getByRole('button', { name: 'Try it' }));
  await panel.getByText('1 value came.').waitFor();
  assert.match(await panel.getByTestId('decoded').innerText(), /^[\d,]+ cs$/);
}

const oidToChart = {
  name: 'oid_to_chart',
  title: 'a new OID to a chart: tried on an OLT, saved, collected, and its first point is on the page of the OLT',
  clicks: 12,
  seconds: 60,
  fixture: { env: AS_INSTALLED, sims: [SMALL] },
  prepare: (fixture) => fixture.site.until(async () => (await fixture.site.count('onus')) === 16, 'the ONUs'),
  at: '/catalogue/oids',
  async play({ page, hand, fixture }) {
    await typeOid(page, hand);
    await tryOid(page, hand);
    await hand.click(page.getByRole('button', { name: 'Save and collect' }));
    await page.getByTestId('says').getByText(/^Runs every 5 minutes, .*, on 1 OLT\.$/).waitFor();
    await page.getByTestId('later').getByText('OLTs of the brand that are added later are taken in by themselves.').waitFor();
    await hand.click(page.getByRole('button', { name: 'Create job' }));
    await page.getByRole('heading', { level: 1, name: 'Ticks since start', exact: true }).waitFor();
    await hand.click(page.getByRole('button', { name: 'Run now' }));
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Run now' }));
    await hand.click(page.getByRole('main').getByRole('link', { name: 'centro' }));
    await page.getByText('ticks_since_start, cs', { exact: true }).waitFor({ timeout: 120000 });
    const chart = page.getByRole('figure', { name: 'ticks_since_start' });
    await chart.getByText(/^ticks_since_start: last [\d,.]+ cs/).waitFor();
    await chart.scrollIntoViewIfNeeded();
    await fixture.shot(page, 'story-oid-to-chart');
    assert.strictEqual((await fixture.site.list('jobs', { name: 'Ticks since start' }))[0].target, 'all');
  },
};

const STORIES = [customerCalls, oltDies, portDark, gotWorse, newOlt, wrongCommunity, deadAddress, badName, unknownBrand, whyLate, oidToChart];

module.exports = { STORIES, playStory, startSwitch };
