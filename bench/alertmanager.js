// SPDX-License-Identifier: Apache-2.0
//
// 100,032 ONUs of 1,563 ports that go down at once, in Debian's Alertmanager: messages to one webhook.
//
// storm.js runs it too, with the ONUs that its simulator has cut, beside Facho. Grouped by port with its defaults
// (30 s, 5 min, 4 h). Only its program is taken from the package, into build-bench:
// installed as a package it would be a service that runs. It wants its templates below /usr/share. FACHO_BENCH_SECONDS chooses how long messages are counted (90).
'use strict';
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { spawn, spawnSync } = require('node:child_process');

const [PORTS, PER_PORT, BATCH] = [1563, 64, 1024];
const SECONDS = Number(process.env.FACHO_BENCH_SECONDS || 90);
const folder = path.join(process.env.FACHO_BENCH_BUILD || path.join(__dirname, '../build-bench/bench'), 'alertmanager');
const TEMPLATES = '/usr/share/prometheus/alertmanager';
const program = path.join(folder, 'usr/bin/prometheus-alertmanager');

function install() {
  if (fs.existsSync(program) && fs.existsSync(path.join(TEMPLATES, 'email.tmpl'))) return;
  fs.mkdirSync(folder, { recursive: true });
  const script = 'cd "$1" && apt-get download -q prometheus-alertmanager >&2 && dpkg-deb -x prometheus-alertmanager_*.deb . && ' +
    'rm -f ./*.deb && as_root=; [ "$(id -u)" = 0 ] || as_root=sudo; $as_root install -d "$2" && $as_root install -m 644 ".$2"/*.tmpl "$2"';
  if (spawnSync('bash', ['-c', script, 'install', folder, TEMPLATES], { stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error('prometheus-alertmanager cannot be fetched');
}

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

function freePort() {
  const server = http.createServer();
  return listen(server).then((port) => new Promise((resolve) => server.close(() => resolve(port))));
}

function post(port, alerts) {
  const body = JSON.stringify(alerts);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/api/v2/alerts',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } }, (reply) => {
      reply.resume();
      reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`status ${reply.statusCode}`))));
    });
    request.on('error', reject);
    request.end(body);
  });
}

// Labels of ONUs that went down, if nobody gives others.
function* labelsOfAll() {
  for (let port = 0; port < PORTS; port++)
    for (let onu = 0; onu < PER_PORT; onu++)
      yield { site: `s${port % 20}`, olt: `olt-${Math.floor(port / 16)}`, port: `0/1/${port % 16}`, onu: String(onu),
        serial: `HWTC${(port * PER_PORT + onu).toString(16)}`, cause: 'los' };
}

function* batches(down) {
  let batch = [];
  for (const labels of down) {
    batch.push({ labels: { alertname: 'onu_down', ...labels }, startsAt: new Date().toISOString() });
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length) yield batch;
}

function usage(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const peak = /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpu_s: (Number(stat[11]) + Number(stat[12])) / 100, peak_mb: Number(peak[1]) / 1024 };
}

async function startSink() {
  const sink = { messages: 0, bytes: 0 };
  sink.server = http.createServer((request, response) => {
    request.on('data', (data) => (sink.bytes += data.length));
    request.on('end', () => {
      sink.messages++;
      response.end();
    });
  });
  sink.port = await listen(sink.server);
  return sink;
}

async function startAlertmanager(data, to) {
  const port = await freePort();
  const config = path.join(data, 'config.yml');
  fs.writeFileSync(config, `route:\n  receiver: sink\n  group_by: [site, olt, port]\nreceivers:\n- name: sink\n  webhook_configs:\n  - url: http://127.0.0.1:${to}/\n`);
  const child = spawn(program, [`--config.file=${config}`, `--storage.path=${data}`, `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address='], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries++) {
    try {
      await post(port, []);
      break;
    } catch {
      await sleep(200);
    }
  }
  return { child, port };
}

// down: an iterable of the labels of ONUs. Gives { messages, bytes, cpu_s, peak_mb }; it counts until there is one message
// a port, or the time is over.
async function stormInAlertmanager(down = labelsOfAll(), ports = PORTS) {
  install();
  const sink = await startSink();
  const data = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'alertmanager-'));
  const { child, port } = await startAlertmanager(data, sink.port);
  try {
    const began = Date.now();
    for (const batch of batches(down)) await post(port, batch);
    console.error(`posted within ${Date.now() - began} ms`);
    while (Date.now() - began < SECONDS * 1000 && sink.messages < ports) await sleep(500);
    const { cpu_s, peak_mb } = usage(child.pid);
    return { messages: sink.messages, bytes: sink.bytes, cpu_s, peak_mb: Math.round(peak_mb) };
  } finally {
    child.kill('SIGKILL');
    sink.server.closeAllConnections();
    sink.server.close();
    fs.rmSync(data, { recursive: true, force: true });
  }
}

async function main() {
  const { messages, ...more } = await stormInAlertmanager();
  console.log(JSON.stringify({ name: 'alertmanager_storm_messages', value: messages, unit: 'messages', target: null, met: true,
    ...more, ratio_to: 'facho, at most 11', ratio: Number((messages / 11).toPrecision(3)) }));
}

if (require.main === module)
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

module.exports = { stormInAlertmanager };
