// SPDX-License-Identifier: Apache-2.0
//
// Logins, health and small reads beside what takes long: lists that do not end, devices that
// do not answer. Nothing here measures time. A list of states is made endless by putting a view
// in the place of its table, so that "while it is still under way" holds for as long as a test
// wants it to.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const http = require('node:http');
const { test } = require('node:test');
const { runProgram, startSim } = require('./lib');
const { pgsqlDatabase, startServe, QUIET } = require('./serve-lib');

const PASSWORD = 'correct horse 1';
const LONG = '/api/v1/states/';
const MANY = 44;

// ---- endless lists --------------------------------------------------------------------------

const ENDLESS = {
  sqlite: '(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1e15) SELECT count(*) FROM c) > 0',
  pgsql: '(SELECT pg_sleep(36000) IS NOT NULL)',
};

async function sql(site, text) {
  const { status, out, err } = site.env.FACHO_DATABASE
    ? await runProgram('psql', [site.env.FACHO_DATABASE, '-q', '-A', '-t', '-c', text])
    : await runProgram('sqlite3', [`${site.folder}/facho.db`, '.timeout 20000', text]);
  assert.strictEqual(status, 0, err);
  return out.trim();
}

async function makeEndless(site) {
  await sql(site, `ALTER TABLE state_labels RENAME TO state_labels_real;
    CREATE VIEW state_labels AS SELECT * FROM state_labels_real
    WHERE ${ENDLESS[site.env.FACHO_DATABASE ? 'pgsql' : 'sqlite']};`);
}

// A site on each database, without OLTs.
async function startPlain(t, kind, env = {}) {
  const site = await startServe(t, { env: {
    ...QUIET, FACHO_ADMIN_PASSWORD: PASSWORD, FACHO_STORE_DEADLINE: '1h',
    ...(kind === 'pgsql' ? { FACHO_DATABASE: await pgsqlDatabase(t) } : {}), ...env } });
  site.token = (await site.ask('token.add', { user: 'admin', name: 'test', role: 'admin' })).token;
  return site;
}

// And its list of states does not end.
async function startSite(t, kind, env = {}) {
  const site = await startPlain(t, kind, env);
  await makeEndless(site);
  return site;
}

const onEach = (name, body) => {
  for (const kind of ['sqlite', 'pgsql']) test(`${kind}: ${name}`, (t) => body(t, kind));
};

// ---- clients --------------------------------------------------------------------------------

// A request on a connection of its own: `answer` is a promise of { status, headers, text }, `leave`
// hangs up, isOver tells whether the answer is there.
function begin(site, method, at, { body, token = site.token } = {}) {
  const url = new URL(site.api);
  const text = body && JSON.stringify(body);
  const client = { isOver: false };
  client.answer = new Promise((resolve) => {
    const request = http.request({
      host: url.hostname, port: url.port, method, path: at, agent: false,
      headers: {
        ...(token ? { Authorization: `Token ${token}` } : {}),
        ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
      },
    }, (reply) => {
      let all = '';
      reply.setEncoding('utf8');
      reply.on('data', (data) => (all += data));
      reply.on('end', () => {
        client.isOver = true;
        resolve({ status: reply.statusCode, headers: reply.headers, text: all });
      });
      reply.on('error', () => resolve(null));
    });
    request.on('error', () => resolve(null)); // we hung up, or the program has ended
    client.leave = () => request.destroy();
    request.end(text);
  });
  return client;
}

const ask = (site, method, at, options) => begin(site, method, at, options).answer;
const logIn = (site) => ask(site, 'POST', '/api/v1/auth/login/',
  { token: null, body: { username: 'admin', password: PASSWORD } });

// n clients of one user that wait for what takes long; those that were refused are taken out.
async function beginMany(t, site, n, one) {
  const clients = Array.from({ length: n }, one);
  t.after(() => clients.forEach((client) => client.leave()));
  await site.until(async () => Number(/^facho_http_requests_total (\d+)/m
    .exec((await ask(site, 'GET', '/metrics/')).text)?.[1]) >= n, 'all of them are there');
  return clients;
}

// Everything that is small is answered, and none of the long ones has ended meanwhile.
async function isServed(site, long) {
  const small = [['GET', '/api/v1/health/'], ['GET', '/api/v1/health/live/'], ['GET', '/api/v1/auth/me/'],
    ['GET', '/api/v1/users/1/'], ['GET', '/api/v1/poller-stats/'], ['GET', '/metrics/']];
  for (const [method, at] of small) {
    const { status, text } = await ask(site, method, at);
    assert.ok([200, 404].includes(status), `${at}: ${status} ${text}`);
  }
  assert.strictEqual((await logIn(site)).status, 200);
  assert.strictEqual((await ask(site, 'PATCH', '/api/v1/users/1/', { body: { full_name: 'A' } })).status, 200);
  const { status, err } = await site.cli(['status']);
  assert.strictEqual(status, 0, err);
  const waiting = long.filter((client) => !client.isOver);
  assert.ok(waiting.length >= 2, `${waiting.length} of ${long.length} still wait`);
  return waiting;
}

// ---- long lists -----------------------------------------------------------------------------

onEach('small reads, health and logins are answered beside lists that do not end', async (t, kind) => {
  const site = await startSite(t, kind);
  const long = await beginMany(t, site, MANY, () => begin(site, 'GET', LONG));
  assert.strictEqual((await isServed(site, long)).length, MANY);
});

onEach('one user cannot hold all threads for lists', async (t, kind) => {
  const site = await startSite(t, kind);
  await site.ask('user.add', { name: 'ana', password: PASSWORD, role: 'viewer' });
  const { token } = await site.ask('token.add', { user: 'ana', name: 'test', role: 'viewer' });
  await beginMany(t, site, MANY, () => begin(site, 'GET', LONG));
  const other = await ask(site, 'GET', '/api/v1/brands/', { token });
  assert.strictEqual(other.status, 200, other.text);
});

onEach('a list that takes longer than the deadline ends with an error that says so', async (t, kind) => {
  const site = await startSite(t, kind, { FACHO_STORE_DEADLINE: '1s' });
  const reply = await ask(site, 'GET', LONG);
  assert.strictEqual(reply.status, 503, reply.text);
  assert.strictEqual(JSON.parse(reply.text).error.code, 'timeout');
  assert.match(JSON.parse(reply.text).error.message, /too long.*after=/);
  assert.ok(Number(reply.headers['retry-after']) > 0);
  const local = await site.request('list', { list: 'states' });
  assert.strictEqual(local.ok, false);
  assert.match(local.error.message, /too long/);
});

onEach('what nobody waits for any more is given up', async (t, kind) => {
  const site = await startSite(t, kind);
  const long = await beginMany(t, site, MANY, () => begin(site, 'GET', LONG));
  const csv = begin(site, 'GET', `${LONG}?format=csv`);
  for (const client of [...long, csv]) client.leave();
  // The same user's threads are free again.
  assert.strictEqual((await ask(site, 'GET', '/api/v1/brands/')).status, 200);
  if (kind === 'pgsql')
    await site.until(async () => await sql(site, `SELECT count(*) FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%state_labels%' AND pid <> pg_backend_pid()`) === '0', 'no query runs');
});

onEach('a program that is told to end does not wait for lists that do not', async (t, kind) => {
  const site = await startSite(t, kind);
  await beginMany(t, site, 4, () => begin(site, 'GET', LONG));
  assert.strictEqual(await site.program.stop(), 0);
});

// ---- deep pages -----------------------------------------------------------------------------

const ROWS = 30000;
const numbers = `WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${ROWS})`;

onEach('a deep page comes from a view, or is refused with what to use instead', async (t, kind) => {
  const site = await startSite(t, kind);
  await sql(site, `INSERT INTO audit_log (at_ms, user_name, address, action, entity, entity_id)
    ${numbers} SELECT i, 'u', 'a', 'x' || (${ROWS} - i), 'olt', i FROM c`);
  await sql(site, `INSERT INTO poller_stats (at_ms, machine, total, busy, busy_percent, queue, is_saturated,
    completed, delayed, late_p50_ms, late_p99_ms) ${numbers} SELECT i, 'm', 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM c`);
  const deep = await ask(site, 'GET', '/api/v1/audit/?entity=olt&ordering=at&page=500&page_size=50');
  assert.strictEqual(deep.status, 200, deep.text);
  const { count, results } = JSON.parse(deep.text);
  assert.strictEqual(count, ROWS);
  assert.deepStrictEqual(results.map((row) => row.entity_id), Array.from({ length: 50 }, (_, i) => 24951 + i));
  const behind = await ask(site, 'GET', '/api/v1/audit/?entity=olt&ordering=at&page=700&page_size=50');
  assert.deepStrictEqual(JSON.parse(behind.text).results, []);
  // Rows that are known by no number have no view.
  const refused = await site.request('list', { list: 'poller_stats', page: 500, page_size: 50 });
  assert.strictEqual(refused.ok, false);
  assert.match(refused.error.message, /after=/);
  const empty = await site.ask('list', { list: 'poller_stats', page: 5000, page_size: 50 });
  assert.deepStrictEqual(empty.results, []);
  assert.ok(empty.count >= ROWS);
});

onEach('health and small reads are answered beside twelve who ask for deep pages all the time', async (t, kind) => {
  const site = await startSite(t, kind);
  await sql(site, `INSERT INTO audit_log (at_ms, user_name, address, action, entity, entity_id)
    ${numbers} SELECT i, 'u', 'a', 'x' || (${ROWS} - i), 'olt', i FROM c`);
  let isOver = false, pages = 0;
  const loops = Array.from({ length: 12 }, async (_, i) => {
    for (let page = 400 + i; !isOver; page = 400 + (page + 7) % 200) {
      const reply = await ask(site, 'GET', `/api/v1/audit/?entity=olt&ordering=${page % 2 ? 'at' : '-action'}&page=${page}&page_size=50`);
      assert.ok(reply && [200, 400, 429, 503].includes(reply.status), reply?.text);
      pages += reply.status === 200;
    }
  });
  const small = async () => {
    for (let round = 0; round < 20 || pages === 0; round++) {
      for (const at of ['/api/v1/health/', '/api/v1/health/live/', '/api/v1/auth/me/']) {
        const { status, text } = await ask(site, 'GET', at);
        assert.strictEqual(status, 200, `${at}: ${text}`);
      }
    }
    assert.strictEqual((await logIn(site)).status, 200);
  };
  await Promise.all([small().finally(() => { isOver = true; }), ...loops]);
});

onEach('logins are answered while results are written', async (t, kind) => {
  const site = await startPlain(t, kind);
  const sim = await startSim(t, ['--profile', 'zte', '--ports', '4', '--onus', '64', '--offline', '0', '--churn', '0']);
  await site.addBareOlt('busy', sim.host, { profile: 'zte', timeout_ms: 5000 });
  await site.ask('job.add', { name: 'who', type: 'discovery', brand: 'ZTE', interval: '1d', oids: ['zte_c300_c320/onu/serial'] });
  await site.ask('job.add', { name: 'states', type: 'walk', brand: 'ZTE', interval: '1s',
    oids: ['zte_c300_c320/onu/status', 'zte_c300_c320/onu/name'] });
  for (const job of ['who', 'states']) await site.ask('job.apply', { job, olt: 'busy', first_in: '100ms' });
  const written = () => site.count('executions', { job_name: 'states', state: 'SUCCESS' });
  await site.until(async () => (await written()) > 0, 'the first results');
  const before = await written();
  await site.until(async () => {
    const reply = await logIn(site);
    assert.strictEqual(reply.status, 200, reply.text);
    return (await written()) >= before + 5;
  }, 'five more, with logins all the time');
});

// ---- devices that do not answer --------------------------------------------------------------

// Takes everything and says nothing.
async function silentDevice(t) {
  const socket = dgram.createSocket('udp4');
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => socket.close(resolve)));
  return socket.address().port;
}

const patient = { timeout_ms: 60000, retries: 0 };

test('logins, health and small reads are answered beside tests of silent OLTs', async (t) => {
  const site = await startSite(t, 'sqlite');
  const port = await silentDevice(t);
  const tests = await beginMany(t, site, MANY, () => begin(site, 'POST', '/api/v1/olts/test/',
    { body: { address: '127.0.0.1', port, community: 'x', ...patient } }));
  await isServed(site, tests);
  // More than one user may have are refused, and told when to come back.
  const refused = await Promise.all(tests.filter((one) => one.isOver).map((one) => one.answer));
  assert.ok(refused.length > 0);
  for (const { status, headers } of refused) {
    assert.strictEqual(status, 429);
    assert.ok(Number(headers['retry-after']) > 0);
  }
  // And when they have left, another test of the same user is begun.
  for (const one of tests) one.leave();
  await site.until(async () => (await ask(site, 'POST', '/api/v1/olts/test/',
    { body: { address: '127.0.0.1', port, community: 'x', timeout_ms: 100, retries: 0 } })).status === 200,
  'a test after those that were left');
});

test('logins at once do not keep small reads waiting', async (t) => {
  const site = await startSite(t, 'sqlite');
  const logins = Array.from({ length: 20 }, () => logIn(site));
  assert.strictEqual((await ask(site, 'GET', '/api/v1/auth/me/')).status, 200);
  for (const { status, headers } of await Promise.all(logins)) {
    assert.ok([200, 429, 503].includes(status), String(status));
    if (status !== 200) assert.ok(Number(headers['retry-after']) > 0);
  }
});
