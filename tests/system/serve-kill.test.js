// SPDX-License-Identifier: Apache-2.0
//
// facho serve dies at any moment, or its database does, under load.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim, sleep } = require('./lib');
const { startServe, ownPgsql } = require('./serve-lib');

const OLTS = 6;
const SIM = ['--olts', String(OLTS), '--profile', 'huawei', '--ports', '2', '--onus', '8',
  '--latency', '5ms', '--churn', '600'];

async function loaded(t, env) {
  const sim = await startSim(t, SIM, { olts: OLTS });
  const site = await startServe(t, {
    env: { FACHO_STANDARD_DISCOVERY: '2s', FACHO_STANDARD_STATES: '1s', FACHO_STANDARD_PORTS: '1s',
      FACHO_STANDARD_CHASSIS: '1s', ...env },
  });
  for (const [i, host] of sim.hosts.entries()) await site.addOlt(`olt${i}`, host, { profile: 'huawei' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > OLTS, 'runs');
  return site;
}

// What a program that died left open is closed by the next, and its nodes have times again.
async function checkStart(site, startedAt) {
  for (const state of ['RUNNING', 'PENDING'])
    for (const e of await site.list('executions', { state }))
      assert.ok(Date.parse(e.queued_at) >= startedAt - 1000, `${e.id} is ${state} since ${e.queued_at}`);
  const nodes = await site.until(async () => {
    const all = await site.list('nodes');
    return all.every((node) => node.next_run_at) && all;
  }, 'times of all nodes');
  for (const node of nodes) {
    const wait = Date.parse(node.next_run_at) - Date.now();
    assert.ok(wait < node.interval_ms + 5000, `node ${node.id} runs in ${wait} ms`);
  }
}

// Every slot of a node at most once.
async function check(site) {
  const seen = new Set();
  for (const e of await site.list('executions', {}, { ordering: '-id' })) {
    if (!e.due_at) continue;
    const slot = `${e.node}/${e.due_at}`;
    assert.ok(!seen.has(slot), `node ${e.node} ran twice for ${e.due_at}`);
    seen.add(slot);
  }
}

test('killed fifty times under load, nothing is stuck, twice or half', async (t) => {
  const site = await loaded(t);
  for (let i = 0; i < 50; i++) {
    await sleep(Math.random() * 400);
    await site.program.stop('SIGKILL');
    if (i % 10 === 9) {
      const { status, out } = await site.doctor();
      assert.strictEqual(status, 0, out);
    }
    const startedAt = Date.now();
    await site.start();
    if (i % 10 === 9) await checkStart(site, startedAt);
  }
  await check(site);
  // It goes on: every OLT has a run that began after the last start.
  const last = Math.max(...(await site.list('executions', {}, { ordering: '-id', page_size: 1 })).map((e) => e.id));
  await site.until(async () => {
    const olts = new Set((await site.list('executions', { id__gte: last + 1, state: 'SUCCESS' })).map((e) => e.olt));
    return olts.size === OLTS;
  }, 'every OLT runs again', 60000);
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
  const { status, out } = await site.doctor();
  assert.strictEqual(status, 0, out);
});

test('PostgreSQL goes away under load and comes back: held, resumed, nothing lost', async (t) => {
  const pgsql = await ownPgsql(t);
  const site = await loaded(t, { FACHO_DATABASE: pgsql.database, FACHO_STORE_QUEUE: '16' });
  await pgsql.stop();
  await site.until(async () => (await site.ask('status')).engine.held, 'held');
  const { status: refused, err } = await site.cli(['olt', 'disable', 'olt0'], { timeout: 30000 });
  assert.strictEqual(refused, 1, err);
  await pgsql.start();
  await site.until(async () => !(await site.ask('status')).engine.held, 'resumed', 60000);
  const last = (await site.list('executions', {}, { ordering: '-id', page_size: 1 }))[0].id;
  await site.until(async () => (await site.count('executions', { id__gte: last + 1, state: 'SUCCESS' })) > OLTS,
    'runs again', 60000);
  assert.strictEqual(await site.count('executions', { error: 'STORE' }), 0);
  await check(site);
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
  const { status, out } = await site.doctor();
  assert.strictEqual(status, 0, out);
});
