// SPDX-License-Identifier: Apache-2.0
//
// Requests that nobody should send: each gets a clear error or its end, and the server lives on.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const { test } = require('node:test');
const { sleep } = require('./lib');
const { raw, send, startStand } = require('./api-lib');
const { AMBIGUOUS, CHUNKED, CHUNKS, GET, POST } = require('./ambiguous');

const head = (api, method, at, more = '', as = 'admin') =>
  `${method} ${at} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${api.tokens[as]}\r\n${more}`;
const statusOf = (text) => Number((/^HTTP\/1\.1 (\d+)/.exec(text) || [])[1]);

async function isWell(api) {
  assert.strictEqual((await api.ask('GET', '/olts/')).status, 200);
}

// Resident memory of the server, in bytes.
const memoryOf = (api) => {
  const status = fs.readFileSync(`/proc/${api.running.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024;
};

test('bodies that are no bodies', async (t) => {
  const api = await startStand(t, ['body=65536']);
  const expect = async (body, status, words, options = {}) => {
    const reply = await api.ask('POST', '/olts/', { body, ...options });
    assert.strictEqual(reply.status, status, `${String(body).slice(0, 60)}: ${reply.text}`);
    assert.match(reply.text, words);
  };
  await expect('{', 400, /not JSON/);
  await expect('nonsense', 400, /not JSON/);
  await expect('[]', 400, /must be an object/);
  await expect('"text"', 400, /JSON/);
  await expect('{"name": "a"} {"name": "b"}', 400, /not JSON/);
  await expect('{"name": "a", "name": "b"}', 400, /key twice/);
  await expect('{"port": 1e999}', 400, /too large/);
  await expect('{"port": 123456789012345678901234567890}', 400, /too large/);
  await expect('{"name": "a\\u0000b"}', 400, /NUL/);
  await expect('{"name": NaN}', 400, /not JSON/);
  await expect(Buffer.from('{"name": "\xff\xfe"}', 'latin1'), 400, /UTF-8/);
  await expect(Buffer.from('\ufeff{}', 'utf16le'), 400, /not|UTF-8|levels/);
  await expect(`{"a": ${'['.repeat(5000)}`, 400, /more than 16 levels/);
  await expect(`{"a": ${'{"a":'.repeat(5000)}`, 400, /more than 16 levels/);
  await expect(`{"name": "${'x'.repeat(70000)}"}`, 413, /at most 65536/);
  await expect('{"name": "x"}', 415, /application\/json/, { type: 'text/plain' });
  await expect('{"name": "x"}', 415, /application\/json/, { type: 'application/json; charset=latin1' });
  await expect('{"name": "x"}', 415, /application\/json/, { type: 'application/x-www-form-urlencoded' });
  await expect('{}', 415, /application\/json/, { headers: { 'Content-Encoding': 'gzip' } });
  await expect('{"port": 0, "name": 5, "enabled": "yes"}', 422, /"port":.*1 to 65535/);
  await expect({ name: 'x'.repeat(300), address: 'a' }, 422, /at most 64/);
  await expect({ name: "'; DROP TABLE olts; --", address: '1', nosuch: 1 }, 422, /there is no such field/);
  await isWell(api);
  await api.end();
});

test('paths and queries with tricks in them', async (t) => {
  const api = await startStand(t);
  const expect = async (at, status) => {
    const text = await raw(api.address, `${head(api, 'GET', at)}Connection: close\r\n\r\n`);
    assert.strictEqual(statusOf(text), status, `${at}: ${text.slice(0, 200)}`);
    assert.doesNotMatch(text, /root:|sqlite|near "/i);
  };
  await expect('/api/v1/../../etc/passwd', 400);
  await expect('/api/v1/%2e%2e/%2e%2e/etc/passwd', 400);
  await expect('/api/v1/olts/..%2f..%2fetc%2fpasswd/', 404);
  await expect('/api//v1/olts/', 400);
  await expect('/api/v1/olts/%00/', 400);
  await expect('/api/v1/olts/%', 400);
  await expect('/api/v1/olts/%c0%af/', 400);
  await expect(`/api/v1/olts/${'a'.repeat(300)}/`, 400);
  await expect('//evil.example/api/v1/olts/', 400);
  await expect("/api/v1/olts/1'%20OR%20'1'='1/", 404);
  await expect("/api/v1/olts/?name=x'%20OR%201=1--", 200);
  await expect("/api/v1/olts/?search='%3B%20DROP%20TABLE%20olts%3B--", 200);
  await expect('/api/v1/olts/?ordering=name;DROP', 400);
  await expect('/api/v1/olts/?ordering=(SELECT%201)', 400);
  await expect('/api/v1/olts/?name%20OR%201=1', 400);
  await expect('/api/v1/olts/?page=0', 400);
  await expect('/api/v1/olts/?page=99999999999999999999', 400);
  await expect('/api/v1/olts/?page_size=1001', 400);
  await expect('/api/v1/olts/?page=1&page=2', 400);
  await expect('/api/v1/olts/?page=%zz', 400);
  await expect('/api/v1/olts/?search=%00', 400);
  await expect(`/api/v1/olts/?search=${'a'.repeat(4000)}`, 400);
  await expect('/api/v1/olts/?latitude__gte=nan', 400);
  await isWell(api);
  await api.end();
});

test('no text of a client gets into a header', async (t) => {
  const api = await startStand(t);
  for (const at of ['/api/v1/olts/x%0d%0aSet-Cookie:%20a=b/', '/api/v1/olts/?page=1%0d%0aX-Evil:%201']) {
    const text = await raw(api.address, `${head(api, 'GET', at)}Connection: close\r\n\r\n`);
    assert.strictEqual(statusOf(text), 400);
    assert.doesNotMatch(text.split('\r\n\r\n')[0], /Set-Cookie|X-Evil/);
  }
  const { json } = await api.ask('GET', '/oids/?page_size=1&search=a%26b%3Dc%23d');
  assert.strictEqual(json.next, null);
  await api.end();
});

test('lines and headers that are none, or too long, end a connection or get a 4xx', async (t) => {
  const api = await startStand(t, ['header=8192']);
  const cases = [
    'GARBAGE\r\n\r\n', '\0\0\0\0\r\n\r\n', 'GET\r\n\r\n', 'GET /api/v1/olts/ HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(100000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /api/v1/olts/ HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100000)}\r\n\r\n`,
    `GET /api/v1/olts/ HTTP/1.1\r\n${'X: y\r\n'.repeat(20000)}\r\n`,
    'POST /api/v1/olts/ HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /api/v1/olts/ HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n',
    'POST /api/v1/olts/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'POST /api/v1/olts/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', // a TLS hello where none is expected
  ];
  for (const bytes of cases) {
    const text = await raw(api.address, Buffer.from(bytes, 'latin1'), { ms: 1500 });
    if (text) assert.ok(statusOf(text) >= 400 && statusOf(text) < 600, `${bytes.slice(0, 60)}: ${text.slice(0, 200)}`);
  }
  await isWell(api);
  await api.end();
});

test('a body that never ends is cut, and memory stays as it was', async (t) => {
  const api = await startStand(t, ['body=65536']);
  await isWell(api);
  const before = memoryOf(api);
  const chunk = `10000\r\n${'x'.repeat(65536)}\r\n`;
  for (let i = 0; i < 4; i++) {
    await raw(api.address, head(api, 'POST', '/api/v1/olts/',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'), {
      ms: 5000,
      then: async (socket) => {
        for (let j = 0; j < 200 && !socket.destroyed; j++) {
          if (!socket.write(chunk)) await sleep(2);
        }
        socket.end();
      },
    });
  }
  const promised = await raw(api.address, head(api, 'POST', '/api/v1/olts/',
    'Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n'), { ms: 3000 });
  assert.strictEqual(statusOf(promised), 413);
  await isWell(api);
  assert.ok(memoryOf(api) - before < 64 * 1024 * 1024, 'it grew');
  await api.end();
});

// libmicrohttpd refuses these by itself, and tells nobody that they have ended.
test('requests refused before they reach us leave nothing behind', async (t) => {
  const api = await startStand(t);
  const many = `GET /?${'&'.repeat(30000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const bad = [many, `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(5000)}\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${'a=b; '.repeat(6000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'];
  const unfinished = ['GET / HTTP/1.1\r\nHost: x\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{',
    `GET / HTTP/1.1\r\nHost: x\r\n\r\n${many}`];
  for (let i = 0; i < 10; i++) {
    const texts = await Promise.all(bad.map((bytes) => raw(api.address, bytes)));
    for (const text of texts) if (text) assert.match(text, /^HTTP\/1\.1 [45]\d\d /);
    await Promise.all(unfinished.map((bytes) => raw(api.address, bytes, { ms: 200 })));
  }
  await isWell(api);
  await api.end(); // which looks for leaks
});

test('a path that is too long is refused, not cut', async (t) => {
  const api = await startStand(t);
  const { status, json } = await api.ask('GET', `/olts/?search=${'a'.repeat(17000)}`);
  assert.deepStrictEqual([status, json.error.code], [414, 'uri_too_long']);
  await api.end();
});

test('a request that can be read in two ways is refused, and its connection ends', async (t) => {
  const api = await startStand(t);
  for (const [what, bytes] of Object.entries(AMBIGUOUS)) {
    // Whatever follows on the connection is not read.
    const text = await raw(api.address, Buffer.from(`${bytes}${GET}Host: x\r\n\r\n`, 'latin1'), { ms: 60000 });
    assert.strictEqual(statusOf(text), 400, `${what}: ${text.slice(0, 300)}`);
    assert.doesNotMatch(text, /^HTTP\/1\.1 [1235]/m, what);
  }
  await isWell(api);
  await api.end();
});

test('nothing behind a chunked body is read, however its lines end', async (t) => {
  const api = await startStand(t);
  for (const [what, body] of Object.entries(CHUNKS)) {
    const bytes = `${POST}Transfer-Encoding: chunked\r\n\r\n${body}${GET}Host: x\r\n\r\n`;
    const text = await raw(api.address, Buffer.from(bytes, 'latin1'), { ms: 60000 });
    assert.ok([400, 422].includes(statusOf(text)), `${what}: ${text.slice(0, 300)}`);
    assert.match(text.split('\r\n\r\n')[0], /^Connection: close$/im, what);
    assert.strictEqual(text.match(/^HTTP\/1\.1 /gm).length, 1, `${what}: ${text}`);
  }
  await isWell(api);
  await api.end();
});

test('requests that can be read in one way only are not', async (t) => {
  const api = await startStand(t);
  const good = [`${GET}Host: x\r\nAccept: */*\r\nX-Spaces:   b  \r\nX-Tab:\tb\t\r\nX-Empty:\r\nConnection: close\r\n\r\n`,
    `${GET}Host: x\r\nCookie: a=${'b'.repeat(9000)}\r\nConnection: close\r\n\r\n`,
    `${GET}${'X-A: y\r\n'.repeat(100)}Host: x\r\nConnection: close\r\n\r\n`,
    `${GET}Host: x\r\n\r\n${GET}Host: x\r\nConnection: close\r\n\r\n`,
    'GET /api/v1/docs/ HTTP/1.0\r\n\r\n'];
  for (const bytes of good) {
    assert.strictEqual(statusOf(await raw(api.address, bytes, { ms: 60000 })), 200, bytes.slice(0, 80));
    // And when it comes in bits.
    const slow = await raw(api.address, bytes.slice(0, 30), {
      ms: 60000,
      then: async (socket) => {
        for (let at = 30; at < bytes.length; at += 500) {
          await sleep(5);
          socket.write(bytes.slice(at, at + 500));
        }
      },
    });
    assert.strictEqual(statusOf(slow), 200, bytes.slice(0, 80));
  }
  const chunked = await raw(api.address, `${POST}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${CHUNKED}`, { ms: 60000 });
  assert.strictEqual(statusOf(chunked), 422);
  await api.end();
});

test('requests that stop in the middle hold nobody up', async (t) => {
  const api = await startStand(t);
  for (const part of ['GET', 'GET /api/v1/olts/ HTTP/1.1\r\nHo',
    head(api, 'POST', '/api/v1/olts/', 'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"na')])
    await raw(api.address, part, { ms: 200 });
  await isWell(api);
  await api.end();
});

test('whoever sends a byte now and then is cut, in the head and in the body', async (t) => {
  const api = await startStand(t, ['patience=2000']);
  const slow = (begin) => {
    const since = Date.now();
    return raw(api.address, begin, {
      ms: 20000,
      then: async (socket) => {
        for (let i = 0; i < 60 && !socket.destroyed; i++) {
          socket.write('a');
          await sleep(300);
        }
      },
    }).then(() => Date.now() - since);
  };
  const both = await Promise.all([slow('GET /'), slow(head(api, 'POST', '/api/v1/olts/',
    'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n'))]);
  // Without the watchman they would have had all of the 18 seconds.
  for (const ms of both) assert.ok(ms < 15000, `cut after ${ms} ms`);
  await isWell(api);
  await api.end();
});

test('one client has only so many connections, and others still get in', async (t) => {
  const api = await startStand(t, ['per_client=4', 'listen=127.0.0.1:0,[::1]:0']);
  const idle = Array.from({ length: 8 }, () => raw(api.address, '', { ms: 3000 }));
  await sleep(300);
  const other = await send(api.addresses[1], 'GET', '/api/v1/docs/');
  assert.strictEqual(other.status, 200);
  await Promise.all(idle);
  // They are gone for us; the server notices in its own time.
  let isIn = false;
  for (let tries = 0; !isIn && tries < 100; tries++) {
    isIn = await isWell(api).then(() => true, () => false);
    if (!isIn) await sleep(100);
  }
  assert.ok(isIn);
  await api.end();
});

test('many hostile requests at once do not hurt those that are not', async (t) => {
  const api = await startStand(t);
  const bad = ['GARBAGE\r\n\r\n', `GET /${'%00'.repeat(50)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    head(api, 'POST', '/api/v1/olts/', 'Content-Type: application/json\r\nContent-Length: 3\r\n\r\n{"a')];
  const all = Array.from({ length: 60 }, (_, i) => raw(api.address, bad[i % bad.length], { ms: 1000 }));
  for (let i = 0; i < 20; i++) await isWell(api);
  await Promise.all(all);
  await api.end();
});
