// SPDX-License-Identifier: Apache-2.0
//
// Logging in over HTTP: cookies, CSRF, lock-out, tokens, and what each role may do.
'use strict';
const assert = require('node:assert');
const http = require('node:http');
const test = require('node:test');
const { startServe, QUIET } = require('./serve-lib');

const PASSWORD = 'Planted-Password-77';

// Who is asking: keeps the cookie and the CSRF text as a browser and its page do.
class Client {
  constructor(site, headers = {}) {
    this.url = new URL(site.api);
    this.headers = headers;
  }

  // { status, headers, text, json }
  ask(method, path, body, headers = {}) {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request({
        host: this.url.hostname, port: this.url.port, method, path: `/api/v1${path}`, agent: false,
        headers: {
          ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...this.headers, ...headers,
        },
      }, (reply) => {
        let text = '';
        reply.on('data', (data) => (text += data));
        reply.on('end', () => resolve({
          status: reply.statusCode, headers: reply.headers, text, get json() { return JSON.parse(text); },
        }));
      });
      request.on('error', reject);
      request.end(sent);
    });
  }

  async logIn(username, password) {
    const reply = await this.ask('POST', '/auth/login/', { username, password });
    if (reply.status === 200) {
      [this.headers.Cookie] = reply.headers['set-cookie'][0].split(';');
      this.headers['X-CSRF-Token'] = reply.json.csrf;
    }
    return reply;
  }
}

const serve = (t, env = {}) => startServe(t, { env: { ...QUIET, FACHO_ADMIN_PASSWORD: PASSWORD, ...env } });

async function tokenOf(site, name, role) {
  return (await site.ask('token.add', { user: 'admin', name, role })).token;
}

test('a session: cookie, CSRF text, who I am, and its end', async (t) => {
  const site = await serve(t);
  const me = new Client(site);
  assert.strictEqual((await me.ask('GET', '/auth/me/')).status, 401);

  const login = await me.logIn('admin', PASSWORD);
  assert.strictEqual(login.status, 200, login.text);
  const [cookie] = login.headers['set-cookie'];
  assert.match(cookie, /^facho_session=facho_\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  assert.strictEqual(login.json.user.name, 'admin');
  assert.ok(!login.text.includes(me.headers.Cookie.split('=')[1]), 'the cookie is no scripts\' business');

  const who = await me.ask('GET', '/auth/me/');
  assert.strictEqual(who.json.by, 'session');
  assert.strictEqual(who.json.csrf, login.json.csrf);
  assert.strictEqual(who.json.timezone, 'UTC', 'as TZ says, which tests set');

  const { 'X-CSRF-Token': csrf, ...noCsrf } = me.headers;
  const page = new Client(site, noCsrf);
  const user = { name: 'ana', password: PASSWORD };
  assert.strictEqual((await page.ask('GET', '/users/')).status, 200);
  assert.strictEqual((await page.ask('POST', '/users/', user)).status, 403);
  assert.strictEqual((await page.ask('POST', '/users/', user, { 'X-CSRF-Token': 'guess' })).status, 403);
  const elsewhere = { Origin: 'http://evil.example', 'X-CSRF-Token': csrf };
  assert.strictEqual((await page.ask('POST', '/users/', user, elsewhere)).status, 403);
  const here = { Origin: site.api, 'X-CSRF-Token': csrf };
  assert.strictEqual((await page.ask('POST', '/users/', user, here)).status, 201);

  const out = await me.ask('POST', '/auth/logout/');
  assert.strictEqual(out.status, 200, out.text);
  assert.match(out.headers['set-cookie'][0], /^facho_session=; Path=\/; Max-Age=0;/);
  assert.strictEqual((await me.ask('GET', '/auth/me/')).status, 401);
  // An old cookie must not keep anybody from coming back.
  assert.strictEqual((await me.logIn('admin', PASSWORD)).status, 200);
});

test('another site can log nobody in', async (t) => {
  const site = await serve(t);
  const reply = await new Client(site).ask('POST', '/auth/login/',
    { username: 'admin', password: PASSWORD }, { Origin: 'http://evil.example' });
  assert.strictEqual(reply.status, 403);
  assert.strictEqual(reply.headers['set-cookie'], undefined);
});

test('behind a proxy that speaks TLS the cookie is for this host and TLS alone', async (t) => {
  const site = await serve(t, { FACHO_HTTP_TRUSTED_PROXIES: '127.0.0.1' });
  const page = new Client(site, {
    'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'noc.example', 'X-Forwarded-For': '192.0.2.7',
    Origin: 'https://noc.example',
  });
  const login = await page.logIn('admin', PASSWORD);
  assert.strictEqual(login.status, 200, login.text);
  assert.match(login.headers['set-cookie'][0],
    /^__Host-facho_session=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
  const made = await page.ask('POST', '/users/', { name: 'ana', password: PASSWORD });
  assert.strictEqual(made.status, 201, made.text);
  const [line] = await site.list('audit_log', { action: 'create', entity: 'user' });
  assert.deepStrictEqual([line.user, line.address], ['admin', '192.0.2.7']);
});

test('five wrong passwords lock the name for the address; others come in', async (t) => {
  const site = await serve(t);
  await site.ask('user.add', { name: 'ana', password: PASSWORD });
  const guesser = new Client(site);
  for (let i = 0; i < 5; i++) {
    const wrong = await guesser.logIn('admin', `guess-${i}-guess`);
    assert.strictEqual(wrong.status, 401);
    assert.strictEqual(wrong.json.error.message, 'wrong name or password');
  }
  const locked = await guesser.logIn('admin', PASSWORD);
  assert.strictEqual(locked.status, 429);
  const wait = Number(locked.headers['retry-after']);
  assert.ok(wait > 0 && wait <= 60, locked.headers['retry-after']);
  assert.strictEqual((await guesser.logIn('nobody', 'guess-guess')).status, 401);
  assert.strictEqual((await guesser.logIn('ana', PASSWORD)).status, 200);
});

test('a name that is attacked from everywhere is slowed down, not locked for its owner', async (t) => {
  const site = await serve(t, { FACHO_HTTP_TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address) => new Client(site, { 'X-Forwarded-For': address });
  const owner = from('192.0.2.1');
  assert.strictEqual((await owner.logIn('admin', PASSWORD)).status, 200);
  let slowed = null;
  for (let i = 0; !slowed && i < 400; i++) {
    const reply = await from(`10.0.${i >> 8}.${i & 255}`).logIn('admin', `guess-${i}-guess`);
    assert.ok([401, 429, 503].includes(reply.status), reply.text);
    if (reply.status === 429) slowed = reply;
  }
  assert.ok(slowed, 'nobody slowed it down');
  assert.ok(Number(slowed.headers['retry-after']) <= 2, slowed.headers['retry-after']);
  // The owner mistypes, and comes in, as often as need be.
  assert.strictEqual((await from('192.0.2.1').logIn('admin', 'mistyped-one')).status, 401);
  assert.strictEqual((await from('192.0.2.1').logIn('admin', PASSWORD)).status, 200);
  // From where nobody knows him he waits his turn, and gets it.
  const abroad = from('198.51.100.7');
  await site.until(async () => (await abroad.logIn('admin', PASSWORD)).status === 200, 'a turn');
});

test('passwords that are tried first are refused, and tokens go with one if that is wanted', async (t) => {
  const site = await serve(t);
  const admin = new Client(site);
  await admin.logIn('admin', PASSWORD);
  const bad = await admin.ask('POST', '/users/', { name: 'ana', password: 'Password123' });
  assert.strictEqual(bad.status, 422);
  assert.match(bad.json.error.fields.password, /tried first/);
  assert.ok(!bad.text.includes('Password123'));
  const token = await tokenOf(site, 'ci', 'viewer');
  const program = new Client(site, { Authorization: `Token ${token}` });
  const everywhere = await program.ask('POST', '/auth/logout-everywhere/');
  assert.strictEqual(everywhere.status, 403);
  assert.match(everywhere.json.error.message, /a token cannot end/);
  assert.strictEqual((await admin.ask('GET', '/users/')).status, 200);
  const changed = await site.cli(['user', 'password', 'admin', '--password', 'an0ther-Sentence', '--revoke-tokens']);
  assert.strictEqual(changed.status, 0, changed.err);
  assert.strictEqual((await program.ask('GET', '/auth/me/')).status, 401);
  await assert.rejects(startServe(t, { env: { ...QUIET, FACHO_ADMIN_PASSWORD: 'admin2026' } }), /the first password: /);
});

test('a password ends sessions, a role counts at once', async (t) => {
  const site = await serve(t);
  await site.ask('user.add', { name: 'ana', role: 'admin', password: PASSWORD });
  const ana = new Client(site);
  await ana.logIn('ana', PASSWORD);
  assert.strictEqual((await ana.ask('GET', '/users/')).status, 200);
  await site.ask('user.change', { user: 'ana', role: 'viewer' });
  assert.strictEqual((await ana.ask('GET', '/users/')).status, 403);
  assert.strictEqual((await ana.ask('GET', '/olts/')).status, 200);
  const wrong = await ana.ask('POST', '/auth/password/', { old_password: 'not-it-at-all', password: 'another-one' });
  assert.strictEqual(wrong.status, 422);
  assert.match(wrong.json.error.fields.old_password, /not the password/);
  const changed = await ana.ask('POST', '/auth/password/', { old_password: PASSWORD, password: 'another-one' });
  assert.strictEqual(changed.status, 200, changed.text);
  assert.strictEqual((await ana.ask('GET', '/olts/')).status, 401);
  assert.strictEqual((await ana.logIn('ana', 'another-one')).status, 200);
});

test('neither a token nor an open page takes its user over', async (t) => {
  const site = await serve(t);
  const admin = new Client(site);
  await admin.logIn('admin', PASSWORD);
  const program = new Client(site, { Authorization: `Token ${await tokenOf(site, 'ci', 'admin')}` });
  for (const [method, at, body] of [['POST', '/users/admin/password/', { password: 'another-one' }],
    ['POST', '/users/1/password/', { password: 'another-one', old_password: PASSWORD }],
    ['POST', '/auth/password/', { password: 'another-one', old_password: PASSWORD }], ['POST', '/users/admin/logout/'],
    ['PATCH', '/users/admin/', { enabled: false }], ['DELETE', '/users/admin/']]) {
    const reply = await program.ask(method, at, body);
    assert.strictEqual(reply.status, 403, `${at}: ${reply.text}`);
    assert.match(reply.json.error.message, /a token cannot/);
  }
  const bulk = await program.ask('POST', '/users/bulk/logout/', { ids: ['admin'] });
  assert.deepStrictEqual(bulk.json.results.map(({ status }) => status), [403]);
  assert.strictEqual((await admin.ask('GET', '/users/')).status, 200, 'the session goes on');
  // To others it may do what its user could.
  await site.ask('user.add', { name: 'ana', password: PASSWORD });
  for (const [at, body] of [['password', { password: 'another-one' }], ['logout']])
    assert.strictEqual((await program.ask('POST', `/users/ana/${at}/`, body)).status, 200, at);

  const without = await admin.ask('POST', '/users/admin/password/', { password: 'another-one' });
  assert.strictEqual(without.status, 422, without.text);
  assert.match(without.json.error.fields.old_password, /the present password is needed/);
  const wrong = await admin.ask('POST', '/users/1/password/', { password: 'another-one', old_password: 'not-it-at-all' });
  assert.match(wrong.json.error.fields.old_password, /not the password/);
  assert.strictEqual((await admin.ask('POST', '/users/admin/password/', { password: 'another-one', old_password: PASSWORD })).status, 200);
  assert.strictEqual((await admin.ask('GET', '/users/')).status, 401);
  assert.strictEqual((await admin.logIn('admin', 'another-one')).status, 200);
});

test('a token works until it is revoked, and needs no CSRF text', async (t) => {
  const site = await serve(t);
  const admin = new Client(site);
  await admin.logIn('admin', PASSWORD);
  const made = await admin.ask('POST', '/tokens/', { name: 'ci', role: 'admin', expires_in: '1h' });
  assert.strictEqual(made.status, 201, made.text);
  const program = new Client(site, { Authorization: `Token ${made.json.token}` });
  assert.strictEqual((await program.ask('GET', '/auth/me/')).json.by, 'token');
  assert.strictEqual((await program.ask('POST', '/users/', { name: 'ana', password: PASSWORD })).status, 201);
  assert.ok(!(await program.ask('GET', '/tokens/')).text.includes(made.json.token));
  assert.strictEqual((await admin.ask('DELETE', `/tokens/${made.json.id}/`)).status, 200);
  const refused = await program.ask('GET', '/auth/me/');
  assert.strictEqual(refused.status, 401);
  assert.match(refused.headers['www-authenticate'], /^Token/);
  const basic = new Client(site, { Authorization: `Basic ${Buffer.from('admin:x').toString('base64')}` });
  assert.strictEqual((await basic.ask('GET', '/auth/me/')).status, 401);
});

test('a token ends when it was said to', async (t) => {
  const site = await serve(t);
  const { token, expires_at } = await site.ask('token.add', { user: 'admin', name: 'brief', expires_in: '2s' });
  const program = new Client(site, { Authorization: `Token ${token}` });
  assert.strictEqual((await program.ask('GET', '/auth/me/')).status, 200);
  await new Promise((resolve) => setTimeout(resolve, new Date(expires_at) - Date.now() + 10));
  assert.strictEqual((await program.ask('GET', '/auth/me/')).status, 401);
});

test('a crowd that logs in keeps nobody else waiting', async (t) => {
  const site = await serve(t);
  const program = new Client(site, { Authorization: `Token ${await tokenOf(site, 'ci', 'viewer')}` });
  const names = Array.from({ length: 24 }, (_, i) => `nobody${i}`);
  let answered = 0;
  const crowd = names.map(async (name) => {
    const reply = await new Client(site).logIn(name, 'guess-guess');
    answered++;
    return reply.status;
  });
  assert.strictEqual((await program.ask('GET', '/auth/me/')).status, 200);
  assert.ok(answered < names.length, 'they are still at it');
  const statuses = await Promise.all(crowd);
  assert.ok(statuses.every((status) => [401, 429, 503].includes(status)), String(statuses));
  assert.ok(statuses.filter((status) => status === 401).length >= 8, String(statuses));
});

// The document says what each route needs; nobody who is less gets past it. What would go well is
// asked for things that are not there.
test('a role may do what its routes say, and a viewer can change nothing', async (t) => {
  const site = await serve(t);
  const asker = {};
  for (const role of ['viewer', 'operator', 'admin'])
    asker[role] = new Client(site, { Authorization: `Token ${await tokenOf(site, role, role)}` });
  const nobody = new Client(site);
  const before = await site.count('audit_log');
  const { paths } = (await nobody.ask('GET', '/openapi.json')).json;
  // Everybody's own session, password, and chat: the service knows whose contact it is.
  const own = /^\/api\/v1\/(auth\/|contacts\/\{id\}\/link\/)/;
  let routes = 0;
  for (const [path, methods] of Object.entries(paths)) {
    const at = path.replace('/api/v1', '').replace(/\{\w+\}/g, '999999');
    for (const [method, route] of Object.entries(methods)) {
      const verb = method.toUpperCase();
      const isPublic = route.security && route.security.length === 0;
      if (isPublic || !path.startsWith('/api/v1') || at === '/events/') continue;
      routes++;
      const unknown = await nobody.ask(verb, at);
      assert.strictEqual(unknown.status, 401, `${verb} ${at} by nobody: ${unknown.text}`);
      if (own.test(path)) continue;
      const reply = await asker.viewer.ask(verb, at, verb === 'GET' ? undefined : {});
      if (verb === 'GET') assert.ok([200, 400, 403, 404, 503].includes(reply.status), `${at} ${reply.text}`);
      else assert.ok(reply.status === 403 || isReading(path), `${verb} ${at} by a viewer: ${reply.status} ${reply.text}`);
    }
  }
  assert.ok(routes > 40, `${routes} routes`);
  assert.strictEqual(await site.count('audit_log'), before, 'nothing was changed');
  for (const at of ['/users/', '/tokens/', '/sessions/', '/audit/']) {
    assert.strictEqual((await asker.viewer.ask('GET', at)).status, 403, at);
    assert.strictEqual((await asker.operator.ask('GET', at)).status, 403, at);
    assert.strictEqual((await asker.admin.ask('GET', at)).status, 200, at);
  }
  for (const [verb, at] of [['POST', '/users/'], ['POST', '/tokens/'], ['POST', '/olts/'], ['DELETE', '/olts/1/']])
    assert.strictEqual((await asker.operator.ask(verb, at, {})).status, 403, `${verb} ${at}`);
  assert.strictEqual((await asker.operator.ask('POST', '/olts/999999/enable/')).status, 404);
  assert.strictEqual((await asker.admin.ask('POST', '/users/', {})).status, 422);
});

// Those that only look, though they are asked with a body.
function isReading(path) {
  return ['/api/v1/formulas/preview/', '/api/v1/jobs/preview/', '/api/v1/routes/try/', '/api/v1/templates/preview/', '/api/v1/limits/try/'].includes(path);
}

test('no secret is in an answer, an error or a log', async (t) => {
  const site = await serve(t);
  const me = new Client(site);
  const texts = [];
  const note = async (promise) => texts.push((await promise).text);
  await me.logIn('admin', PASSWORD);
  await note(me.ask('POST', '/users/', { name: 'two words', password: `${PASSWORD}3` }));
  await note(me.ask('POST', '/users/', { name: 'ana', password: `${PASSWORD}4`, colour: 'red' }));
  await note(me.ask('POST', '/users/', { name: 'ana', password: `${PASSWORD}5` }));
  await note(me.ask('POST', '/users/ana/password/', { password: `${PASSWORD}6`, user: 5 }));
  await note(me.ask('POST', '/auth/login/', { username: 'ana', password: [`${PASSWORD}7`] }));
  await note(me.ask('GET', '/users/ana/'));
  await note(me.ask('GET', '/audit/'));
  await note(me.ask('GET', '/sessions/'));
  const all = texts.join('\n') + site.program.err + site.program.out;
  assert.ok(!all.includes('Planted'), all.slice(all.indexOf('Planted') - 200, all.indexOf('Planted') + 50));
  assert.ok(!all.includes('argon2'));
  assert.ok(!all.includes(me.headers.Cookie.split('=')[1]));
});
