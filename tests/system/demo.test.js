// SPDX-License-Identifier: Apache-2.0
//
// The first command of the README works, and leaves nothing behind.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { binary, freePorts, runProgram, sleep, startProgram } = require('./lib');

const demo = path.resolve(__dirname, '../../script/demo');
const DAY_MS = 24 * 3600 * 1000;
const folderOf = (text) => /facho serve in (\S+);/.exec(text)[1];

test('script/demo finds the ONUs of four simulated OLTs, and they have trouble', async (t) => {
  const running = await startProgram(t, demo, ['--days', '0'], { env: { FACHO_BINARY: binary }, ready: null });
  for (const said of [
    /The web admin is at http:\/\/127.0.0.1:\d+\/; log in as admin with \S{20}$/m,
    /discovery SUCCESS in \d+ ms: 128 ONUs, 128 of them new/,
    /== 512 ONUs: \d+ online/,
    /fiberhome-sur loses its management link/,
  ]) await running.waitFor(said);
  assert.strictEqual(await running.stop(), 0, running.out + running.err);
});

test('a demo of some seconds ends by itself, and leaves no folder', async () => {
  const { status, out, err } = await runProgram(demo, ['--seconds', '2', '--days', '0'],
    { env: { FACHO_BINARY: binary }, timeout: 120000 });
  assert.strictEqual(status, 0, out + err);
  assert.ok(!fs.existsSync(folderOf(out)), folderOf(out));
});

test('the web admin of a demo is where --listen says', async (t) => {
  const port = await freePorts(1);
  const running = await startProgram(t, demo, ['--days', '0', '--listen', `127.0.0.2:${port}`],
    { env: { FACHO_BINARY: binary }, ready: /log in as admin/, timeout: 120000 });
  assert.match(running.out, new RegExp(`The web admin is at http://127\\.0\\.0\\.2:${port}/;`));
  const reply = await fetch(`http://127.0.0.2:${port}/api/v1/health/`);
  assert.strictEqual(reply.status, 200);
});

// A page's session: cookie and all.
async function logIn(out) {
  const [, address, password] = /at (http\S+)\/; log in as admin with (\S+)/.exec(out);
  const reply = await fetch(`${address}/api/v1/auth/login/`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  assert.strictEqual(reply.status, 200);
  const cookie = reply.headers.get('set-cookie').split(';')[0];
  return async (at) => {
    const answer = await fetch(`${address}/api/v1${at}`, { headers: { cookie } });
    assert.strictEqual(answer.status, 200, at);
    return answer.json();
  };
}

// The simulator that a demo has started; undefined: not yet.
function simOf(pid) {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.find((child) => /^facho\0sim/.test(fs.readFileSync(`/proc/${child}/cmdline`, 'utf8')));
}

test('the days before are there, and go over into the present', async (t) => {
  const running = await startProgram(t, demo, ['--days', '2'],
    { env: { FACHO_BINARY: binary }, ready: null });
  await running.waitFor(/nokia_isam states SUCCESS/, { timeout: 120000 });
  const get = await logIn(running.out);
  const since = new Date(Date.now() - 2 * DAY_MS).toISOString();
  const count = async (at) => (await get(at)).count;
  assert.ok(await count(`/executions/?state=SUCCESS&finished_at__lt=${since}`) >= 4);
  assert.ok(await count('/executions/?state=FAILED') >= 3);
  assert.ok(await count('/violations/') >= 2);
  assert.ok(await count('/quotas/?status=COMPLETED') > 100);
  assert.ok(await count('/plans/?status=COMPLETED') > 100);
  assert.ok(await count('/coordinator-logs/?event_type=OLT_SUSPENDED') >= 1);
  // The same ONUs: none of them is new or somewhere else for the simulator.
  assert.strictEqual(await count('/onus/'), 512);
  const lately = new Date(Date.now() - DAY_MS).toISOString();
  assert.strictEqual(await count(`/onus/?first_seen_at__gte=${lately}`), 0);
  const { results: [onu] } = await get('/onus/?run_state=online&page_size=1&ordering=id');
  const { results: events } = await get(`/onus/${onu.id}/events/?page_size=1000`);
  assert.deepStrictEqual(events.filter(({ kind }) => !['new', 'run_state'].includes(kind)), []);
  assert.strictEqual(events.filter(({ kind }) => kind === 'new').length, 1);
  const levels = await get(`/onus/${onu.id}/history/?metric=onu_rx&from=${since}`);
  const values = levels.points.map(({ value }) => value).filter((value) => value !== null);
  assert.ok(values.length > 40, `${values.length} points`);
  assert.ok(Math.max(...values) - Math.min(...values) < 3, 'a level moves a little');
  // So have ports, cards and traffic; what ran since has made no second one of any of them.
  const told = async (at) => (await get(`${at}&from=${since}`)).points.filter(({ value }) => value !== null).length;
  await running.waitFor(/nokia_isam chassis SUCCESS/, { timeout: 120000 });
  await running.waitFor(/nokia_isam ports SUCCESS/, { timeout: 120000 });
  const { results: ports } = await get('/ports/?page_size=100');
  assert.strictEqual(ports.length, 16, ports.map(({ olt_name, place }) => `${olt_name} ${place}`).join());
  for (const { id } of ports.filter(({ olt }) => olt === 1 || olt === 4))
    assert.ok(await told(`/ports/${id}/history/?metric=port_tx`) > 40, `port ${id}`);
  for (const { id } of ports.filter(({ olt }) => olt === 1))
    assert.ok(await told(`/ports/${id}/history/?metric=traffic_out`) > 40, `traffic of port ${id}`);
  // An outage of the past is the last one also for the simulator: 90 minutes ago, the whole port.
  const { results: [after] } = await get('/onus/?olt=1&port=2&run_state=online&page_size=1');
  const { values: said } = await get(`/onus/${after.id}/`);
  assert.strictEqual(said.last_down_cause.state, 'los_port');
  if (said.last_down_at) assert.ok(Math.abs(Date.now() - Date.parse(said.last_down_at.value) - 90 * 60000) < 10 * 60000, said.last_down_at.value);
  for (const olt of [1, 2, 3, 4]) {
    const cards = (await get(`/olts/${olt}/chassis/`)).results.filter(({ cpu_pct: cpu }) => cpu !== null);
    assert.ok(cards.length > 0, `cards of ${olt}`);
    for (const { part } of cards)
      assert.ok(await told(`/olts/${olt}/history/?metric=cpu&part=${encodeURIComponent(part)}`) > 40, `${olt} ${part}`);
  }
  assert.ok(await told(`/onus/${onu.id}/history/?metric=traffic_in`) > 40, 'traffic');
  const folder = folderOf(running.out), sim = simOf(running.child.pid);
  assert.strictEqual(await running.stop('SIGTERM'), 0, running.out + running.err);
  assert.ok(!fs.existsSync(folder), folder);
  assert.ok(!fs.existsSync(`/proc/${sim}`), `${sim} runs on`);
});

test('a demo has ONUs that lost light, a port that is dark, and warns of no skip that does not happen', async (t) => {
  const running = await startProgram(t, demo, [], { env: { FACHO_BINARY: binary }, ready: null });
  await running.waitFor(/nokia_isam ports SUCCESS/, { timeout: 1800000 });
  const get = await logIn(running.out);
  const count = async (at) => (await get(at)).count;
  assert.ok(await count('/light/?is_worse_7d=true') >= 4, 'in 7 days');
  assert.ok(await count('/light/?is_worse_30d=true') > await count('/light/?is_worse_7d=true'), 'more in 30 days');
  for (const { name, onus_worse_30d: worse } of (await get('/light/olts/')).results) assert.ok(worse > 0, name);
  // It went dark before the demo began.
  const { results: problems } = await get('/problems/');
  const dark = problems.find(({ kind, olt_name }) => kind === 'port_dark' && olt_name === 'nokia-este');
  assert.strictEqual(dark.customers, 32);
  assert.ok(Date.now() - Date.parse(dark.since) > 30 * 60000, dark.since);
  assert.strictEqual(await count('/onus/?olt_name=nokia-este&port=3&run_state=offline'), 32);
  // Those that are offline are so for more than one reason.
  const { onus: { offline_by_cause: causes } } = await get('/dashboard/');
  for (const cause of ['los_onu', 'power', 'admin']) assert.ok(causes[cause] > 0, `${cause}: ${JSON.stringify(causes)}`);
  // The hour that has begun fits, and so did those before it.
  assert.strictEqual(await count('/plans/?status=ACTIVE'), 4);
  assert.deepStrictEqual((await get('/plans/?fits=false')).results, []);
  assert.strictEqual(await count('/coordinator-logs/?event_type=PLAN_DOES_NOT_FIT'), 0);
  const { results: skipped } = await get('/coordinator-logs/?event_type=SKIPPED&page_size=1000');
  assert.deepStrictEqual(skipped.filter(({ olt_name: name }) => name !== 'fiberhome-sur'), []);
});

test('^C ends the demo early, and nothing stays behind', async (t) => {
  const running = await startProgram(t, demo, ['--days', '30'], { env: { FACHO_BINARY: binary }, ready: null });
  // In the middle of writing the past: the simulator is there, and the program is not yet.
  while (running.status === undefined && !simOf(running.child.pid)) await sleep(20);
  const sim = simOf(running.child.pid);
  assert.strictEqual(await running.stop('SIGINT'), 0, running.out + running.err);
  assert.ok(!fs.existsSync(`/proc/${sim}`));
});
