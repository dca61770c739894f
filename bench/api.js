// SPDX-License-Identifier: Apache-2.0
//
// The API of `facho serve` over a large site: a million ONUs of a thousand OLTs (fill_site.c).
//
//   script/bench api
//   FACHO_BENCH_API=pages,csv script/bench api     some of: pages deep search totals metrics
//                                                  small csv walk lateness listeners
//   FACHO_BENCH_SITE=/tmp/site                     keep the filled database there, and use it again
//   FACHO_BENCH_ONUS=100000                        fewer ONUs, for a quick look
//   FACHO_BENCH_API_DATABASES=sqlite               on one of the databases, sqlite or pgsql, only
//
// On PostgreSQL the processor time of the server's processes counts together with that of facho.
'use strict';
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { sleep, startSim, tempFolder } = require('../tests/system/lib');
const { pgsqlDatabase, startServe, QUICK, QUIET } = require('../tests/system/serve-lib');

const ONUS = Number(process.env.FACHO_BENCH_ONUS || 1000000);
const FREE = { FACHO_HTTP_RATE: '0', FACHO_HTTP_CONNECTIONS_PER_CLIENT: '0' };
const filler = path.join(process.env.FACHO_BENCH_BUILD || 'build-bench/bench', 'fill_site');

// ---- what is printed -------------------------------------------------------------------------

let allMet = true;

function report(name, value, unit, target, more = {}, isAtMost = true) {
  const met = isAtMost ? value <= target : value >= target;
  const shown = Number(value.toPrecision(4));
  allMet = allMet && met;
  console.log(JSON.stringify({ name, value: shown, unit, target, met, ...more }));
}

function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const ms = (value) => Number(value.toPrecision(3));
const spread = (took) => ({ p50: ms(percentile(took, 0.5)), max: ms(Math.max(...took)), n: took.length,
  ...(took.cpu && { cpu_ms: ms(took.cpu) }) });

// Of /proc/PID/stat: the parent, the seconds of processor time of a process, and those of its children
// that have ended. Null: it is gone.
function statOf(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ').map(Number);
    return { parent: fields[1], own: (fields[11] + fields[12]) / 100, ended: (fields[13] + fields[14]) / 100 };
  } catch {
    return null;
  }
}

const processes = () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);

// The first process of the benchmark's own PostgreSQL: the one that has its socket's folder.
function serverPid() {
  const [, folder] = /host=(\S+)/.exec(process.env.FACHO_TEST_PGSQL);
  const pid = processes().find((one) => {
    try {
      const words = fs.readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0');
      return /postgres$/.test(words[0]) && words.includes(folder);
    } catch {
      return false;
    }
  });
  if (!pid) throw new Error(`no PostgreSQL has its socket in ${folder}`);
  return pid;
}

// Seconds of processor time that a site has used: the daemon, and the server of its database.
function cpuOf(site) {
  let used = statOf(site.pid).own;
  if (!site.server) return used;
  const server = statOf(site.server);
  used += server.own + server.ended;
  for (const pid of processes()) {
    const one = statOf(pid);
    if (one && one.parent === site.server) used += one.own;
  }
  return used;
}

// A page of PostgreSQL goes through another process and may take twice as long.
const targetOf = (database, sqlite) => (database === 'pgsql' ? 2 * sqlite : sqlite);

// ---- a site ------------------------------------------------------------------------------------

// Things that end with the benchmark.
const life = { ends: [], after(f) { this.ends.push(f); } };

async function fillSite(database) {
  const folder = process.env.FACHO_BENCH_SITE || tempFolder(life);
  fs.mkdirSync(folder, { recursive: true });
  const where = database === 'sqlite' ? `sqlite:${folder}/facho.db` : await pgsqlDatabase(life);
  if (database === 'sqlite' && fs.existsSync(`${folder}/facho.db`)) return { folder, where };
  const begun = Date.now();
  execFileSync(filler, [where, String(ONUS)], { stdio: ['ignore', 'inherit', 'inherit'] });
  console.error(`${database}: ${ONUS} ONUs filled in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return { folder, where };
}

async function openSite({ folder, where }, env = QUIET) {
  const owner = { ends: [], after(f) { this.ends.push(f); } };
  const site = await startServe(owner, { folder, timeout: 120000,
    env: { ...FREE, ...env, FACHO_DATABASE: where } });
  const name = `bench ${Date.now()}`;
  site.token = (await site.ask('token.add', { name, user: 'admin', role: 'viewer' })).token;
  site.pid = site.program.child.pid;
  site.server = where.startsWith('sqlite:') ? null : serverPid();
  site.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  site.close = async () => {
    site.agent.destroy();
    for (const end of owner.ends.reverse()) await end();
  };
  life.after(site.close);
  return site;
}

// One request on the one connection: how long it took, in milliseconds.
function timed(site, at) {
  return new Promise((resolve, reject) => {
    const begun = process.hrtime.bigint();
    http.get(`${site.api}${at}`, { agent: site.agent, headers: { Authorization: `Token ${site.token}` } }, (reply) => {
      const parts = [];
      reply.on('data', (data) => parts.push(data));
      reply.on('end', () => {
        const took = Number(process.hrtime.bigint() - begun) / 1e6;
        const text = Buffer.concat(parts).toString();
        if (reply.statusCode !== 200) reject(new Error(`${at}: ${reply.statusCode} ${text.slice(0, 300)}`));
        else resolve({ took, text });
      });
    }).on('error', reject);
  });
}

// How long each took, and what they cost the daemon on average.
async function timedAll(site, paths) {
  const took = [];
  const before = cpuOf(site);
  for (const at of paths) took.push((await timed(site, at)).took);
  took.cpu = (cpuOf(site) - before) * 1000 / paths.length;
  return took;
}

// ---- requests one by one -------------------------------------------------------------------------

const ASKED = 300;

// Filters and orderings that people use, and how many pages there are of each, about.
const VIEWS = {
  all: ['', 1],
  by_serial: ['ordering=serial', 1],
  by_level: ['ordering=onu_rx_dbm', 1],
  of_olt_by_level: ['olt=17&ordering=onu_rx_dbm', 0.001],
  of_olt_by_name: ['olt_name=OLT-0123&ordering=place', 0.001],
  offline_by_since: ['run_state=offline&ordering=-run_since', 0.1],
  without_light_by_serial: ['run_state=offline&cause_state=los_onu&ordering=serial', 0.025],
  absent_by_last_seen: ['is_present=false&ordering=-last_seen_at', 0.02],
  weak_by_level: ['onu_rx_dbm__lt=-28&ordering=onu_rx_dbm', 0.17],
  online_new: ['run_state=online&ordering=-first_seen_at', 0.9],
};

// The page a person looks at is one of the first; deep ones are those of a scroll bar.
async function askViews(site, database, name, depth) {
  const all = [];
  for (const [view, [query, share]] of Object.entries(VIEWS)) {
    const last = Math.max(1, Math.min(depth, Math.floor(ONUS * share / 50)));
    const page = (i) => 1 + (i * 7919) % last;
    const paths = Array.from({ length: ASKED }, (_, i) =>
      `/api/v1/onus/?page_size=50&page=${page(i)}${query && `&${query}`}`);
    const took = await timedAll(site, paths);
    all.push(...took);
    report(`api_${name}_${view}_${database}_p99`, percentile(took, 0.99), 'ms', targetOf(database, 20),
      { ...spread(took), first: ms(took[0]) });
  }
  report(`api_${name}_${database}_p99`, percentile(all, 0.99), 'ms', targetOf(database, 20), spread(all));
}

const pages = (site, database) => askViews(site, database, 'page', 5);
const deep = (site, database) => askViews(site, database, 'deep_page', Infinity);

// Letter by letter, as one types. Every text is a new one.
async function search(site, database) {
  const paths = [];
  for (let i = 0; paths.length < 600; i++) {
    const number = Math.imul(i * 37 + 11, 2654435761) >>> 0;
    const serial = `HWTC${number.toString(16).toUpperCase().padStart(8, '0')}`;
    const texts = [serial, `${number % 9973} cliente`, ['matta', 'aromos', 'claro 5'][i % 3], `0/1/${i % 16}:${i % 64}`,
      String(number).slice(0, 6), `4c:1f:${(number >>> 24).toString(16).padStart(2, '0')}`];
    for (const text of texts)
      for (let n = 1; n <= text.length; n++) paths.push(`/api/v1/onus/search/?text=${encodeURIComponent(text.slice(0, n))}`);
  }
  const took = await timedAll(site, paths);
  report(`api_search_${database}_p99`, percentile(took, 0.99), 'ms', targetOf(database, 50), spread(took));
}

async function totals(site, database) {
  const took = await timedAll(site, Array(ASKED).fill('/api/v1/dashboard/'));
  report(`api_totals_${database}_p99`, percentile(took, 0.99), 'ms', targetOf(database, 20), spread(took));
}

async function metrics(site, database) {
  const took = await timedAll(site, Array(100).fill('/metrics'));
  report(`api_metrics_${database}_p99`, percentile(took, 0.99), 'ms', 100, spread(took));
}

// ---- as many as possible ---------------------------------------------------------------------------

// Requests a second, while `during` is under way or for some seconds.
function wrk(site, at, seconds, connections = 32) {
  const child = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', `Authorization: Token ${site.token}`,
    `${site.api}${at}`]);
  let out = '';
  child.stdout.on('data', (data) => { out += data; });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const errors = /Non-2xx or 3xx responses: (\d+)/.exec(out);
      const rate = /Requests\/sec:\s+([\d.]+)/.exec(out);
      if (errors || !rate) reject(new Error(`wrk: ${out}`));
      else resolve(Number(rate[1]));
    });
  });
}

async function small(site, database) {
  await wrk(site, '/api/v1/olts/17/', 1);
  const before = cpuOf(site);
  const rate = await wrk(site, '/api/v1/olts/17/', 5);
  report(`api_small_gets_${database}`, rate, 'requests/s', database === 'pgsql' ? 2500 : 5000,
    { cpu_ms: ms((cpuOf(site) - before) * 1000 / (rate * 5)) }, false);
}

// ---- a million rows ----------------------------------------------------------------------------------

function memoryOf(pid, what) {
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

// How many lines, and what the last tenth of them took against the first.
function readLines(site, at) {
  return new Promise((resolve, reject) => {
    http.get(`${site.api}${at}`, { agent: false, headers: { Authorization: `Token ${site.token}` } }, (reply) => {
      const tenth = Math.ceil(ONUS / 10), marks = [];
      let lines = 0;
      reply.on('data', (data) => {
        for (const byte of data) {
          if (byte !== 10 || lines++ % tenth) continue;
          marks.push(Number(process.hrtime.bigint()) / 1e6);
        }
      });
      reply.on('end', () => {
        const parts = marks.slice(1).map((mark, n) => mark - marks[n]);
        resolve({ lines, parts, ratio: parts[parts.length - 1] / parts[0] });
      });
      reply.on('error', reject);
    }).on('error', reject);
  });
}

// The orders that are read to the end: by the id, by an index, and by what no index has.
const ORDERS = { '': '', by_serial_: 'ordering=serial', by_level_: 'ordering=onu_rx_dbm' };

async function csv(site, database) {
  for (const [order, query] of Object.entries(ORDERS)) {
    const before = memoryOf(site.pid, 'VmRSS');
    const begun = Date.now();
    fs.writeFileSync(`/proc/${site.pid}/clear_refs`, '5'); // the peak counts from now on
    const { lines, parts, ratio } = await readLines(site, `/api/v1/onus/?format=csv&${query}`);
    if (lines < ONUS + 1) throw new Error(`${lines} lines of ${ONUS + 1}`);
    report(`api_csv_${order}growth_${database}`, Math.max(0, memoryOf(site.pid, 'VmHWM') - before), 'MB', 50,
      { lines, seconds: ms((Date.now() - begun) / 1000) });
    report(`api_csv_${order}last_to_first_${database}`, ratio, 'times', 2, { tenths_ms: parts.map(ms) });
  }
}

// As the command line takes a list: from answer to answer, and the last like the first.
async function walkBy(site, database, order, query) {
  const took = [];
  let at = `/api/v1/onus/?after=&page_size=1000${query && `&${query}`}`, rows = 0, all = 0;
  while (at) {
    const answer = await timed(site, at);
    const { count, next, results } = JSON.parse(answer.text);
    all = count;
    took.push(answer.took);
    rows += results.length;
    at = next;
  }
  if (rows < ONUS || rows !== all) throw new Error(`${rows} rows of ${all}`);
  const part = Math.max(1, Math.floor(took.length / 10));
  // The first answer counts, once; the second may wait for the rows to be sorted, once.
  report(`api_walk_${order}last_to_first_${database}`,
    percentile(took.slice(-part), 0.5) / percentile(took.slice(1, part + 2), 0.5), 'times', 2,
    { ...spread(took), first: ms(took[0]) });
}

async function walk(site, database) {
  for (const [order, query] of Object.entries(ORDERS)) await walkBy(site, database, order, query);
}

// ---- while it collects ----------------------------------------------------------------------------------

const OLTS = 50, WATCHED_S = 20;

const lastExecution = async (site) => (await site.list('executions', {}, { ordering: '-id', page_size: 1 }))[0].id;

// Fifty OLTs with all standard jobs, each every few seconds.
async function collecting(site) {
  const sim = await startSim(life, ['--profile', 'huawei', '--olts', String(OLTS), '--ports', '2', '--onus', '16'],
    { olts: OLTS });
  // Those of a run before, in a site that is used again, are at other ports.
  for (const { name } of await site.list('olts', { deleted_at: '' }, { search: 'sim-' }))
    await site.ask('olt.delete', { olt: name });
  const last = await lastExecution(site);
  for (const [i, host] of sim.hosts.entries())
    await site.addOlt(`sim-${i}`, host, { first_in: `${100 + i * 50}ms` });
  const walks = { type: 'discovery', state: 'SUCCESS', id__gte: last + 1 };
  await site.until(async () => (await site.count('executions', walks)) >= OLTS, 'walks', 120000);
  await sleep(8000); // the first discoveries, and what is new in them, are through
  return sim;
}

async function executionsSince(site, last) {
  const rows = [];
  for (let page = 1; ; page++) {
    const some = await site.list('executions', { id__gte: last + 1 }, { page, ordering: 'id' });
    rows.push(...some);
    if (some.length < 1000) return rows;
  }
}

function lateness(rows) {
  const late = rows.filter((row) => row.due_at && row.started_at).map((row) => row.late_ms);
  return { p99: percentile(late, 0.99), ...spread(late) };
}

async function underLoad(site, database) {
  const sim = await collecting(site);
  let last = await lastExecution(site);
  await sleep(10000);
  const quiet = lateness(await executionsSince(site, last));
  last = await lastExecution(site);
  const cpu = cpuOf(site);
  const rates = await Promise.all([wrk(site, '/api/v1/olts/17/', WATCHED_S),
    wrk(site, '/api/v1/onus/?olt=17', WATCHED_S, 8)]);
  const loaded = lateness(await executionsSince(site, last));
  report(`api_lateness_under_load_${database}_p99`, loaded.p99, 'ms', 250, { ...loaded, without_load: quiet.p99,
    requests_per_s: Math.round(rates[0] + rates[1]), cpu: ms((cpuOf(site) - cpu) / WATCHED_S) });
  await sim.stop();
}

// ---- many who listen ---------------------------------------------------------------------------------------

const LISTENERS = 500;

function listen(site) {
  return new Promise((resolve, reject) => {
    const stream = { ended: 0, lost: 0, rest: '', heard: 0, after: Infinity };
    const request = http.get(`${site.api}/api/v1/events/?topics=executions`,
      { headers: { Authorization: `Token ${site.token}` }, agent: false }, (reply) => {
        reply.setEncoding('utf8');
        reply.on('data', (data) => {
          const frames = (stream.rest + data).split('\n\n');
          stream.rest = frames.pop();
          for (const frame of frames) {
            const [, number] = /^id: \w+-(\d+)$/m.exec(frame) || [0, 0];
            stream.heard = Math.max(stream.heard, Number(number));
            if (frame.includes('"kind":"ended"') && Number(number) > stream.after) stream.ended++;
            if (frame.startsWith('event: lost')) stream.lost++;
          }
        });
        reply.on('error', () => {});
        resolve(stream);
      });
    stream.close = () => request.destroy();
    request.on('error', reject);
  });
}

async function listeners(site, database) {
  const sim = await collecting(site);
  const streams = [];
  for (let i = 0; i < LISTENERS; i++) streams.push(await listen(site));
  // Who has heard one has its place in the row of events: what comes after that, all of them hear.
  while (streams.some((stream) => stream.heard === 0)) await sleep(100);
  const last = await lastExecution(site);
  const heard = Math.max(...streams.map((stream) => stream.heard));
  for (const stream of streams) stream.after = heard;
  const cpu = cpuOf(site);
  await sleep(WATCHED_S * 1000);
  const used = (cpuOf(site) - cpu) / WATCHED_S;
  await sim.stop(); // nothing answers any more: what is on its way arrives
  for (let before = -1, sum = 0; sum !== before;) {
    await sleep(3000);
    before = sum;
    sum = streams.reduce((all, stream) => all + stream.ended, 0);
  }
  const rows = await executionsSince(site, last);
  const counts = streams.map((stream) => stream.ended);
  const { p99, ...more } = lateness(rows);
  for (const stream of streams) stream.close();
  report(`api_listeners_lateness_${database}_p99`, p99, 'ms', 250, { ...more, listeners: LISTENERS, cpu: ms(used) });
  report(`api_listeners_missed_${database}`, Math.max(...counts) - Math.min(...counts) +
    streams.reduce((sum, stream) => sum + stream.lost, 0), 'events', 0, { each: counts[0], executions: rows.length });
}

// ---- all of it ---------------------------------------------------------------------------------------------

const STILL = { pages, deep, search, totals, metrics, small, csv, walk };
const BUSY = { lateness: underLoad, listeners };

async function measure(database, wanted) {
  const place = await fillSite(database);
  const still = Object.keys(STILL).filter((name) => wanted.includes(name));
  const busy = Object.keys(BUSY).filter((name) => wanted.includes(name));
  if (still.length) {
    const site = await openSite(place);
    await timed(site, '/api/v1/dashboard/');
    for (const name of still) await STILL[name](site, database);
    await site.close();
  }
  for (const name of busy) {
    const site = await openSite(place, QUICK);
    await BUSY[name](site, database);
    await site.close();
  }
}

async function main() {
  const known = [...Object.keys(STILL), ...Object.keys(BUSY)];
  const wanted = (process.env.FACHO_BENCH_API || known.join()).split(',');
  const strange = wanted.filter((name) => !known.includes(name));
  if (strange.length) throw new Error(`there is no ${strange.join()}; there are ${known.join()}`);
  try {
    for (const database of (process.env.FACHO_BENCH_API_DATABASES || 'sqlite,pgsql').split(','))
      await measure(database, wanted);
  } finally {
    for (const end of life.ends.reverse()) await end();
  }
  process.exitCode = allMet ? 0 : 1;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
