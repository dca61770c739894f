// SPDX-License-Identifier: Apache-2.0
//
// Who may come in: the first start, users and tokens by command, and that no secret stays anywhere.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { tempFolder } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');

const PLANTED = 'Planted-Password-77';

// Every file of the folder as text, whatever is in it.
function everything(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return everything(name);
    return entry.isFile() ? fs.readFileSync(name, 'latin1') : '';
  }).join('\n');
}

test('the first start prints a password, once and nowhere else', async (t) => {
  const folder = tempFolder(t);
  const site = await startServe(t, { env: QUIET, folder });
  const [, password] = site.program.out.match(/^first start: .* the password (\S{20})$/m);
  const login = await site.request('auth.login', { username: 'admin', password });
  assert.ok(login.ok, JSON.stringify(login.error));
  await site.program.stop();
  assert.ok(!everything(folder).includes(password));
  assert.ok(!site.program.err.includes(password));
  const again = await startServe(t, { env: QUIET, folder });
  assert.doesNotMatch(again.program.out, /password/);
});

test('$FACHO_ADMIN_PASSWORD is the first password, and is not printed', async (t) => {
  const site = await startServe(t, { env: { ...QUIET, FACHO_ADMIN_PASSWORD: PLANTED } });
  assert.doesNotMatch(site.program.out, /password/);
  assert.ok((await site.request('auth.login', { username: 'admin', password: PLANTED })).ok);
  assert.ok(!everything(site.folder).includes(PLANTED));
  assert.ok(!site.program.err.includes(PLANTED));
});

test('a first password that is too short stops the start, with a sentence', async (t) => {
  await assert.rejects(
    startServe(t, { env: { ...QUIET, FACHO_ADMIN_PASSWORD: 'Tiny1' } }),
    (error) => /at least 8 characters/.test(String(error)) && !/Tiny1/.test(String(error)));
});

test('users are added, changed and removed by command; the audit log says local', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const password = { env: { FACHO_PASSWORD: PLANTED } };
  const added = await site.cli(
    ['user', 'add', 'ana', '--role', 'operator', '--email', 'ana@example.net', '--json'], password);
  assert.strictEqual(added.status, 0, added.err);
  assert.strictEqual(added.json.role, 'operator');
  assert.ok(!added.out.includes(PLANTED));
  const list = await site.cli(['user', 'list', '--json']);
  assert.deepStrictEqual(list.json.map((user) => user.name), ['admin', 'ana']);

  const twice = await site.cli(['user', 'add', 'ana'], password);
  assert.strictEqual(twice.status, 2);
  assert.match(twice.err, /there is a user "ana" already/);
  const short = await site.cli(['user', 'password', 'ana', '--password', 'tiny']);
  assert.strictEqual(short.status, 2);
  assert.match(short.err, /at least 8/);
  const last = await site.cli(['user', 'delete', 'admin']);
  assert.strictEqual(last.status, 1);
  assert.match(last.err, /last administrator/);

  for (const args of [['change', 'ana', '--role', 'admin'], ['disable', 'admin'],
    ['password', 'ana', '--password', `${PLANTED}2`], ['logout', 'ana'], ['delete', 'admin']]) {
    const done = await site.cli(['user', ...args]);
    assert.strictEqual(done.status, 0, `${args}: ${done.err}`);
  }
  const lines = await site.list('audit_log', { entity: 'user' });
  assert.deepStrictEqual(lines.map((line) => line.action),
    ['delete', 'logout', 'password', 'update', 'update', 'create', 'create']);
  assert.ok(lines.every((line) => line.address === 'local'));
  assert.ok(!everything(site.folder).includes(PLANTED));
});

test('a token is printed once, lists do not have it, and it can be revoked', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const made = await site.cli(
    ['token', 'add', 'ci', '--user', 'admin', '--role', 'viewer', '--expires-in', '90d']);
  assert.strictEqual(made.status, 0, made.err);
  assert.match(made.out, /^facho_\S{43}\n$/);
  const token = made.out.trim();
  const list = await site.cli(['token', 'list', '--json']);
  assert.strictEqual(list.json[0].role, 'viewer');
  assert.ok(!list.out.includes(token));
  assert.ok(!everything(site.folder).includes(token));
  const revoked = await site.cli(['token', 'revoke', String(list.json[0].id)]);
  assert.strictEqual(revoked.status, 0, revoked.err);
  const again = await site.cli(['token', 'revoke', String(list.json[0].id)]);
  assert.strictEqual(again.status, 1);
  const nobody = await site.cli(['token', 'add', 'ci']);
  assert.strictEqual(nobody.status, 2);
  assert.match(nobody.err, /user: whose/);
});
