// SPDX-License-Identifier: Apache-2.0
//
// One source for one fact: the next run and the last contact are the same in lists, on the page of an
// OLT, in its workflow, over HTTP and on the command line; and no next run lies in the past.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { QUIET, startServe } = require('./serve-lib');

const SIM = ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--churn', '0', '--control', '-'];
const WATCH = { FACHO_HEALTH_WATCH: '2s', FACHO_HEALTH_PROBE_EVERY: '2s' };
const OFTEN = { FACHO_STANDARD_STATES: '3s', FACHO_STANDARD_PORTS: '3s' };

// Everything that tells it, asked at one go.
async function tellers(site) {
  const nodes = await site.list('nodes');
  const [workflow] = await site.list('workflows');
  const { units } = await site.ask('workflow.get', { olt: 'h' });
  const health = await site.ask('olt.health', { olt: 'h' });
  const one = await site.ask('node.get', { node: nodes[0].id });
  return { nodes, workflow, units, health, one };
}

function rowsOf({ nodes, workflow, units, health, one }) {
  return [...nodes, workflow, ...units, ...units.flatMap(({ chain }) => chain), health, one];
}

// All of them say so, and none a time.
async function allSay(site, kind) {
  await site.until(async () => rowsOf(await tellers(site)).every(({ next_run: next, next_run_at: at }) => next === kind && at === null),
    `${kind} everywhere`);
  const { out } = await site.cli(['node', 'list', '--format', 'table']);
  assert.match(out, new RegExp(kind));
}

test('no list, page or command tells a next run that is past', async (t) => {
  const sim = await startSim(t, [...SIM, '--latency', '100ms']);
  const site = await startServe(t, { env: { ...QUIET, ...WATCH, ...OFTEN } });
  await site.addOlt('h', sim.host);
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 2, 'some runs');
  const seen = new Set();
  await site.until(async () => {
    const asked = Date.now();
    for (const row of rowsOf(await tellers(site))) {
      seen.add(row.next_run);
      assert.ok(row.next_run_at === null || Date.parse(row.next_run_at) >= asked, JSON.stringify(row));
      assert.notStrictEqual(row.next_run, 'unknown');
    }
    return seen.has('planned') && seen.has('running') && seen.size > 2;
  }, 'nodes that run, wait and are planned');
});

test('an OLT that does not answer, is suspended or disabled has no next run, and says why', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: { ...QUIET, ...WATCH } });
  await site.addOlt('h', sim.host, { first_in: '1h' });
  await site.until(async () => (await site.ask('olt.health', { olt: 'h' })).state === 'up', 'an answer');
  const { nodes, workflow, health } = await tellers(site);
  const first = nodes.map((node) => node.next_run_at).filter(Boolean).sort()[0];
  assert.deepStrictEqual([workflow.next_run_at, health.next_run_at], [first, first], 'the earliest of its nodes');
  sim.write('{"cmd":"set","silent":true}');
  await allSay(site, 'not_answering');
  await site.ask('olt.disable', { olt: 'h' });
  await allSay(site, 'off');
});

test('what the watch hears moves the last contact, in lists as on the page', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: { ...QUIET, ...WATCH } });
  await site.addOlt('h', sim.host, { first_in: '1h' });
  const listed = async () => (await site.list('olt_overview'))[0].last_answer_at;
  const shown = async () => (await site.ask('olt.health', { olt: 'h' })).last_answer_at;
  const first = await site.until(listed, 'a first answer');
  await site.until(async () => Date.parse(await listed()) > Date.parse(first) + 5000, 'later answers, in the list');
  assert.strictEqual(await site.count('executions'), 0, 'nothing has run');
  await site.until(async () => {
    const [before, page, after] = [await listed(), await shown(), await listed()];
    assert.ok(before <= page && page <= after, `${before} ${page} ${after}`);
    const { out } = await site.cli(['olt', 'list', '--json']);
    return before === await listed() && out.includes(`"${before}"`);
  }, 'the same on the command line');
});
