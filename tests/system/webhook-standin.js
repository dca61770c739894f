// SPDX-License-Identifier: Apache-2.0
//
// A receiver of webhooks that verifies their signature (standardwebhooks.com).
//
//   const sink = await startSink(t, 'whsec_...');
//   sink.url, sink.got                            // [{ id, type, data, isSigned }]
//   sink.next(503), sink.delay = 100              // ms until an answer
'use strict';
const crypto = require('node:crypto');
const http = require('node:http');

function isSigned(secret, headers, text) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const expected = `v1,${crypto.createHmac('sha256', key).update(content).digest('base64')}`;
  return (headers['webhook-signature'] || '').split(' ').includes(expected);
}

async function startSink(t, secret) {
  const sink = { got: [], delay: 0, statuses: [], next: (status) => sink.statuses.push(status) };
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const status = sink.statuses.shift() || 204;
    if (status < 300)
      sink.got.push({ id: request.headers['webhook-id'], bytes: Buffer.byteLength(text),
        isSigned: isSigned(secret, request.headers, text), ...JSON.parse(text) });
    if (sink.delay) await new Promise((resolve) => { setTimeout(resolve, sink.delay); });
    response.writeHead(status);
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `http://127.0.0.1:${server.address().port}/hook`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return sink;
}

module.exports = { startSink };
