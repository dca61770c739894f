// SPDX-License-Identifier: Apache-2.0
//
// The API fixture (tests/api_fixture) and a client that looks at every answer: its status must be one that
// the document has for the route, and its body must be as the schema says. What was asked is
// recorded, so that a last test can tell what never was.
//
//   const api = await startStand(t, ['rate=1']);
//   const { status, json } = await api.ask('POST', '/olts/', { body: {...}, as: 'admin' });
'use strict';
const assert = require('node:assert');
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const path = require('node:path');
const { binary, startProgram, tempFolder } = require('./lib');

const fixture = path.join(path.dirname(binary), 'tests/api_fixture/api_fixture');

// ---- JSON Schema, as much of it as the document uses --------------------------------------

const TYPES = {
  null: (v) => v === null,
  boolean: (v) => typeof v === 'boolean',
  integer: (v) => Number.isInteger(v),
  number: (v) => typeof v === 'number',
  string: (v) => typeof v === 'string',
  array: (v) => Array.isArray(v),
  object: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
};
const KNOWN = new Set(['$ref', 'type', 'enum', 'format', 'minimum', 'maximum', 'minLength', 'maxLength',
  'minItems', 'maxItems', 'items', 'properties', 'required', 'additionalProperties', 'anyOf',
  'description', 'writeOnly']);

// What is wrong with value, in words; an empty list: nothing.
function problems(document, schema, value, place = '') {
  const found = [];
  const wrong = (words) => found.push(`${place || '(all of it)'}: ${words}`);
  for (const word of Object.keys(schema)) if (!KNOWN.has(word)) wrong(`the checker does not know ${word}`);
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const target = document.components.schemas[name];
    return target ? problems(document, target, value, place) : [`${place}: no schema ${name}`];
  }
  if (schema.anyOf) {
    if (schema.anyOf.every((one) => problems(document, one, value, place).length)) wrong('fits none');
    return found;
  }
  const types = [].concat(schema.type || []);
  if (types.length && !types.some((type) => TYPES[type](value))) {
    wrong(`${JSON.stringify(value)} is no ${types.join(' or ')}`);
    return found;
  }
  if (schema.enum && !schema.enum.includes(value)) wrong(`${value} is none of ${schema.enum}`);
  if (value === null) return found;
  if (schema.format === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value))
    wrong(`${value} is no moment`);
  const size = typeof value === 'string' ? Buffer.byteLength(value)
    : Array.isArray(value) ? value.length : value;
  for (const low of ['minimum', 'minLength', 'minItems']) if (size < schema[low]) wrong(`below ${low}`);
  for (const high of ['maximum', 'maxLength', 'maxItems']) if (size > schema[high]) wrong(`above ${high}`);
  if (Array.isArray(value) && schema.items)
    value.forEach((item, i) => found.push(...problems(document, schema.items, item, `${place}[${i}]`)));
  if (TYPES.object(value)) {
    for (const name of schema.required || []) if (!(name in value)) wrong(`${name} is missing`);
    for (const [name, part] of Object.entries(value)) {
      const field = (schema.properties || {})[name];
      if (field) found.push(...problems(document, field, part, `${place}.${name}`));
      else if (schema.additionalProperties === false) wrong(`${name} is not in the schema`);
    }
  }
  return found;
}

// ---- routes --------------------------------------------------------------------------------

// Each as { method, path, operation }.
function routesOf(document) {
  return Object.entries(document.paths).flatMap(([at, methods]) => Object.entries(methods)
    .map(([method, operation]) => ({ method: method.toUpperCase(), path: at, operation })));
}

// The route that a request goes to: the pattern with most fixed words in front.
function routeOf(document, method, at) {
  const words = at.split('?')[0].replace(/\/$/, '').split('/');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const fits = routesOf(document).filter((route) => {
    const pattern = route.path.replace(/\/$/, '').split('/');
    return route.method === wanted && pattern.length === words.length &&
      pattern.every((word, i) => word.startsWith('{') || word === words[i]);
  });
  const fixed = (route) => route.path.split('/').map((word) => (word.startsWith('{') ? '1' : '0')).join('');
  return fits.sort((a, b) => fixed(a).localeCompare(fixed(b)))[0];
}

// ---- the client ------------------------------------------------------------------------------

// One request, as raw as node lets us: { status, headers, text }.
function send(address, method, at, { headers = {}, body, ca } = {}) {
  const url = new URL(address);
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.request({
      host: url.hostname.replace(/[[\]]/g, ''), port: url.port, method, path: at, headers, ca, agent: false,
      servername: 'localhost',
    }, (reply) => {
      const parts = [];
      reply.on('data', (data) => parts.push(data));
      reply.on('error', reject);
      reply.on('end', () => resolve({
        status: reply.statusCode, headers: reply.headers, text: Buffer.concat(parts).toString(),
      }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

// Whatever bytes, and whatever comes back until the other side ends (or `ms` have passed).
function raw(address, bytes, { ms = 5000, then } = {}) {
  const url = new URL(address);
  return new Promise((resolve) => {
    const socket = net.connect(Number(url.port), url.hostname);
    let text = '';
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.on('connect', async () => {
      socket.write(bytes);
      if (then) await then(socket);
    });
    socket.on('data', (data) => (text += data));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}

const SECURITY = {
  'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer',
};

class Api {
  constructor(running, { addresses, tokens }) {
    this.running = running;
    this.addresses = addresses;
    this.address = addresses[0];
    this.tokens = tokens;
    this.seen = new Map(); // "GET /api/v1/olts/" -> Set of statuses
    this.options = {};
  }

  async command(line, answer) {
    const from = this.running.out.length;
    this.running.write(line);
    await this.running.waitFor(answer, { from });
  }

  // Paths are below /api/v1 unless they say otherwise. as: whose token; null: nobody's.
  async ask(method, at, { body, as = 'admin', headers = {}, type = 'application/json' } = {}) {
    const whole = at.startsWith('/api/') || at.startsWith('/metrics') ? at : `/api/v1${at}`;
    const text = body === undefined ? undefined
      : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const reply = await send(this.address, method, whole, {
      ...this.options,
      body: text,
      headers: {
        ...(as ? { Authorization: `Token ${this.tokens[as] || as}` } : {}),
        ...(text === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    if (/json/.test(reply.headers['content-type']) && reply.text) reply.json = JSON.parse(reply.text);
    this.look(method, whole, body, reply);
    return reply;
  }

  // Whatever it is, it must be as the document says.
  look(method, at, body, reply) {
    const about = `${method} ${at} ${reply.status} ${reply.text.slice(0, 500)}`;
    for (const [name, value] of Object.entries(SECURITY))
      assert.strictEqual(reply.headers[name], value, about);
    assert.ok(reply.headers['content-security-policy'].includes("frame-ancestors 'none'"), about);
    assert.ok(reply.headers['cache-control'], about);
    assert.doesNotMatch(reply.text, /sqlite|SELECT |pg_|\.c:\d|s3cret|correct horse/i, about);
    if (reply.status >= 400 && method !== 'HEAD') {
      const wrong = problems(this.document, { $ref: '#/components/schemas/Error' }, reply.json);
      assert.deepStrictEqual(wrong, [], about);
    }
    const route = this.document && routeOf(this.document, method, at);
    if (!route || [404, 405].includes(reply.status) && !route.operation.responses[reply.status]) return;
    const name = `${route.method} ${route.path}`;
    if (!this.seen.has(name)) this.seen.set(name, new Set());
    this.seen.get(name).add(reply.status);
    if (reply.status === 304) return;
    const answer = route.operation.responses[reply.status];
    assert.ok(answer, `not in the document: ${about}`);
    if (reply.status >= 400 || method === 'HEAD') return;
    const kind = reply.headers['content-type'].split(';')[0];
    assert.ok(answer.content[kind], `${kind} is not in the document: ${about}`);
    if (kind === 'application/json')
      assert.deepStrictEqual(problems(this.document, answer.content[kind].schema, reply.json), [], about);
    if (body && typeof body === 'object')
      assert.deepStrictEqual(problems(this.document,
        route.operation.requestBody.content['application/json'].schema, body), [], about);
  }
}

// Arguments are those of tests/api_fixture/api_fixture.c. It ends with the test, and must end well.
async function startStand(t, args = [], options = {}) {
  const running = await startProgram(t, fixture, [tempFolder(t), ...args], { ready: /^\{.*\}$/m });
  const api = new Api(running, JSON.parse(/^\{.*\}$/m.exec(running.out)[0]));
  api.options = options;
  const { text } = await send(api.address, 'GET', '/api/v1/openapi.json', options)
    .catch(() => ({ text: 'null' }));
  api.document = JSON.parse(text);
  // A sanitizer's findings, and what was left behind, are told at the end.
  api.end = async () => {
    running.child.stdin.end();
    assert.strictEqual(await running.ended, 0, running.err);
    assert.match(running.out, /ended well/);
    assert.doesNotMatch(running.out, /never freed/);
    assert.strictEqual(running.err, '');
  };
  return api;
}

module.exports = { Api, problems, raw, routeOf, routesOf, send, startStand };
