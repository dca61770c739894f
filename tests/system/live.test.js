// SPDX-License-Identifier: Apache-2.0
//
// What can be watched by HTTP: events as they happen, metrics, health.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const { test } = require('node:test');
const { runProgram, sleep, startProgram, startSim, tempFolder } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');
const { startSink } = require('./webhook-standin');

// A site with a token, and where it listens.
async function open(t, env = QUIET) {
  const site = await startServe(t, { env });
  const [, url] = site.program.err.match(/listening on (http:\S+)/);
  const made = await site.cli(['token', 'add', 'watch', '--user', 'admin', '--role', 'viewer']);
  assert.strictEqual(made.status, 0, made.err);
  return { site, url, token: made.out.trim() };
}

function get(url, headers = {}) {
  return new Promise((resolve, reject) => {
    http.get(url, { headers, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (data) => { text += data; });
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, text }));
    }).on('error', reject);
  });
}

// A stream that is open; text grows, isOver says that the server ended it.
function listen(t, { url, token }, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const stream = { text: '', isOver: false };
    const request = http.get(`${url}${path}`,
      { headers: { Authorization: `Token ${token}`, ...headers }, agent: false }, (reply) => {
        stream.status = reply.statusCode;
        stream.headers = reply.headers;
        reply.setEncoding('utf8');
        reply.on('data', (data) => { stream.text += data; });
        reply.on('close', () => { stream.isOver = true; });
        reply.on('error', () => {});
        resolve(stream);
      });
    stream.close = () => request.destroy();
    request.on('error', reject);
    t.after(stream.close);
  });
}

function frames(text) {
  return text.split('\n\n').filter((part) => part.startsWith('id: ')).map((part) => {
    const [id, event, data] = part.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
    return { id, event, data: JSON.parse(data) };
  });
}

test('events come as they happen, by topic, and go on where a listener left', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4']);
  const at = await open(t);
  const all = await listen(t, at, '/api/v1/events/');
  assert.strictEqual(all.status, 200);
  assert.strictEqual(all.headers['content-type'], 'text/event-stream');
  const some = await listen(t, at, '/api/v1/events?topics=executions,quotas');
  await at.site.addOlt('centro', sim.host);
  await at.site.until(() => /"kind":"ended".*"state":"SUCCESS"/.test(some.text), 'an end');
  await at.site.until(() => frames(all.text).some((frame) => frame.event === 'log'), 'a log line');
  for (const topic of ['executions', 'olts', 'log', 'pollers'])
    await at.site.until(() => frames(all.text).some((frame) => frame.event === topic), topic);
  assert.ok(frames(some.text).every(({ event }) => ['executions', 'quotas'].includes(event)));
  const ids = frames(all.text).map((frame) => Number(frame.id.split('-')[1]));
  assert.deepStrictEqual(ids, ids.map((id, i) => ids[0] + i), 'no gap, nothing twice');

  all.close();
  const last = frames(all.text).at(-1).id;
  const resumed = await listen(t, at, '/api/v1/events/', { 'Last-Event-ID': last });
  await at.site.ask('olt.disable', { olt: 'centro' });
  await at.site.until(() => frames(resumed.text).some(({ data }) => data.kind === 'olt_disabled'));
  assert.strictEqual(Number(frames(resumed.text)[0].id.split('-')[1]), Number(last.split('-')[1]) + 1);
  assert.doesNotMatch(resumed.text, /event: lost/);

  const stranger = await listen(t, at, '/api/v1/events/?last_event_id=1-1');
  await at.site.until(() => stranger.text.startsWith('event: lost\ndata: {}\n\n'), 'lost');
});

test('certificates are renewed again and again while somebody listens', async (t) => {
  const folder = tempFolder(t);
  const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
    '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const site = await startServe(t, { env: { ...QUIET, FACHO_HTTP_TLS_CERT: cert, FACHO_HTTP_TLS_KEY: key } });
  const made = await site.cli(['token', 'add', 'watch', '--user', 'admin', '--role', 'viewer']);
  const options = { headers: { Authorization: `Token ${made.out.trim()}` }, rejectUnauthorized: false, agent: false };
  const ask = (at, take) => new Promise((resolve, reject) => {
    const request = https.get(`${site.api}${at}`, options, (reply) => {
      reply.on('data', take).on('error', () => {});
      resolve(reply.statusCode);
    });
    request.on('error', reject);
    t.after(() => request.destroy());
  });
  for (let i = 1; i <= 3; i++) {
    assert.strictEqual(await ask('/api/v1/events/', () => {}), 200);
    site.program.child.kill('SIGHUP');
    await site.until(() => site.program.err.split('the logs are open again').length > i, 'it hears');
    assert.strictEqual(await ask('/api/v1/health/', () => {}), 200);
    assert.strictEqual(site.program.status, undefined, site.program.err);
  }
  // A stream may end with its certificate; whoever comes back hears what happens.
  let text = '';
  assert.strictEqual(await ask('/api/v1/events/', (data) => { text += data; }), 200);
  await site.ask('olt.add', { name: 'centro', address: '192.0.2.1', community: 'public' });
  await site.until(() => text.includes('olt_added'), 'an event');
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
});

test('events want a token and topics that there are', async (t) => {
  const at = await open(t);
  assert.strictEqual((await get(`${at.url}/api/v1/events/`)).status, 401);
  const wrong = await get(`${at.url}/api/v1/events/?topics=weather`,
    { Authorization: `Token ${at.token}` });
  assert.strictEqual(wrong.status, 400);
  assert.match(JSON.parse(wrong.text).error.fields.topics, /unknown topic "weather"/);
});

test('the end of the program ends its streams, in good order', async (t) => {
  const at = await open(t);
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(t, at, '/api/v1/events/')));
  await at.site.until(() => streams.every(({ text }) => text.includes('event: beat')), 'beats');
  const begun = Date.now();
  const status = await at.site.program.stop();
  assert.strictEqual(status, 0, at.site.program.err);
  assert.ok(Date.now() - begun < 10000);
  await at.site.until(() => streams.every(({ isOver }) => isOver), 'ends');
});

test('a listener that leaves without a word is forgotten', async (t) => {
  const at = await open(t);
  const headers = { Authorization: `Token ${at.token}` };
  const listeners = async () => Number(
    (await get(`${at.url}/metrics`, headers)).text.match(/^facho_event_listeners (\d+)$/m)[1]);
  const { hostname, port } = new URL(at.url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET /api/v1/events/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${at.token}\r\n\r\n`);
  await at.site.until(async () => (await listeners()) === 1, 'it listens');
  socket.destroy();
  await at.site.until(async () => (await listeners()) === 0, 'it is gone', 60000);
});

test('metrics are clean, and say what has run', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4']);
  const at = await open(t);
  const headers = { Authorization: `Token ${at.token}` };
  assert.strictEqual((await get(`${at.url}/metrics`)).status, 401);
  await at.site.addOlt('say "hi"', sim.host, { timeout_ms: 5000 });
  const page = await at.site.until(async () => {
    const { text } = await get(`${at.url}/metrics`, headers);
    return /facho_olt_executions_total\{olt="1",state="SUCCESS"\} [1-9]/.test(text)
      && /facho_onus\{state="online"\} [1-4]/.test(text) && text;
  }, 'figures');
  assert.match(page, /^facho_olt_info\{olt="1",name="say \\"hi\\""\} 1$/m);
  assert.match(page, /^facho_olts\{state="enabled"\} 1$/m);
  assert.match(page, /^facho_database_up 1$/m);
  assert.doesNotMatch(page, /public/);
  const { headers: sent } = await get(`${at.url}/metrics`, headers);
  assert.match(sent['content-type'], /^text\/plain; version=0\.0\.4/);
  const checked = await runProgram('promtool', ['check', 'metrics'], { input: page });
  assert.strictEqual(checked.status, 0, checked.err + checked.out);
  assert.strictEqual(checked.err + checked.out, '');
});

test('an incident and its message are events and figures', async (t) => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const sink = await startSink(t, secret);
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4']);
  const at = await open(t, { FACHO_CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const headers = { Authorization: `Token ${at.token}` };
  await at.site.addOlt('h', sim.host, { first_in: '1h' });
  const channel = await at.site.ask('channel.add', { kind: 'webhook', name: 'say "hi"', settings: { url: sink.url, allow_http: true }, secret });
  const target = await at.site.ask('target.add', { name: 'noc', channel: channel.id });
  await at.site.ask('route.add', { name: 'all', delay_s: 0, targets: [target.id] });
  const stream = await listen(t, at, '/api/v1/events?topics=incidents,deliveries');
  const made = await runProgram('sqlite3', [`${at.site.folder}/facho.db`], { input: `.timeout 20000
    INSERT INTO violations (olt_id, job_id, task_type, period_start_ms, period_end_ms, severity, report, created_ms)
    VALUES (1, (SELECT MIN(id) FROM jobs), 'states', ${Date.now() - 7200000}, ${Date.now() - 3600000}, 'CRITICAL', '{}', ${Date.now()});\n` });
  assert.strictEqual(made.status, 0, made.err);
  const [incident] = await at.site.until(async () => {
    const all = await at.site.list('incidents', { kind: 'quota' });
    return all.length && all;
  }, 'an incident');
  const of = (event, key) => frames(stream.text).some((frame) => frame.event === event && frame.data[key] === incident.id);
  await at.site.until(() => of('incidents', 'incident') || of('incidents', 'id'), 'the incident is an event');
  await at.site.until(() => frames(stream.text).some(({ event }) => event === 'deliveries'), 'its message is an event');
  assert.ok(frames(stream.text).every(({ event }) => ['incidents', 'deliveries'].includes(event)), stream.text);
  const page = await at.site.until(async () => {
    const { text } = await get(`${at.url}/metrics`, headers);
    return /^facho_outbox\{state="confirmed"\} 1$/m.test(text) && text;
  }, 'the message is counted', 60000);
  assert.match(page, /^facho_incidents_open\{severity="major",class="unknown"\} 1$/m);
  assert.match(page, /^facho_incidents_opened_total 1$/m);
  assert.match(page, /^facho_incidents_dismissed_total 0$/m);
  assert.match(page, /^facho_incidents_false_total 0$/m);
  assert.match(page, /^facho_watch_seconds [0-9.e-]+$/m);
  for (const end of ['answered', 'refused', 'lost']) assert.match(page, new RegExp(`^facho_looks_total\\{end="${end}"\\} 0$`, 'm'));
  assert.match(page, /^facho_outbox_age_seconds 0$/m);
  assert.match(page, /^facho_channel_up\{channel="say \\"hi\\""\} 1$/m);
  assert.match(page, /^facho_delivery_seconds\{channel="say \\"hi\\""\} [0-9.]+$/m);
  const checked = await runProgram('promtool', ['check', 'metrics'], { input: page });
  assert.strictEqual(checked.status + checked.err + checked.out, '0');
});

// Pages ask again when they hear of it: with the event alone they would show what was true before.
test('that an OLT is not answering is told when everybody can read it, and not before', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4', '--control', '-']);
  const at = await open(t, { ...QUIET, FACHO_HEALTH_WATCH: '1s' });
  await at.site.addOlt('h', sim.host, { first_in: '100ms' });
  const [{ id }] = await at.site.until(async () => {
    const onus = await at.site.list('onus');
    return onus.length && onus;
  }, 'ONUs');
  const stream = await listen(t, at, '/api/v1/events?topics=olts');
  const told = () => frames(stream.text).filter(({ data }) => data.kind === 'olt_not_answering').length;
  const inEngine = async () => (await at.site.ask('status')).engine.not_answering;
  const other = await startProgram(t, 'sqlite3', [`${at.site.folder}/facho.db`], { ready: null });
  other.write(".timeout 20000\nBEGIN IMMEDIATE;\nSELECT 'locked';");
  await other.waitFor(/locked/);
  sim.write('{"cmd":"set","silent":true}');
  await at.site.until(async () => (await inEngine()) === 1, 'the engine to know it');
  await sleep(500); // an event needs a tenth of a second
  assert.strictEqual(told(), 0, 'nothing is stored yet');
  other.write('ROLLBACK;\n.quit');
  await at.site.until(() => told() === 1, 'word of it');
  assert.ok((await at.site.ask('onu.get', { onu: id })).olt_not_answering_at, 'it can be read now');
});

// Lists of pages ask again after it, and not at intervals.
test('after each commit listeners hear that something was stored, and nothing more often than once a second', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4']);
  const at = await open(t);
  const stream = await listen(t, at, '/api/v1/events?topics=executions,changes');
  await at.site.addOlt('h', sim.host, { first_in: '100ms' });
  const all = () => frames(stream.text).map(({ data }) => data);
  await at.site.until(async () => (await at.site.list('executions')).some(({ state }) => state === 'SUCCESS'), 'a run that is stored');
  await at.site.until(() => {
    const kinds = all().map(({ kind }) => kind);
    return kinds.includes('ended') && kinds.lastIndexOf('stored') > kinds.indexOf('ended');
  }, 'word of it after its end');
  const stored = all().filter(({ kind }) => kind === 'stored').map((one) => Date.parse(one.at));
  assert.ok(stored.every((one, i) => i === 0 || one - stored[i - 1] >= 900), stored.join());
});

test('health is for everybody, and tells nothing of anybody', async (t) => {
  const at = await open(t);
  const health = await at.site.until(async () => {
    const reply = await get(`${at.url}/api/v1/health/`);
    return reply.status === 200 && reply;
  }, 'health');
  assert.deepStrictEqual(JSON.parse(health.text), { live: true, ready: true, reasons: [] });
  assert.strictEqual((await get(`${at.url}/api/v1/health/live/`)).status, 200);
});

test('what is stored is told, and read from the log by cursor', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '1', '--onus', '4']);
  const at = await open(t);
  const stream = await listen(t, at, '/api/v1/events/?topics=changes');
  const { next: begin, results, lost } = await at.site.ask('event.read');
  assert.deepStrictEqual([results, lost], [[], false]);
  await at.site.addOlt('centro', sim.host);
  const heard = (kind, more = () => true) => frames(stream.text).some(({ data }) => data.kind === kind && more(data));
  await at.site.until(() => heard('change', (data) => data.entity === 'olt'), 'the change');
  await at.site.until(() => heard('onus', (data) => data.number >= 4 && data.olt === 1), 'ONUs');
  assert.doesNotMatch(stream.text, /admin|root|192\.|s3cret/, 'who and with what is for administrators');

  const read = (args) => at.site.ask('event.read', args);
  await at.site.until(async () => (await read({ after: begin, kinds: 'onus' })).results.length > 0, 'the event of the ONUs');
  const all = (await read({ after: begin, page_size: 1000 })).results;
  const [first] = all;
  assert.deepStrictEqual([first.kind, first.what, first.subject, first.olt], ['change', 'olt.create', 1, 1]);
  // One by one it is the same.
  const one = [];
  for (let after = begin; one.length < all.length;) {
    const page = await read({ after, page_size: 1 });
    one.push(...page.results);
    after = page.next;
  }
  assert.deepStrictEqual(one, all);
  const onus = all.find(({ kind }) => kind === 'onus');
  const events = await at.site.list('onu_events', { execution: onus.subject });
  assert.strictEqual(events.length, onus.number);

  const shown = await at.site.cli(['event', 'read', begin, '--kinds', 'onus', '--json']);
  assert.deepStrictEqual(JSON.parse(shown.out).results[0], onus);
  assert.match((await at.site.cli(['event', 'end'])).out, /^next +0-\d+$/m);

  await assert.rejects(read({ after: 'yesterday' }), /not a cursor/);
  await assert.rejects(read({ after: begin, kinds: 'onus,weather' }), /weather.* is not a kind of event/);
  const refused = await get(`${at.url}/api/v1/event-log/`, { Authorization: `Token ${at.token}` });
  assert.strictEqual(refused.status, 403, 'for administrators only');
});
