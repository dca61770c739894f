// SPDX-License-Identifier: Apache-2.0
//
// One source for one fact: what pages say of what runs, of the next run, of the last contact and of
// what a device has, is the same on every page.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const { test } = require('node:test');
const { startFixture } = require('./lib');
const { QUIET } = require('../system/serve-lib');

const fixture = startFixture({
  env: { ...QUIET, FACHO_HEALTH_WATCH: '2s', FACHO_HEALTH_PROBE_EVERY: '2s' },
  sims: [
    ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static'],
    ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--static', '--control', '-'],
  ],
});

const oltOf = async (name) => (await fixture.site.list('olt_overview', { name }))[0];

// One that hears everything and answers nothing: its run lasts as long as a test needs it.
async function silentOlt(t) {
  const socket = dgram.createSocket('udp4');
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  const name = `mudo-${socket.address().port}`;
  await fixture.site.ask('olt.add', {
    name, address: '127.0.0.1', port: socket.address().port, community: 'x', profile: 'huawei', timeout_ms: 30000, retries: 3,
  });
  await fixture.site.ask('job.standard', { olt: name, first_in: '1h' });
  return name;
}

// What stands above the rows, and how many rows say the same, read in one go.
const readList = (page) => page.evaluate(() => ({
  says: document.querySelector('#main [role=status].num')?.textContent ?? '',
  running: [...document.querySelectorAll('#main [role=row] .badge')].filter((badge) => badge.textContent === 'Running').length,
}));

test('what is said above the executions is true of the rows below, while runs begin and end', async (t) => {
  await fixture.site.until(async () => (await fixture.site.count('executions', { state: 'SUCCESS' })) > 4, 'first runs');
  const olt = await silentOlt(t);
  const [node] = await fixture.site.list('nodes', { olt_name: olt });
  const page = await fixture.open(t, '/executions');
  await page.getByRole('table').waitFor();
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const { says, running } = await readList(page);
      if (running) assert.match(says, new RegExp(`^${running} running`), 'as many as there are rows');
      else assert.doesNotMatch(says, /running/);
    }
  })();
  const { executions: [id] } = await fixture.site.ask('node.run', { node: node.id });
  await page.getByText('1 running').waitFor();
  await fixture.site.ask('execution.interrupt', { execution: id });
  await page.getByText('Nothing runs at this moment.').waitFor();
  isOver = true;
  await watch;
});

test('the text comes from the answer that has the rows, whatever the pollers say', async (t) => {
  const page = await fixture.open(t, '/');
  await page.route('**/api/v1/pollers/stats/**', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), busy_pollers: 0, queue_size: 0 } });
  });
  await page.route('**/api/v1/executions/?**', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), under_way: { running: 2, waiting: 0, between_slices: 3 } } });
  });
  await page.goto('/executions');
  await page.getByText('2 running, 3 between slices').waitFor();
});

test('an OLT that does not answer says so where its next run would stand', async (t) => {
  const { id } = await oltOf('norte');
  await fixture.site.until(async () => (await oltOf('norte')).state === 'up', 'an answer');
  fixture.sims[1].write('{"cmd":"set","silent":true}');
  t.after(() => fixture.sims[1].write('{"cmd":"set","silent":false}'));
  await fixture.site.until(async () => (await oltOf('norte')).state === 'not_answering', 'not answering');
  const words = 'not while the OLT does not answer';
  const page = await fixture.open(t, '/workflows');
  await page.getByRole('row').filter({ hasText: 'norte' }).getByText(words).waitFor();
  await page.goto(`/olts/${id}`);
  await page.getByRole('main').getByText(words).waitFor();
  await page.goto(`/olts/${id}/workflow`);
  await page.getByRole('main').getByText(words).first().waitFor();
  const [{ job }] = await fixture.site.list('nodes', { olt_name: 'norte' });
  await page.goto(`/jobs/${job}`);
  await page.getByRole('row').filter({ hasText: 'norte' }).getByText(words).waitFor();
  assert.strictEqual(await page.getByRole('row').filter({ hasText: 'centro' }).getByText(words).count(), 0);
});

test('the last contact that the watch brings moves in the list, and is the page\'s', async (t) => {
  const { id } = await oltOf('centro');
  const page = await fixture.open(t, '/olts');
  const times = page.getByRole('row').filter({ hasText: 'centro' }).locator('time');
  const newest = async () => (await times.evaluateAll((all) => all.map((one) => one.dateTime))).sort().at(-1);
  await times.first().waitFor();
  const first = await newest();
  await fixture.site.until(async () => Date.parse(await newest()) > Date.parse(first) + 5000, 'a later contact, without a reload');
  const before = await newest();
  await page.goto(`/olts/${id}`);
  const card = page.getByRole('main').getByText('Last contact').locator('xpath=ancestor::*[.//time][1]');
  const shown = await card.locator('time').first().evaluate((one) => one.dateTime);
  const after = (await oltOf('centro')).last_answer_at;
  assert.ok(before <= shown && shown <= after, `${before} ${shown} ${after}`);
});

test('an OLT that was read and lacks no column says so; one that was not read says that', async (t) => {
  const { id } = await oltOf('centro');
  await fixture.site.until(async () => (await fixture.site.list('nodes', { olt_name: 'centro' })).some((node) => node.last_success_at), 'a reading');
  const page = await fixture.open(t, `/olts/${id}/health`);
  await page.getByText('None: it has every column that its jobs asked for.').waitFor();
  const name = await silentOlt(t);
  await page.goto(`/olts/${(await oltOf(name)).id}/health`);
  await page.getByText('No job has read it yet.').waitFor();
});
