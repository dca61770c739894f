// SPDX-License-Identifier: Apache-2.0
//
// TLS: what is spoken, and certificates that cannot be used.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const tls = require('node:tls');
const { send, startStand } = require('./api-lib');
const { tempFolder } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');

// NAME.cert and NAME.key in the folder; gives the certificate as text.
function makePair(folder, name, kind = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']) {
  execFileSync('openssl', ['req', '-x509', '-newkey', ...kind, '-nodes', '-keyout', path.join(folder, `${name}.key`),
    '-out', path.join(folder, `${name}.cert`), '-days', '2', '-subj', `/CN=${name}`,
    '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'], { stdio: 'ignore' });
  return fs.readFileSync(path.join(folder, `${name}.cert`), 'utf8');
}

// Whose certificate a new connection is shown, and what it agreed on; or why it was refused.
function greet(address, options = {}) {
  const url = new URL(address);
  return new Promise((resolve) => {
    const socket = tls.connect({ host: url.hostname, port: url.port, rejectUnauthorized: false, servername: 'localhost', ...options });
    socket.on('secureConnect', () => {
      resolve({ name: socket.getPeerCertificate().subject.CN, protocol: socket.getProtocol(), cipher: socket.getCipher().name });
      socket.destroy();
    });
    socket.on('error', (error) => resolve({ error: String(error) }));
    socket.on('close', () => resolve({ error: 'closed' }));
  });
}

test('TLS 1.2 or better, with forward secrecy', async (t) => {
  const folder = tempFolder(t);
  const ca = makePair(folder, 'rsa', ['rsa:2048']);
  const api = await startStand(t, [`cert=${folder}/rsa.cert`, `key=${folder}/rsa.key`], { ca });
  assert.strictEqual((await greet(api.address)).protocol, 'TLSv1.3');
  const twelve = await greet(api.address, { maxVersion: 'TLSv1.2' });
  assert.strictEqual(twelve.protocol, 'TLSv1.2', twelve.error);
  assert.match(twelve.cipher, /^(ECDHE|DHE)-/);
  const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' };
  for (const maxVersion of ['TLSv1', 'TLSv1.1'])
    assert.ok((await greet(api.address, { ...old, maxVersion })).error, maxVersion);
  for (const ciphers of ['AES128-SHA', 'AES256-SHA256', 'AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'kRSA'])
    assert.ok((await greet(api.address, { maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })).error, ciphers);
  assert.strictEqual((await api.ask('GET', '/olts/')).status, 200);
  await api.end();
});

test('a pair that cannot be used is refused with the reason, as often as it comes, and the old one stays', async (t) => {
  const folder = tempFolder(t);
  const at = (name) => path.join(folder, name);
  const first = makePair(folder, 'first');
  const second = makePair(folder, 'second');
  const use = (cert, key) => {
    fs.copyFileSync(at(cert), at('cert.pem'));
    fs.copyFileSync(at(key), at('key.pem'));
  };
  fs.writeFileSync(at('torn.cert'), first.replace(/\n[A-Za-z0-9+/]{60}/, '\nAAAA'));
  fs.writeFileSync(at('torn.key'), '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n');
  execFileSync('openssl', ['pkcs8', '-topk8', '-in', at('first.key'), '-out', at('locked.key'), '-passout', 'pass:secret77'],
    { stdio: 'ignore' });
  use('first.cert', 'first.key');
  const api = await startStand(t, [`cert=${at('cert.pem')}`, `key=${at('key.pem')}`], { ca: [first, second] });
  const bad = [
    ['first.cert', 'second.key', /key\.pem: this key does not belong to the certificate in .*cert\.pem/],
    ['torn.cert', 'first.key', /cert\.pem: the certificate cannot be read/],
    ['first.cert', 'torn.key', /key\.pem: the key cannot be read/],
    ['first.cert', 'locked.key', /key\.pem: the key cannot be read/],
    ['first.key', 'first.cert', /cert\.pem: the certificate cannot be read/],
  ];
  for (let round = 0; round < 2; round++) {
    for (const [cert, key, words] of bad) {
      use(cert, key);
      await api.command('reload', /^not reloaded: (.*)$/m);
      assert.match(api.running.out.trim().split('\n').pop(), words);
      assert.strictEqual((await greet(api.address)).name, 'first', `${cert} ${key}`);
      assert.strictEqual((await api.ask('GET', '/olts/')).status, 200);
    }
  }
  use('second.cert', 'second.key');
  await api.command('reload', /^reloaded/m);
  assert.strictEqual((await greet(api.address)).name, 'second');
  assert.doesNotMatch(api.running.out, /secret77/);
  await api.end();
});

test('plain HTTP to other machines, and root, are warned of in the log, by doctor and to administrators', async (t) => {
  const isRoot = process.getuid() === 0;
  const site = await startServe(t, { env: { ...QUIET, FACHO_HTTP_LISTEN: '127.0.0.1:0,0.0.0.0:0' } });
  assert.match(site.program.err, /0\.0\.0\.0:0 speaks HTTP without TLS to other machines/);
  assert.strictEqual(/runs as root/.test(site.program.err), isRoot);
  const warnings = ['plain_http', ...(isRoot ? ['root'] : [])];
  assert.deepStrictEqual((await site.ask('auth.me')).warnings, warnings);
  const { token } = await site.ask('token.add', { user: 'admin', name: 'w', role: 'operator' });
  const reply = await send(site.api, 'GET', '/api/v1/auth/me/', { headers: { Authorization: `Token ${token}` } });
  assert.deepStrictEqual(JSON.parse(reply.text).warnings, []);
  const doctor = await site.cli(['doctor', '--quick'], { env: site.env });
  assert.strictEqual(doctor.status, 0, doctor.err);
  assert.match(doctor.out, /^warning {2}0\.0\.0\.0:0 speaks HTTP without TLS/m);
  assert.strictEqual(/^warning .*root/m.test(doctor.out), isRoot);
  await site.program.stop();

  const safe = await startServe(t, { env: { ...QUIET, FACHO_HTTP_LISTEN: '127.0.0.1:0,[::1]:0' } });
  assert.doesNotMatch(safe.program.err, /without TLS/);
  assert.doesNotMatch((await safe.cli(['doctor', '--quick'], { env: safe.env })).out, /without TLS/);
});

test('facho serve: a wrong pair at SIGHUP is said in the log and changes nothing; at the start it stops it', async (t) => {
  const folder = tempFolder(t);
  const at = (name) => path.join(folder, name);
  const first = makePair(folder, 'first');
  makePair(folder, 'second');
  fs.copyFileSync(at('first.key'), at('key.pem'));
  const env = { ...QUIET, FACHO_HTTP_TLS_CERT: at('first.cert'), FACHO_HTTP_TLS_KEY: at('key.pem') };
  const site = await startServe(t, { env });
  assert.match(site.api, /^https:/);
  fs.copyFileSync(at('second.key'), at('key.pem'));
  for (let i = 0; i < 3; i++) {
    const from = site.program.err.length;
    site.program.child.kill('SIGHUP');
    await site.until(() => /the certificate stays as it was: .*does not belong/.test(site.program.err.slice(from)));
    assert.strictEqual((await send(site.api, 'GET', '/api/v1/docs/', { ca: first })).status, 200);
  }
  await assert.rejects(startServe(t, { env }), /does not belong to the certificate/);
});
