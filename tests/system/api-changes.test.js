// SPDX-License-Identifier: Apache-2.0
//
// Two changes of one thing at the same time, over real HTTP: neither takes the other back.
'use strict';
const assert = require('node:assert');
const { after, before, test } = require('node:test');
const { isDeepStrictEqual } = require('node:util');
const { startStand } = require('./api-lib');

const PAIRS = 40;

const life = { ends: [], after(f) { this.ends.push(f); } };
let api;

before(async () => {
  api = await startStand(life);
});
after(async () => {
  for (const end of life.ends.reverse()) await end();
});

const ok = async (method, at, body, status = 200) => {
  const reply = await api.ask(method, at, { body });
  assert.strictEqual(reply.status, status, `${method} ${at}: ${reply.text}`);
  return reply.json;
};

// Both at once, PAIRS times; what is read afterwards must have both.
async function changeInPairs(at, one, other, shown = at) {
  const lost = [];
  for (let i = 0; i < PAIRS; i++) {
    const bodies = [one(i), other(i)];
    await Promise.all(bodies.map((body) => ok('PATCH', at, body)));
    let row = await ok('GET', shown);
    if (row.results) [row] = row.results;
    for (const [field, value] of Object.entries({ ...bodies[0], ...bodies[1] }))
      if (!isDeepStrictEqual(row[field], value)) lost.push(`pair ${i}: ${field} is ${row[field]}, ${value} was given`);
  }
  assert.deepStrictEqual(lost, [], at);
}

test('an OLT, a job and a node', async () => {
  const olt = await ok('POST', '/olts/',
    { name: 'centro', address: '192.0.2.1', community: 's3cret', profile: 'huawei' }, 201);
  await changeInPairs(`/olts/${olt.id}/`, (i) => ({ site: `site ${i}`, retries: i % 10 }),
    (i) => ({ description: `words ${i}`, timeout_ms: 1000 + i }));
  const job = await ok('POST', '/jobs/',
    { name: 'levels', type: 'get', interval: '5m', brand: 'Huawei', oids: ['huawei_smartax/onu/rx_dbm'] }, 201);
  await changeInPairs(`/jobs/${job.id}/`, (i) => ({ priority: i }), (i) => ({ description: `words ${i}` }));
  await ok('POST', `/jobs/${job.id}/apply/`, { olt: olt.id });
  const { results: [node] } = await ok('GET', '/nodes/');
  for (let i = 0; i < PAIRS; i++) {
    await Promise.all([{ interval: `${i + 1}m` }, { priority: i }]
      .map((body) => ok('PATCH', `/nodes/${node.id}/override/`, body)));
    const { results: [row] } = await ok('GET', '/nodes/');
    assert.deepStrictEqual([row.interval_ms, row.priority], [(i + 1) * 60000, i]);
  }
});

test('rows of the catalogue', async () => {
  const brand = await ok('POST', '/brands/', { name: 'Acme' }, 201);
  await changeInPairs(`/brands/${brand.id}/`, (i) => ({ name: `Acme ${i}` }),
    (i) => ({ description: `words ${i}` }));
  const model = await ok('POST', '/models/', { brand: brand.id, name: 'M1' }, 201);
  await changeInPairs(`/models/${model.id}/`, (i) => ({ slots: i + 1 }), (i) => ({ notes: `words ${i}` }));
  const oid = await ok('POST', '/oids/',
    { brand: brand.id, name: 'volts', oid: '1.3.6.1.4.1.9.9.1', purpose: 'custom:volts' }, 201);
  await changeInPairs(`/oids/${oid.id}/`, (i) => ({ name: `volts ${i}` }), (i) => ({ unit: `V${i}` }));
  const formula = await ok('POST', '/formulas/',
    { brand: brand.id, name: 'onu', definition: { arcs: [{ part: 'onu' }] } }, 201);
  await changeInPairs(`/formulas/${formula.id}/`, (i) => ({ name: `onu ${i}` }),
    (i) => ({ definition: { arcs: [{ part: 'onu', max: i + 1 }] } }));
  const state = await ok('POST', '/states/', { brand: brand.id, raw: '9', label: 'Away' }, 201);
  await changeInPairs(`/states/${state.id}/`, (i) => ({ label: `Away ${i}` }), (i) => ({ raw: `${i}` }));
});

test('how devices are asked', async () => {
  for (let i = 0; i < PAIRS; i++) {
    const bodies = [{ timeout_ms: 1000 + i }, { retries: i % 10 }];
    await Promise.all(bodies.map((body) => ok('PATCH', '/settings/snmp/walk/', body)));
    const walk = (await ok('GET', '/settings/snmp/')).find(({ operation }) => operation === 'walk');
    assert.deepStrictEqual([walk.timeout_ms, walk.retries], [1000 + i, i % 10]);
  }
});

test('a user', async () => {
  const user = await ok('POST', '/users/', { name: 'eva', password: 'a long password' }, 201);
  await changeInPairs(`/users/${user.id}/`, (i) => ({ full_name: `Eva ${i}` }),
    (i) => ({ email: `eva${i}@example.net` }));
});

test('If-Match still refuses a change of an older version', async () => {
  const before = await api.ask('GET', '/olts/1/');
  const headers = { 'If-Match': before.headers.etag };
  assert.strictEqual((await api.ask('PATCH', '/olts/1/', { body: { site: 'A' }, headers })).status, 200);
  assert.strictEqual((await api.ask('PATCH', '/olts/1/', { body: { site: 'B' }, headers })).status, 412);
});
