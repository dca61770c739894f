// SPDX-License-Identifier: Apache-2.0
//
// The web admin as files: what is cached how long, packed for whom, and what is never a page.
// The API fixture has a small web of its own (tests/api_fixture/web); the real one is asked in the last test.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { test } = require('node:test');
const zlib = require('node:zlib');
const { raw, startStand } = require('./api-lib');
const { startServe } = require('./serve-lib');

const SOURCE = path.resolve(__dirname, '../api_fixture/web');
const source = (name) => fs.readFileSync(path.join(SOURCE, name), 'utf8');
const SCRIPT = '/assets/app-Zx81.js';

// A request without anything that node would add: { status, headers, body (as bytes) }.
function get(address, at, headers = {}, method = 'GET') {
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}${at}`, { method, headers, agent: false }, (reply) => {
      const parts = [];
      reply.on('data', (part) => parts.push(part));
      reply.on('error', reject);
      reply.on('end', () => resolve({
        status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts),
      }));
    });
    request.on('error', reject);
    request.end();
  });
}

test('every page is the same index, asked for anew each time', async (t) => {
  const { address, end } = await startStand(t);
  for (const at of ['/', '/index.html', '/olts', '/onus/5/?search=a%20b&state=offline', '/settings/http.rate']) {
    const { status, headers, body } = await get(address, at);
    assert.strictEqual(status, 200, at);
    assert.strictEqual(body.toString(), source('index.html'), at);
    assert.strictEqual(headers['content-type'], 'text/html; charset=utf-8');
    assert.strictEqual(headers['cache-control'], 'no-cache');
    assert.strictEqual(headers['content-encoding'], undefined);
    assert.strictEqual(headers['x-content-type-options'], 'nosniff');
    const policy = headers['content-security-policy'];
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe|\*|https?:/);
  }
  await end();
});

test('what has its content in its name is kept for a year, and packed for who takes it so', async (t) => {
  const { address, end } = await startStand(t);
  const plain = await get(address, SCRIPT);
  const packed = await get(address, SCRIPT, { 'Accept-Encoding': 'gzip, br' });
  for (const { status, headers } of [plain, packed]) {
    assert.strictEqual(status, 200);
    assert.strictEqual(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.strictEqual(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.strictEqual(headers.vary, 'Accept-Encoding');
  }
  assert.strictEqual(plain.headers['content-encoding'], undefined);
  assert.strictEqual(plain.body.toString(), source(SCRIPT));
  assert.strictEqual(Number(plain.headers['content-length']), plain.body.length);
  assert.strictEqual(packed.headers['content-encoding'], 'gzip');
  assert.strictEqual(zlib.gunzipSync(packed.body).toString(), source(SCRIPT));
  assert.notStrictEqual(plain.headers.etag, packed.headers.etag);
  const style = await get(address, '/assets/app-Zx81.css');
  assert.strictEqual(style.headers['content-type'], 'text/css; charset=utf-8');
  const icon = await get(address, '/favicon.svg');
  assert.strictEqual(icon.headers['content-type'], 'image/svg+xml');
  assert.strictEqual(icon.headers['cache-control'], 'no-cache');
  await end();
});

test('who has it already is told so, and HEAD tells the rest', async (t) => {
  const { address, end } = await startStand(t);
  for (const at of ['/', SCRIPT]) {
    for (const coding of ['gzip', 'identity']) {
      const first = await get(address, at, { 'Accept-Encoding': coding });
      const known = { 'Accept-Encoding': coding, 'If-None-Match': `W/"x", ${first.headers.etag}` };
      const again = await get(address, at, known);
      assert.strictEqual(again.status, 304, at);
      assert.strictEqual(again.body.length, 0);
      assert.strictEqual(again.headers.etag, first.headers.etag);
      assert.strictEqual(again.headers['cache-control'], first.headers['cache-control']);
      const other = await get(address, at, { ...known, 'If-None-Match': '"another"' });
      assert.strictEqual(other.status, 200);
      const head = await get(address, at, { 'Accept-Encoding': coding }, 'HEAD');
      assert.strictEqual(head.status, 200);
      assert.strictEqual(head.body.length, 0);
      for (const name of ['etag', 'content-type', 'content-length', 'content-encoding', 'cache-control'])
        assert.strictEqual(head.headers[name], first.headers[name], `${at} ${coding} ${name}`);
    }
  }
  await end();
});

test('programs never get the page, nor does a path with tricks in it get a file', async (t) => {
  const api = await startStand(t);
  for (const at of ['/api', '/api/', '/api/v1/', '/api/v1/nosuch/', '/api/v2/olts/', '/metrics/nosuch',
    '/%61pi/v1/nosuch', '/assets/nosuch.js', '/assets/', '/robots.txt', '/.git/config', '/INDEX.HTML',
    '/assets%2fapp-Zx81.js', '/assets/app-Zx81.js%20', '/assets/app-Zx81.js/']) {
    const { status, headers, body } = await get(api.address, at);
    assert.strictEqual(status, 404, at);
    assert.strictEqual(headers['content-type'], 'application/json', at);
    assert.strictEqual(JSON.parse(body).error.code, 'not_found', at);
  }
  for (const at of ['/../etc/passwd', '/assets/../index.html', '/assets/%2e%2e/index.html', '//index.html',
    '/assets//app-Zx81.js', '/index.html%00.js', '/%', '/%c0%af', '\\index.html', '/./index.html']) {
    const text = await raw(api.address, `GET ${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 400/, at);
    assert.doesNotMatch(text, /a page of the fixture|root:/, at);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const { status, headers } = await get(api.address, '/olts', {}, method);
    assert.strictEqual(status, 405, method);
    assert.strictEqual(headers.allow, 'GET');
  }
  assert.ok(!Object.keys(api.document.paths).some((at) => at === '/' || at.startsWith('/assets')));
  await api.end();
});

test('a program that was built without the web says so', async (t) => {
  const { address, end } = await startStand(t, ['web=0']);
  const { status, headers, body } = await get(address, '/');
  assert.strictEqual(status, 404);
  assert.strictEqual(headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(body.toString(), /built without its web admin.*\n.*\/api\/v1\/docs\//);
  assert.strictEqual((await get(address, '/olts')).status, 404);
  await end();
});

test('facho serve has the web admin in it, without a script inside the page', async (t) => {
  const site = await startServe(t);
  const page = (await get(site.api, '/')).body.toString();
  assert.match(page, /<title>Facho/);
  assert.doesNotMatch(page, /<script(?![^>]* src=)[^>]*>|\son\w+=|javascript:/i);
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, at]) => at);
  assert.ok(files.some((at) => at.endsWith('.js')) && files.some((at) => at.endsWith('.css')), page);
  for (const at of files) {
    const plain = await get(site.api, at);
    const packed = await get(site.api, at, { 'Accept-Encoding': 'gzip' });
    assert.strictEqual(plain.status, 200, at);
    assert.strictEqual(Number(plain.headers['content-length']), plain.body.length, at);
    assert.ok(zlib.gunzipSync(packed.body).equals(plain.body), at);
  }
});
