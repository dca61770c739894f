// SPDX-License-Identifier: Apache-2.0
//
// Slow and hostile clients of a program that polls: the OLT beside them is asked in every slot.
'use strict';
const assert = require('node:assert');
const net = require('node:net');
const { test } = require('node:test');
const { sleep, startSim } = require('./lib');
const { send } = require('./api-lib');
const { QUIET, startServe } = require('./serve-lib');

// A client that keeps its connection as long as it can, and what it does meanwhile.
function client(t, address, begin, every, isDeaf = false) {
  const url = new URL(address);
  const socket = net.connect(Number(url.port), url.hostname);
  const timer = setInterval(() => every && !socket.destroyed && socket.write(every), 200);
  socket.on('error', () => {});
  socket.on('close', () => clearInterval(timer));
  socket.on('connect', () => {
    socket.write(begin);
    if (isDeaf) socket.pause();
    else socket.resume();
  });
  t.after(() => { clearInterval(timer); socket.destroy(); });
  return socket;
}

test('slow heads, slow bodies and deaf readers cost no slot of an OLT and no answer of the API', async (t) => {
  const sim = await startSim(t);
  // A slot that a busy machine keeps waiting is not skipped: the next one is far away.
  const site = await startServe(t, { env: { ...QUIET, FACHO_STANDARD_STATES: '10s', FACHO_HTTP_PATIENCE: '3s', FACHO_HTTP_CONNECTIONS_PER_CLIENT: '0' } });
  await site.addOlt('centro', sim.host, { timeout_ms: 5000 }); // a busy machine is no silent OLT
  const done = () => site.count('executions', { state: 'SUCCESS' });
  await site.until(async () => (await done()) >= 1, 'first runs');
  const { token } = await site.ask('token.add', { user: 'admin', name: 'slow', role: 'admin' });
  const auth = `Host: x\r\nAuthorization: Token ${token}\r\n`;
  for (let i = 0; i < 40; i++) {
    client(t, site.api, 'GET /api/v1/olts/ HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
    client(t, site.api, `POST /api/v1/olts/ HTTP/1.1\r\n${auth}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`, ' ');
    client(t, site.api, `GET /api/v1/oids/?page_size=1000 HTTP/1.1\r\n${auth}\r\n`, null, true);
    client(t, site.api, `GET /?${'&'.repeat(30000)} HTTP/1.1\r\nHost: x\r\n\r\n`, null);
  }
  const before = await done();
  const from = Date.now();
  while (Date.now() - from < 8000) {
    const reply = await send(site.api, 'GET', '/api/v1/olts/', { headers: { Authorization: `Token ${token}` } });
    assert.strictEqual(reply.status, 200, reply.text);
    await sleep(200);
  }
  await site.until(async () => (await done()) > before + 2, 'runs meanwhile');
  assert.strictEqual(await site.count('executions', { state: 'FAILED' }), 0);
  assert.strictEqual((await site.ask('poller.stats')).skipped, 0);
  assert.strictEqual(await site.program.stop(), 0);
});

// A client that takes its answer byte by byte, ten of them in a second.
function sipper(t, address, head) {
  const url = new URL(address);
  let bytes = 0;
  const onread = { buffer: Buffer.alloc(1), callback: (n) => { bytes += n; return false; } };
  const socket = net.connect({ port: Number(url.port), host: url.hostname, onread }, () => socket.write(head));
  socket.on('error', () => {});
  const timer = setInterval(() => socket.resume(), 100);
  t.after(() => { clearInterval(timer); socket.destroy(); });
  return { taken: () => bytes };
}

test('who takes an answer byte by byte is cut; an event stream and a fast reader are not', async (t) => {
  const site = await startServe(t, { env: { FACHO_HTTP_PATIENCE: '10s', FACHO_HTTP_CONNECTIONS_PER_CLIENT: '0' } });
  const { token } = await site.ask('token.add', { user: 'admin', name: 'slow', role: 'admin' });
  const auth = `Host: x\r\nAuthorization: Token ${token}\r\n`;
  const get = (at) => send(site.api, 'GET', at, { headers: { Authorization: `Token ${token}` } });
  const connections = async () => Number(/^facho_http_connections (\d+)$/m.exec((await get('/metrics')).text)[1]);
  const listener = client(t, site.api, `GET /api/v1/events/ HTTP/1.1\r\n${auth}\r\n`, null);
  let heard = 0;
  listener.on('data', (data) => { heard += data.length; });
  await site.until(async () => heard > 0, 'the stream of events begins');
  const before = await connections();
  // More than the buffers between hold: a large document, again and again on one connection.
  // (Where the client's buffers are large a byte is no news to its kernel, and it is cut as silent. A
  // client with small ones is in tests/unit/api/test_pool.c.)
  const slow = [1, 2, 3].map(() => sipper(t, site.api, `GET /api/v1/openapi.json HTTP/1.1\r\n${auth}\r\n`.repeat(60)));
  await site.until(async () => (await connections()) >= before + 3, 'they are there');
  await site.until(async () => {
    const reply = await get('/api/v1/oids/?page_size=1000');
    assert.strictEqual(reply.status, 200, reply.text);
    return slow.every((one) => one.taken() > 10) && (await connections()) <= before;
  }, 'they are cut', 240000);
  assert.ok(!listener.destroyed, 'a stream of events may be quiet');
  assert.strictEqual(await site.program.stop(), 0);
});
