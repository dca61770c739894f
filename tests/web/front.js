// SPDX-License-Identifier: Apache-2.0
//
// The pages of a folder in front of a daemon's API, as the program itself serves its own: for
// whoever writes pages and does not want to build the program after each change.
//
//   (cd web && npx vite build) && FACHO_WEB=web/dist node --test tests/web/shell.test.js
'use strict';
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
};

function pass(request, reply, api) {
  const target = new URL(api);
  const forward = http.request({
    host: target.hostname, port: target.port, method: request.method, path: request.url, headers: request.headers,
  }, (answer) => {
    reply.writeHead(answer.statusCode, answer.headers);
    answer.pipe(reply);
  });
  forward.on('error', () => reply.destroy());
  reply.on('close', () => forward.destroy());
  request.pipe(forward);
}

function serve(request, reply, folder) {
  const asked = path.join(folder, path.normalize(decodeURIComponent(request.url.split('?')[0])));
  const file = path.extname(asked) && fs.existsSync(asked) ? asked : path.join(folder, 'index.html');
  reply.writeHead(200, {
    'Content-Type': TYPES[path.extname(file)] || 'application/octet-stream',
    'Content-Security-Policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
  });
  fs.createReadStream(file).pipe(reply);
}

// Gives its address. api() is asked at each request: a daemon that was started again has another.
async function startFront(t, folder, api) {
  const server = http.createServer((request, reply) => {
    if (request.url.startsWith('/api/')) pass(request, reply, api());
    else serve(request, reply, folder);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${server.address().port}`;
}

module.exports = { startFront };
