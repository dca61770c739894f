// SPDX-License-Identifier: Apache-2.0
//
// Every route, over real HTTP, against a service without an engine. Every answer is compared
// with the document (api-lib.js). The last test fails when a route, or an error that the
// document has for it, was never seen: a new route needs a line in SCENARIO.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { sleep, tempFolder } = require('./lib');
const { problems, routesOf, send, startStand } = require('./api-lib');

const OLT = { name: 'centro', address: '192.0.2.1', community: 's3cret', profile: 'huawei', site: 'Norte' };
const JOB = {
  name: 'levels', type: 'get', interval: '5m', brand: 'Huawei', oids: ['huawei_smartax/onu/rx_dbm'],
};

// The stands of this file outlive its single tests.
const life = { ends: [], after(f) { this.ends.push(f); } };
let api;

before(async () => {
  api = await startStand(life);
});
after(async () => {
  for (const end of life.ends.reverse()) await end();
});

const ok = async (method, at, options, status = 200) => {
  const reply = await api.ask(method, at, options);
  assert.strictEqual(reply.status, status, `${method} ${at}: ${reply.text}`);
  return reply;
};
const post = (at, body, status) => ok('POST', at, { body }, status);

// ---- the document ----------------------------------------------------------------------------

test('the document is OpenAPI 3.1 and agrees with itself', async () => {
  const { document } = api;
  assert.strictEqual(document.openapi, '3.1.0');
  assert.ok(document.info.title && document.info.version);
  const ids = new Set();
  for (const { method, path: at, operation } of routesOf(document)) {
    const about = `${method} ${at}`;
    assert.match(at, /^\/[a-z0-9{}/._-]+$/, about);
    assert.ok(!ids.has(operation.operationId), `${about}: ${operation.operationId} twice`);
    ids.add(operation.operationId);
    assert.ok(operation.summary, about);
    const inPath = [...at.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    const declared = operation.parameters.filter((p) => p.in === 'path').map((p) => p.name);
    assert.deepStrictEqual(declared, inPath, about);
    const names = operation.parameters.map((p) => `${p.in} ${p.name}`);
    assert.strictEqual(new Set(names).size, names.length, `${about}: a parameter twice`);
    for (const p of operation.parameters) assert.ok(p.schema && typeof p.required === 'boolean', about);
    for (const [status, answer] of Object.entries(operation.responses)) {
      assert.match(status, /^[2-5]\d\d$/);
      assert.ok(answer.description, about);
      for (const { schema } of Object.values(answer.content)) assert.ok(schema, about);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    assert.match(name, /^[A-Za-z0-9]+$/);
    assert.strictEqual(schema.type, 'object');
    assert.strictEqual(new Set(schema.required).size, schema.required.length, name);
    for (const field of schema.required) assert.ok(schema.properties[field], `${name}.${field}`);
  }
});

test('the page for people needs nothing from elsewhere', async () => {
  const { text, headers } = await ok('GET', '/docs/');
  assert.match(headers['content-type'], /^text\/html/);
  assert.doesNotMatch(text, /<script|<link|src=|@import|https?:\/\//);
  for (const { path: at } of routesOf(api.document)) assert.ok(text.includes(at), at);
});

// ---- how things go well ------------------------------------------------------------------------

test('an OLT is entered, changed, switched, deleted and restored', async () => {
  const made = await post('/olts/', OLT, 201);
  assert.strictEqual(made.headers.location, '/api/v1/olts/1/');
  assert.strictEqual(made.json.has_community, true);
  assert.strictEqual('community' in made.json, false);
  await api.command('seed', /seeded/);
  const refused = await ok('PATCH', '/olts/1/', { body: { port: 1161 } }, 422);
  assert.match(refused.json.error.fields.community, /enter it again/);
  const changed = await ok('PATCH', '/olts/1/', { body: { port: 1161, community: 's3cret' } });
  assert.strictEqual(changed.json.port, 1161);
  assert.strictEqual(changed.json.name, 'centro');
  assert.strictEqual((await ok('POST', '/olts/1/disable/')).json.enabled, false);
  assert.strictEqual((await ok('POST', '/olts/centro/enable')).json.enabled, true);
  await ok('POST', '/olts/1/revive/');
  await ok('DELETE', '/olts/1/?why=test');
  assert.strictEqual((await ok('GET', '/olts/')).json.count, 0);
  assert.strictEqual((await ok('GET', '/olts/?deleted_at__gte=2000-01-01')).json.count, 1);
  assert.strictEqual((await ok('POST', '/olts/1/restore/')).json.deleted_why, null);
  await post('/olts/test/', { address: '192.0.2.1', community: 'x' });
  const tested = await post('/olts/1/test/', {});
  assert.strictEqual(tested.json.outcome, 'not found');
  await ok('POST', '/olts/1/standard/');
  for (const part of ['columns', 'ports', 'chassis', 'values', 'nodes'])
    assert.ok((await ok('GET', `/olts/1/${part}/`)).json.count > 0, part);
});

test('several at once have a result each', async () => {
  await post('/olts/', { ...OLT, name: 'sur' }, 201);
  for (const action of ['disable', 'enable', 'delete', 'restore']) {
    const { json } = await post(`/olts/bulk/${action}/`, { ids: [2, 'nobody'] });
    assert.deepStrictEqual([json.ok, json.failed], [1, 1], action);
    assert.deepStrictEqual(json.results.map((one) => one.status), [200, 404]);
    assert.match(json.results[1].error.message, /there is no/);
  }
});

test('jobs and nodes', async () => {
  const { json: job } = await post('/jobs/', JOB, 201);
  await ok('GET', `/jobs/${job.id}/`);
  await ok('PATCH', `/jobs/${job.id}/`, { body: { priority: 50 } });
  await ok('POST', `/jobs/${job.id}/disable/`);
  await ok('POST', `/jobs/${job.id}/enable/`);
  const copy = await post(`/jobs/${job.id}/duplicate/`, { name: 'copy' }, 201);
  assert.strictEqual(copy.headers.location, `/api/v1/jobs/${copy.json.id}/`);
  assert.strictEqual((await post(`/jobs/${job.id}/apply/`, { olt: 1 })).json.applied, 1);
  await post('/jobs/standard/', { all: true });
  assert.ok((await post(`/jobs/${job.id}/run/`, {}, 202)).json.executions.length === 1);
  const { json: nodes } = await ok('GET', `/nodes/?olt=1&ordering=id`);
  const [first, second] = nodes.results;
  await ok('PUT', `/nodes/${second.id}/override/`, { body: { interval: '10m' } });
  const { json: changed } = await ok('PATCH', `/nodes/${second.id}/override/`, { body: { priority: 7 } });
  assert.deepStrictEqual([changed.interval_ms, changed.priority], [600000, 7]);
  assert.deepStrictEqual((await ok('GET', `/nodes/${second.id}/`)).json, changed);
  await ok('PUT', `/nodes/${second.id}/chain/`, { body: { master: first.id } });
  await ok('PUT', `/nodes/${second.id}/chain/`, { body: {} });
  await ok('POST', `/nodes/${first.id}/disable/`);
  await ok('POST', `/nodes/${first.id}/enable/`);
  await post(`/pollers/nodes/${first.id}/run/`, { alone: true }, 202);
  for (const action of ['disable', 'enable', 'run']) {
    await post(`/nodes/bulk/${action}/`, { ids: [first.id] });
    await post(`/jobs/bulk/${action}/`, { ids: [job.id] });
  }
  await ok('DELETE', `/nodes/${second.id}/`);
  await ok('DELETE', `/jobs/${copy.json.id}/`);
  await post('/jobs/bulk/delete/', { ids: [job.id] });
});

// Whatever needs no more than a request: [method, path, body, status].
const FORMULA = { arcs: [{ fields: [{ part: 'slot', shift: 8, bits: 8 }, { part: 'port', shift: 0, bits: 8 }] },
  { part: 'onu', min: 1, max: 128 }] };
const SCENARIO = [
  ['GET', '/openapi.json'], ['GET', '/jobs/'], ['POST', '/jobs/preview/', { interval: '5m', target: 'all' }],
  ['GET', '/workflows/'], ['GET', '/olts/1/workflow/'], ['GET', '/olts/1/events/'],
  ['POST', '/olts/1/workflow/disable/'], ['POST', '/olts/1/workflow/enable/'],
  ['POST', '/olts/1/run/', undefined, 202],
  ['POST', '/olts/bulk/run/', { ids: [1] }],
  ['GET', '/executions/'], ['GET', '/executions/1/'], ['GET', '/executions/1/attempts/'],
  ['POST', '/executions/1/interrupt/', undefined, 202], ['POST', '/executions/bulk/interrupt/', { ids: [1] }],
  ['GET', '/onus/search/?text=HWTC'], ['GET', '/onus/1/'], ['POST', '/onus/1/refresh/', undefined, 202],
  ['GET', '/onus/1/history/?metric=onu_rx'], ['GET', '/onus/1/neighbours/?metric=onu_rx'],
  ['GET', '/onus/1/siblings/?metric=onu_rx'], ['GET', '/onus/1/timeline/'], ['GET', '/olts/1/performance/'],
  ['GET', '/onus/?search=hwtc&brand=Huawei'],
  ['GET', '/onus/1/events/'], ['GET', '/onus/1/positions/'], ['GET', '/ports/1/'],
  ['GET', '/ports/1/history/'], ['GET', '/ports/1/history/?metric=rx_median_dbm'], ['GET', '/values/1/'], ['GET', '/values/1/history/'], ['GET', '/olts/1/history/?metric=cpu'],
  ['GET', '/olts/1/health/'],
  ['GET', '/quotas/now/'], ['GET', '/violations/1/'], ['POST', '/violations/1/ack/'],
  ['POST', '/violations/bulk/ack/', { ids: [2] }], ['GET', '/plans/1/'],
  ['GET', '/pollers/'], ['GET', '/pollers/queue/'], ['GET', '/pollers/stats/'], ['GET', '/first-readings/'], ['GET', '/dashboard/'],
  ['GET', '/problems/'], ['GET', '/ports/?condition=dark&ordering=-onu_rx_worst_dbm'],
  ['POST', '/plant/nodes/', { kind: 'zone', name: 'Norte', code: 'Z-1' }, 201],
  ['POST', '/plant/nodes/', { kind: 'box', name: 'Caja 14', code: 'C-14', parent: 'Z-1', olt: 1, place: '0/1', onus: [1] }, 201],
  ['GET', '/plant/nodes/?kind=box'], ['GET', '/plant/nodes/C-14/'], ['PATCH', '/plant/nodes/C-14/', { distance_m: 3200 }],
  ['POST', '/plant/nodes/import/', { nodes: [{ kind: 'box', name: 'Caja 15', code: 'C-15', parent: 'Z-1' }] }],
  ['PUT', '/plant/nodes/C-14/tags/', { tags: ['hospital'] }], ['PUT', '/onus/1/tags/', { tags: ['vip'] }],
  ['PUT', '/olts/1/tags/', { tags: [] }], ['PUT', '/onus/1/node/', { node: 'C-14' }], ['GET', '/routes/past/'], ['DELETE', '/plant/nodes/C-15/'],
  ['GET', '/incidents/'], ['GET', '/incidents/1/deliveries/'], ['GET', '/incidents/?open=true&severity=info&olt=1'], ['GET', '/incidents/1/'],
  ['GET', '/incidents/1/members/'], ['GET', '/incidents/1/timeline/'], ['GET', '/incidents/1/evidence/'],
  ['GET', '/incidents/1/similar/'], ['GET', '/onus/1/incidents/'],
  ['POST', '/incidents/1/ack/', { for: '2h' }], ['POST', '/incidents/1/unack/'],
  ['POST', '/incidents/1/assign/', { owner: 'ana' }], ['POST', '/incidents/1/note/', { note: 'see box 14' }],
  ['POST', '/incidents/1/look/'], ['POST', '/incidents/1/real_cause/', { real_cause: 'feeder' }],
  ['POST', '/incidents/1/close/', { reason: 'planned' }], ['POST', '/incidents/2/reopen/'],
  ['POST', '/incidents/1/silence/', { for: '1h' }],
  ['GET', '/health/'], ['GET', '/health/live/'], ['GET', '/metrics'],
  ['POST', '/oids/try/', { olt: 1, oid: '1.3.6.1.2.1.1.3.0' }],
  ['POST', '/formulas/preview/', { definition: FORMULA, index: '517.12' }],
  ['GET', '/settings/'], ['GET', '/settings/snmp/'], ['PATCH', '/settings/snmp/get/', { retries: 2 }],
  ['GET', '/status/?pollers=true&queue=true'], ['GET', '/event-log/?after=0-0'],
];

test('and the rest', async () => {
  for (const [method, at, body, status] of SCENARIO) await ok(method, at, { body }, status);
  const { json: { units } } = await ok('GET', '/olts/1/workflow/');
  await ok('PUT', '/olts/1/workflow/order/', { body: { nodes: [units[0].id] } });
  const { json: [setting] } = await ok('GET', '/settings/');
  const at = `/settings/${setting.key}/`;
  await ok('GET', at);
  await ok('PATCH', at, { body: { value: setting.value } });
  await ok('DELETE', at);
});

test('rows of the catalogue are entered, changed, copied and deleted; it travels', async () => {
  const ROWS = [
    ['brands', { name: 'Acme' }, { description: 'x' }, { name: 'Acme 2' }],
    ['models', { brand: 'Acme', name: 'A1' }, { slots: 4 }, { name: 'A2' }],
    ['formulas', { brand: 'Acme', name: 'ix', definition: FORMULA }, { name: 'iy' }, { name: 'iz' }],
    ['oids', { brand: 'Acme', name: 'rx', oid: '1.3.6.1.4.1.9', purpose: 'onu_rx' }, { enabled: false },
      { name: 'ry' }],
    ['states', { brand: 'Acme', raw: '7', label: 'Up', meaning: 'online' }, { label: 'On' }, { raw: '8' }],
  ];
  const made = [];
  for (const [noun, row, change, copy] of ROWS) {
    const { json } = await post(`/${noun}/`, row, 201);
    await ok('GET', `/${noun}/${json.id}/`);
    await ok('PATCH', `/${noun}/${json.id}/`, { body: change });
    const second = await post(`/${noun}/${json.id}/duplicate/`, copy, 201);
    made.push([noun, json.id, second.json.id]);
  }
  const { json: catalogue } = await ok('GET', '/catalogue/?brand=Acme');
  await post('/catalogue/', { catalogue });
  for (const [noun, first, second] of made.reverse()) {
    await ok('DELETE', `/${noun}/${second}/`);
    const { json } = await post(`/${noun}/bulk/delete/`, { ids: [first] });
    assert.strictEqual(json.results.length, 1);
  }
});

test('who is told: rows are entered, changed, tried, ended and deleted', async () => {
  const BOT = { kind: 'telegram', name: 'Bot', settings: { bot: 'facho_bot' }, secret: '1:planted' };
  const { json: bot } = await post('/channels/', BOT, 201);
  assert.deepStrictEqual([bot.has_secret, 'secret' in bot], [true, false]);
  const ROWS = [
    ['contacts', { name: 'Ana', addresses: [{ channel: 'Bot', address: '77' }] }, { zone: 'America/La_Paz' }],
    ['targets', { name: 'NOC', channel: 'Bot', address: '-100123' }, { language: 'es' }],
    ['routes', { name: 'Centro', filter: [{ field: 'olt', op: '=', value: 'centro' }], targets: ['NOC'] }, { delay_s: 10 }],
    ['silences', { filter: [{ field: 'olt', op: '=', value: 'centro' }], for: '1h', why: 'x' }, { why: 'y' }],
    ['maintenances', { title: 'Poda', from_at: '2026-01-04T06:00:00.000Z', rrule: 'FREQ=WEEKLY', length_s: 7200 }, { mode: 'hold' }],
    ['limits', { name: 'Calor', entity: 'olt', purpose: 'chassis_temperature', value: 55, for_s: 600, severity: 'major' }, { value: 60.5, site: 'Norte' }],
    ['templates', { set: 'corto', language: 'es', kind: 'incident.opened', body: '**{{place}}**' }, { body: '{{sentence}}' }],
  ];
  const made = [];
  for (const [noun, row, change] of ROWS) {
    const { json } = await post(`/${noun}/`, row, 201);
    await ok('GET', `/${noun}/${json.id}/`);
    await ok('PATCH', `/${noun}/${json.id}/`, { body: change });
    made.unshift([noun, json.id]);
  }
  await ok('GET', `/channels/${bot.id}/`);
  const refused = await ok('PATCH', `/channels/${bot.id}/`, { body: { settings: { api_url: 'https://evil.example' } } }, 422);
  assert.match(refused.json.error.fields.secret, /again/);
  await ok('PATCH', `/channels/${bot.id}/`, { body: { name: 'Bot' } });
  await post('/contacts/Ana/link/', {});
  await post('/routes/try/', { severity: 'critical', tags: ['hospital'] });
  await post('/templates/preview/', { language: 'en' });
  await post('/limits/try/', { entity: 'olt', purpose: 'cpu', value: 50 });
  const { json: { outbox } } = await post(`/channels/${bot.id}/test/`, { target: 'NOC' }, 202);
  await ok('GET', `/outbox/${outbox}/`);
  await ok('POST', `/outbox/${outbox}/drop/`);
  await ok('POST', `/outbox/${outbox}/retry/`);
  for (const noun of ['silences', 'maintenances']) await ok('POST', `/${noun}/${made.find(([one]) => one === noun)[1]}/end/`);
  for (const { id } of (await ok('GET', '/routes/')).json.results.filter(({ name }) => name !== 'Centro')) await ok('DELETE', `/routes/${id}/`);
  for (const [noun, id] of made) await ok('DELETE', `/${noun}/${id}/`);
  await ok('DELETE', `/channels/${bot.id}/`);
  // One of each is there for the tests that follow.
  for (const [noun, row] of [['channels', BOT], ...ROWS]) await post(`/${noun}/`, row, 201);
});

test('users, tokens and sessions', async () => {
  const password = 'a long enough one';
  const { json: user } = await post('/users/', { name: 'eva', role: 'operator', password }, 201);
  await ok('GET', `/users/${user.id}/`);
  await ok('PATCH', `/users/${user.id}/`, { body: { full_name: 'Eva' } });
  await post(`/users/${user.id}/password/`, { password: `${password}!` });
  await ok('POST', `/users/${user.id}/logout/`);
  const { json: token } = await post('/tokens/', { name: 'mine', user: 'eva', role: 'viewer' }, 201);
  const me = await ok('GET', '/auth/me/', { as: token.token });
  assert.deepStrictEqual([me.json.name, me.json.role], ['eva', 'viewer']);
  await ok('GET', `/tokens/${token.id}/`);
  await ok('DELETE', `/tokens/${token.id}/`);
  await ok('GET', '/auth/me/', { as: token.token }, 401);
  await ok('POST', '/auth/login/', { as: null, body: { username: 'eva', password: 'wrong' } }, 401);
  const session = await ok('POST', '/auth/login/',
    { as: null, body: { username: 'eva', password: `${password}!` } });
  const headers = { Cookie: session.headers['set-cookie'][0].split(';')[0] };
  await ok('GET', '/auth/me/', { as: null, headers });
  await ok('POST', '/auth/logout/', { as: null, headers }, 403);
  headers['X-CSRF-Token'] = session.json.csrf;
  await ok('POST', '/auth/password/', { as: null, headers, body: { old_password: `${password}!`, password } });
  const again = await ok('POST', '/auth/login/', { as: null, body: { username: 'eva', password } });
  await ok('POST', '/auth/logout/', { as: null,
    headers: { Cookie: again.headers['set-cookie'][0].split(';')[0], 'X-CSRF-Token': again.json.csrf } });
  const second = (await post('/tokens/', { name: 'two', user: 'eva', role: 'viewer' }, 201)).json;
  const gone = (await post('/tokens/bulk/revoke/', { ids: [second.id, 999] })).json;
  assert.deepStrictEqual(gone.results.map(({ status }) => status), [200, 404]);
  await ok('GET', '/auth/me/', { as: second.token }, 401);
  assert.strictEqual((await post('/users/bulk/logout/', { ids: ['eva'] })).json.ok, 1);
  const { json: max } = await post('/users/', { name: 'max', role: 'viewer', password }, 201);
  assert.strictEqual((await post('/users/bulk/delete/', { ids: [max.id] })).json.ok, 1);
  await ok('GET', `/users/${max.id}/`, {}, 404);
  const third = await ok('POST', '/auth/login/', { as: null, body: { username: 'eva', password } });
  await ok('POST', '/auth/logout-everywhere/', {}, 403); // by a token
  await ok('POST', '/auth/logout-everywhere/', { as: null,
    headers: { Cookie: third.headers['set-cookie'][0].split(';')[0], 'X-CSRF-Token': third.json.csrf } });
  await ok('DELETE', `/users/${user.id}/`);
});

test('every list can be paged, searched where it can be, and written as CSV', async () => {
  const lists = routesOf(api.document).filter(({ method, path: at, operation }) => method === 'GET' &&
    !at.includes('{') && operation.parameters.some((p) => p.name === 'format'));
  assert.ok(lists.length > 10);
  for (const { path: at } of lists) {
    const { json } = await ok('GET', `${at}?page_size=1`);
    assert.strictEqual(json.previous, null);
    assert.ok(json.results.length <= 1);
    const csv = await ok('GET', `${at}?format=csv`);
    assert.match(csv.headers['content-type'], /^text\/csv/);
    assert.ok(csv.text.split('\r\n').length >= Math.min(json.count, 1000) + 1, at);
    if (json.next) {
      const second = await ok('GET', json.next);
      assert.notDeepStrictEqual(second.json.results, json.results);
      assert.ok(second.json.previous);
    }
  }
});

// ---- lists in detail -------------------------------------------------------------------------

test('pages lead to each other with the same question', async () => {
  const seen = [];
  let at = '/oids/?page_size=400&ordering=-id&is_builtin=true';
  let count = 0;
  while (at) {
    const { json } = await ok('GET', at);
    seen.push(...json.results.map((row) => row.id));
    count = json.count;
    at = json.next;
  }
  assert.strictEqual(seen.length, count);
  assert.deepStrictEqual(seen, [...seen].sort((a, b) => b - a));
});

test('whoever wants all of a list goes on from answer to answer, and meets every row once', async () => {
  for (const question of ['ordering=-id', 'ordering=-name', 'search=rx', 'is_builtin=true&ordering=purpose']) {
    const whole = (await ok('GET', `/oids/?format=csv&${question}`)).text.trimEnd().split('\r\n').slice(1)
      .map((line) => Number(line.split(',')[0]));
    const seen = [];
    let at = `/oids/?after=&page_size=300&${question}`;
    while (at) {
      const { json } = await ok('GET', at);
      seen.push(...json.results.map((row) => row.id));
      assert.deepStrictEqual([json.count, json.previous], [whole.length, null], at);
      at = json.next;
    }
    assert.deepStrictEqual(seen, whole, question);
  }
  const { json: { next } } = await ok('GET', '/oids/?page_size=1&after=');
  await api.ask('GET', next.replace(/after=[^&]*/, 'after=%7B%22id%22%3A%5B%5D%7D'))
    .then(({ status }) => assert.strictEqual(status, 400));
  for (const wrong of ['x', '[]', '%7B%22order%22%3A1%7D', '%7B%22id%22%3A1%7D'])
    assert.match((await ok('GET', `/oids/?after=${wrong}`, {}, 400)).json.error.fields.after, /next page|last answer/);
});

test('CSV has every row once, quotes what must be, and defuses formulas', async () => {
  const { json } = await ok('GET', '/oids/?page_size=1');
  const csv = await ok('GET', '/oids/?format=csv');
  const lines = csv.text.trimEnd().split('\r\n');
  assert.strictEqual(lines.length, json.count + 1);
  assert.strictEqual(new Set(lines.slice(1).map((line) => line.split(',')[0])).size, json.count);
  const ordered = await ok('GET', '/oids/?format=csv&ordering=-name');
  assert.strictEqual(ordered.text.trimEnd().split('\r\n').length, json.count + 1);
  const onus = await ok('GET', '/onus/?format=csv');
  assert.match(onus.text, /,"'=1\+1",/);
  assert.match(onus.text, /,"a ""quoted"", one",/);
});

test('moments may be written as people do', async () => {
  const { json } = await ok('GET', '/executions/?queued_at__gte=1970-01-01T00:00:01Z&queued_at__lt=1970-01-01T00:00:01.001Z');
  assert.strictEqual(json.count, 1);
});

// ---- versions, and requests that are made again --------------------------------------------------

test('who changes what somebody else changed first is told', async () => {
  const { headers: { etag } } = await ok('GET', '/olts/1/');
  assert.match(etag, /^"[0-9a-f]{16}"$/);
  await ok('GET', '/olts/1/', { headers: { 'If-None-Match': etag } }, 304);
  await ok('PATCH', '/olts/1/', { body: { site: 'Sur' }, headers: { 'If-Match': etag } });
  const late = await ok('PATCH', '/olts/1/', { body: { site: 'Este' }, headers: { 'If-Match': etag } }, 412);
  assert.match(late.json.error.message, /somebody has changed it/);
  assert.strictEqual((await ok('GET', '/olts/1/')).json.site, 'Sur');
  await ok('PATCH', '/olts/1/', { body: { site: 'Este' }, headers: { 'If-Match': '*' } });
  await ok('PATCH', '/olts/77/', { body: {}, headers: { 'If-Match': etag } }, 404);
});

test('of two who change at the same time with the same version, one is refused', async () => {
  const { headers: { etag } } = await ok('GET', '/olts/1/');
  const all = await Promise.all(Array.from({ length: 6 }, (_, i) => api.ask('PATCH', '/olts/1/',
    { body: { description: `by ${i}` }, headers: { 'If-Match': etag } })));
  assert.deepStrictEqual(all.map((reply) => reply.status).sort(), [200, 412, 412, 412, 412, 412]);
});

test('the same request again, with its key, is not done twice', async () => {
  const again = (body, key = 'k-1', as = 'admin') =>
    api.ask('POST', '/olts/', { body, as, headers: { 'Idempotency-Key': key } });
  const first = await again({ ...OLT, name: 'once' });
  assert.strictEqual(first.status, 201);
  const second = await again({ ...OLT, name: 'once' });
  assert.strictEqual(second.status, 201);
  assert.strictEqual(second.json.id, first.json.id);
  assert.strictEqual(second.headers['idempotent-replayed'], 'true');
  assert.strictEqual((await ok('GET', '/olts/?name=once')).json.count, 1);
  const other = await again({ ...OLT, name: 'another' });
  assert.strictEqual(other.status, 422);
  assert.match(other.text, /belongs to another request/);
  assert.strictEqual((await again(OLT, 'x'.repeat(200))).status, 422);
});

test('a slow device holds up nobody else, and its key answers 409 meanwhile', async () => {
  const ask = (headers = {}) => api.ask('POST', '/olts/test/',
    { body: { address: '192.0.2.99', community: 'x' }, headers });
  let over = 0;
  const slow = ask({ 'Idempotency-Key': 'slow' }).finally(() => over++);
  await api.running.waitFor(/^asked$/m);
  assert.strictEqual((await ask({ 'Idempotency-Key': 'slow' })).status, 409);
  const many = Array.from({ length: 6 }, () => ask().finally(() => over++));
  for (let i = 0; i < 20; i++) await ok('GET', '/brands/1/');
  await ok('PATCH', '/olts/1/', { body: { site: 'Oeste' } });
  assert.strictEqual(over, 0, 'the slow ones were not slow');
  await api.command('answer', /^answers$/m);
  assert.strictEqual((await slow).json.outcome, 'timeout');
  assert.deepStrictEqual((await Promise.all(many)).map((reply) => reply.status), Array(6).fill(200));
});

// ---- how things go wrong: of every route what the document has ------------------------------------

// A path of the route with a thing in it that is there, or is not.
const pathOf = ({ path: at }, id) => at.replace(/\{\w+\}/g, id);
const has = ({ operation }, status) => String(status) in operation.responses;
const bodyOf = ({ operation, method }) => (method === 'GET' || method === 'DELETE' ? undefined
  : operation.requestBody ? {} : undefined);

async function each(status, request) {
  const wrong = [];
  for (const route of routesOf(api.document).filter((one) => has(one, status))) {
    const reply = await request(route);
    if (reply && reply.status !== status)
      wrong.push(`${route.method} ${route.path}: ${reply.status} ${reply.text.slice(0, 120)}`);
  }
  assert.deepStrictEqual(wrong, []);
}

// Logging in is for everybody; a wrong password is its 401.
const isProtected = ({ operation }) => operation['x-role'] !== 'public';

test('401: nobody, and somebody whose token is not good', async () => {
  for (const as of [null, 'forged'])
    await each(401, (route) => isProtected(route) &&
      api.ask(route.method, pathOf(route, 1), { as, body: bodyOf(route) }));
});

test('403: not for this role', async () => {
  const RANK = { public: -1, viewer: 0, operator: 1, admin: 2 };
  await each(403, (route) => {
    const rank = RANK[route.operation['x-role']];
    return rank > 0 && api.ask(route.method, pathOf(route, 1),
      { as: rank === 2 ? 'operator' : 'viewer', body: bodyOf(route) });
  });
});

test('404: things that are not there; 405 with the methods that are', async () => {
  assert.strictEqual((await api.ask('GET', '/nothing/')).status, 404);
  const reply = await api.ask('PUT', '/olts/');
  assert.strictEqual(reply.status, 405);
  assert.strictEqual(reply.headers.allow, 'GET, POST');
});

test('400: what cannot be read', async () => {
  await each(400, (route) => (route.operation.requestBody
    ? api.ask(route.method, pathOf(route, 1), { body: '{"a":' })
    : api.ask(route.method, `${pathOf(route, 1)}?no_such_thing=%zz`)));
});

test('413 and 415: too large, and no JSON', async () => {
  await each(413, (route) => api.ask(route.method, pathOf(route, 1), { body: `"${'x'.repeat(1100000)}"` }));
  await each(415, (route) => api.ask(route.method, pathOf(route, 1), { body: '<a/>', type: 'text/xml' }));
});

test('414: a path with its query that is too long', async () => {
  await each(414, (route) => api.ask(route.method, `${pathOf(route, 1)}?search=${'x'.repeat(17000)}`, { body: bodyOf(route) }));
});

test('422: fields that are not there are named', async () => {
  await each(422, async (route) => {
    const reply = await api.ask(route.method, pathOf(route, 1), { body: '{"no_such_field": 1}' });
    assert.strictEqual(reply.json.error.fields.no_such_field, 'there is no such field');
    return reply;
  });
});

test('412: a version that is not there any more', async () => {
  const THERE = { users: 'viewer', plant: 'C-14' };
  const BODIES = { '/api/v1/settings/{id}/': '{"value": 1}', '/api/v1/olts/{id}/workflow/order/': '{"nodes": [1]}' };
  await each(412, async (route) => {
    const noun = route.path.split('/')[3];
    let id = THERE[noun];
    if (!id) {
      const { json } = await api.ask('GET', `/${noun}/`);
      const [row] = json.results || json;
      id = row && (row.key || row.id);
    }
    assert.ok(id, `${route.path}: there is none`);
    return api.ask(route.method, pathOf(route, id),
      { body: BODIES[route.path] || '{}', headers: { 'If-Match': '"0000000000000000"' } });
  });
});

test('429: too many', async () => {
  const fast = await startStand(life, ['rate=1']);
  fast.seen = api.seen;
  fast.document = api.document;
  for (let i = 0; i < 3; i++) await send(fast.address, 'GET', '/api/v1/docs/');
  for (const route of routesOf(api.document).filter((one) => has(one, 429))) {
    let reply;
    do reply = await fast.ask(route.method, pathOf(route, 1), { body: bodyOf(route) });
    while (reply.status !== 429);
    assert.strictEqual(reply.headers['retry-after'], '1');
  }
  await fast.end();
});

test('503: the program is ending', async () => {
  const closing = await startStand(life);
  closing.seen = api.seen;
  await closing.command('close', /closed/);
  for (const route of routesOf(api.document).filter((one) => has(one, 503))) {
    const reply = await closing.ask(route.method, pathOf(route, 1), { body: bodyOf(route) });
    assert.strictEqual(reply.status, 503, route.path);
    assert.ok(reply.headers['retry-after']);
  }
  await closing.end();
});

// ---- streams -----------------------------------------------------------------------------------------

test('events begin at once and are as the document says', async () => {
  const reply = await new Promise((resolve, reject) => {
    const request = http.get(`${api.address}/api/v1/events/?topics=log`,
      { headers: { Authorization: `Token ${api.tokens.viewer}` }, agent: false }, (stream) => {
        stream.on('error', () => {});
        stream.once('data', (data) => {
          resolve({ status: stream.statusCode, headers: stream.headers, text: String(data) });
          request.destroy();
        });
      });
    request.on('error', reject);
  });
  assert.strictEqual(reply.text, 'event: beat\ndata: {}\n\n');
  api.look('GET', '/api/v1/events/?topics=log', undefined, reply);
});

// ---- connections -----------------------------------------------------------------------------------

test('IPv4 and IPv6; a proxy that is trusted tells who the client is, another one does not', async (t) => {
  const both = await startStand(t, ['listen=127.0.0.1:0,[::1]:0', 'proxies=127.0.0.1']);
  const headers = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' };
  await both.ask('POST', '/olts/', { body: OLT, headers });
  both.address = both.addresses[1];
  await both.ask('POST', '/olts/1/disable/', { headers });
  // Two lines are one list: what a client says of itself stands in front, and is not believed.
  [both.address] = both.addresses;
  await both.ask('POST', '/olts/1/enable/', { headers: { 'X-Forwarded-For': ['203.0.113.9', '198.51.100.8'] } });
  await both.ask('POST', '/olts/1/disable/', { headers: { 'X-Forwarded-For': ['198.51.100.9', '127.0.0.1'] } });
  const { json } = await both.ask('GET', '/audit/?entity=olt&ordering=id');
  assert.deepStrictEqual(json.results.map((row) => row.address),
    ['198.51.100.7', '::1', '198.51.100.8', '198.51.100.9']);
  await both.end();
});

// A certificate for localhost in the folder; gives it as text.
function makeCertificate(folder, name) {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1',
    '-nodes', '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`, '-days', '2', '-subj',
    `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'], { stdio: 'ignore' });
  return fs.readFileSync(path.join(folder, 'cert.pem'), 'utf8');
}

test('HTTPS; a new certificate is taken without refusing anybody, a broken one is not', async (t) => {
  const folder = tempFolder(t);
  const options = { ca: makeCertificate(folder, 'first') };
  const tls = await startStand(t, [`cert=${folder}/cert.pem`, `key=${folder}/key.pem`], options);
  assert.match(tls.address, /^https:/);
  const reply = await tls.ask('GET', '/olts/');
  assert.strictEqual(reply.status, 200);
  assert.match(reply.headers['strict-transport-security'], /max-age/);
  const second = makeCertificate(folder, 'second');
  let isRenewed = false, asked = 0;
  const meanwhile = (async () => {
    while (!isRenewed) {
      await send(tls.address, 'GET', '/api/v1/docs/', { ca: [options.ca, second] });
      asked++;
    }
  })();
  const askedTwice = async (since = asked) => { while (asked < since + 2) await sleep(10); };
  await askedTwice();
  await tls.command('reload', /^reloaded/m);
  await askedTwice();
  isRenewed = true;
  await meanwhile;
  tls.options = { ca: second };
  assert.strictEqual((await tls.ask('GET', '/olts/')).status, 200);
  fs.writeFileSync(`${folder}/cert.pem`, 'nothing');
  await tls.command('reload', /not reloaded: .*PEM/);
  assert.strictEqual((await tls.ask('GET', '/olts/')).status, 200);
  await tls.end();
});

test('HEAD has the headers of GET and no body', async () => {
  const reply = await ok('HEAD', '/olts/');
  assert.strictEqual(reply.text, '');
  assert.ok(Number(reply.headers['content-length']) > 0);
});

test('requests under way are answered when the program ends', async () => {
  const ending = await startStand(life);
  const slow = ending.ask('POST', '/olts/test/', { body: { address: '192.0.2.99', community: 'x' } });
  await ending.running.waitFor(/^asked$/m);
  await ending.end();
  // It is told that it was given up, or it has its answer: it is not cut off.
  assert.ok([200, 503].includes((await slow).status));
});

// ---- what was seen ------------------------------------------------------------------------------------

// Which errors need more than a wrong request, and are seen for one route at least.
const ONCE = new Set([403, 404, 409]);

test('every route went well once, and every error of the document was seen', async () => {
  const missing = [];
  const everywhere = new Set();
  for (const statuses of api.seen.values()) for (const status of statuses) everywhere.add(status);
  for (const { method, path: at, operation } of routesOf(api.document)) {
    const seen = api.seen.get(`${method} ${at}`) || new Set();
    for (const status of Object.keys(operation.responses).map(Number)) {
      if (!(ONCE.has(status) ? everywhere : seen).has(status)) missing.push(`${method} ${at} ${status}`);
    }
  }
  assert.deepStrictEqual(missing, []);
});

test('the checker of schemas finds what is wrong', () => {
  const document = { components: { schemas: { A: { type: 'object', properties: {
    n: { type: ['integer', 'null'], minimum: 1 } }, required: ['n'], additionalProperties: false } } } };
  const wrong = (value) => problems(document, { $ref: '#/components/schemas/A' }, value).length;
  assert.strictEqual(wrong({ n: 1 }), 0);
  assert.strictEqual(wrong({ n: null }), 0);
  for (const value of [{}, { n: 0 }, { n: 1.5 }, { n: 'x' }, { n: 1, m: 1 }, [], null, 5])
    assert.ok(wrong(value) > 0, JSON.stringify(value));
});
