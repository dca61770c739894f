// SPDX-License-Identifier: Apache-2.0
//
// The command line as a client of facho serve: every noun, over its socket and over its API,
// as table, CSV and JSON; and what it says when something is wrong.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');
const { run, sleep, start, startSim, tempFolder } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');

const ONUS = 8;

const isIdle = async (site) => (await site.count('executions', { state: 'RUNNING' })) === 0 &&
  (await site.count('executions', { state: 'PENDING' })) === 0;

// A site with one OLT that has been discovered and read, and the ways to talk to it.
async function startSite(t, env = {}) {
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', String(ONUS / 2), '--control', '-']);
  const site = await startServe(t, { env: { ...QUIET, ...env } });
  await site.ask('olt.add', { name: 'centro', address: sim.address, port: sim.port, community: 'public',
    timeout_ms: 2000, retries: 2 });
  await site.ask('job.standard', { olt: 'centro', first_in: '3s' });
  // What is asked for by hand is never skipped, however busy the machine is. Levels are read of
  // ONUs that are known: twice.
  await site.ask('olt.run', { olt: 'centro' });
  await site.until(async () => (await site.count('onus')) === ONUS, 'all ONUs');
  await site.until(() => isIdle(site), 'the first runs');
  await site.ask('olt.run', { olt: 'centro' });
  await site.until(async () => (await site.list('onus')).some((onu) => onu.onu_rx_dbm !== null), 'levels');
  await site.until(() => isIdle(site), 'the second runs');
  site.sim = sim;
  return site;
}

const tokenFor = async (site, role) =>
  (await site.cli(['token', 'add', `for-${role}`, '--user', 'admin', '--role', role])).out.trim();

// Over the API, with this token.
const remote = (site, token, more = {}) => (args, options = {}) =>
  run([...args, '--server', site.api], { ...options, env: { FACHO_TOKEN: token, ...more, ...options.env } });

async function good(promise) {
  const answer = await promise;
  assert.strictEqual(answer.status, 0, answer.out + answer.err);
  return answer;
}

// ---- every noun, both ways ---------------------------------------------------------------------

// What `show` is given: the field of the first row of the list that names it.
const NOUNS = {
  olt: 'name', job: 'name', node: 'id', workflow: 'olt_name', execution: 'id', onu: 'serial', port: 'id',
  quota: 'id', plan: 'id', log: 'id', brand: 'id', model: 'id', oid: 'id', formula: 'id', state: 'id',
  user: 'name', token: 'id', audit: 'id', setting: 'key',
};

test('every noun lists and shows, over the socket and over the API alike', async (t) => {
  // Something that counts for an hour: by itself, not by hand.
  const site = await startSite(t, { FACHO_STANDARD_STATES: '5s' });
  await site.until(async () => (await site.count('quotas')) > 0 && (await site.count('plans')) > 0, 'quotas', 60000);
  const token = await tokenFor(site, 'admin');
  const ways = { socket: (args, options) => site.cli(args, options), http: remote(site, token) };
  const seen = {};
  for (const [way, ask] of Object.entries(ways)) {
    for (const [noun, key] of Object.entries(NOUNS)) {
      const { json: rows } = await good(ask([noun, 'list', '--json']));
      assert.ok(rows.length > 0, `${noun} list over ${way} has nothing`);
      const one = await good(ask([noun, 'show', String(rows[0][key]), '--json']));
      assert.ok(Object.keys(one.json).length > 2, `${noun} show: ${one.out}`);
      seen[noun] = seen[noun] || Object.keys(one.json);
      assert.deepStrictEqual(Object.keys(one.json).sort(), seen[noun].slice().sort(), `${noun} over ${way}`);
      const table = await good(ask([noun, 'show', String(rows[0][key])]));
      assert.doesNotMatch(table.out, /\{"/, `${noun} show is for people`);
      const csv = await good(ask([noun, 'list', '--csv']));
      assert.strictEqual(csv.out.split('\r\n')[0].split(',').length > 2, true, csv.out);
    }
    for (const args of [['violation', 'list'], ['poller', 'list'], ['poller', 'queue'], ['poller', 'stats'],
      ['quota', 'now'], ['status'], ['top'], ['onu', 'events', '1'], ['onu', 'history', '1', 'onu_rx'],
      ['onu', 'neighbours', '1'], ['onu', 'siblings', '1'], ['port', 'history', '1'], ['olt', 'health', 'centro'],
      ['job', 'preview', '1'], ['onu', 'outages', '1', '--from', '7d'], ['onu', 'timeline', '1'], ['olt', 'compare'], ['olt', 'history', 'centro', 'cpu', '--part', 'board 0/1'],
      ['olt', 'performance', 'centro', '--from', '24h'], ['light', 'list'], ['light', 'worst'], ['light', 'olts'], ['problem', 'list']])
      await good(ask(args));
    const { json: pollers } = await good(ask(['poller', 'list', '--json']));
    assert.strictEqual(pollers.results.length, 50);
  }
});

test('an ONU is found, shown in words, and read from the device, both ways', async (t) => {
  const site = await startSite(t);
  const token = await tokenFor(site, 'operator');
  const { json: [first] } = await good(site.cli(['onu', 'list', '--json', '--order', 'id']));
  for (const ask of [(args) => site.cli(args), remote(site, token)]) {
    const found = await good(ask(['onu', 'find', first.serial.slice(2), '--json']));
    assert.deepStrictEqual(found.json.results.map((row) => row.serial), [first.serial]);
    const table = await good(ask(['onu', 'find', first.serial]));
    assert.match(table.out, new RegExp(`^ONU +OLT +Position +.*\\n.*centro +${first.place} +${first.serial}`));
    const shown = await good(ask(['onu', 'show', first.serial]));
    assert.match(shown.out, new RegExp(`^Serial +${first.serial}$`, 'm'));
    assert.match(shown.out, /^OLT +centro$/m);
    assert.match(shown.out, /^Run state +\S/m);
    assert.match(shown.out, /^onu_rx_dbm +-\d/m);
    const fresh = await good(ask(['onu', 'refresh', first.serial]));
    assert.match(fresh.out, /^onu_rx_dbm +-\d/m);
    const nothing = await ask(['onu', 'find', 'NOSUCHSERIAL']);
    assert.strictEqual(nothing.status, 0);
    assert.deepStrictEqual([nothing.out, nothing.err], ['', 'no ONUs\n'], 'no lone heading');
    const missing = await ask(['onu', 'show', '999999']);
    assert.strictEqual(missing.status, 1);
    assert.match(missing.err, /^facho onu: .*999999/);
  }
});

test('people read words and programs get codes, both ways', async (t) => {
  const site = await startSite(t);
  const token = await tokenFor(site, 'operator');
  site.sim.write('{"cmd":"dark","port":"1/0"}');
  await site.ask('olt.run', { olt: 'centro' });
  await site.until(async () => (await site.count('onus', { cause: 'los_port' })) > 0, 'a dark port');
  await site.until(async () => (await site.list('pon_ports')).some(({ condition }) => condition === 'dark'), 'its condition');
  for (const ask of [(args) => site.cli(args), remote(site, token)]) {
    const onus = await good(ask(['onu', 'list', '--cause', 'los_port']));
    assert.match(onus.out, / offline +no light, whole port /);
    assert.doesNotMatch(onus.out, /los_port/);
    const { json: [dark] } = await good(ask(['onu', 'list', '--cause', 'los_port', '--json']));
    assert.strictEqual(dark.cause, 'los_port');
    assert.match((await good(ask(['onu', 'list', '--cause', 'los_port', '--csv']))).out, /,los_port,/);
    const outages = await good(ask(['onu', 'outages', dark.serial]));
    assert.match(outages.out, /^Online for [\d.]+ % of the .+ observed\.$/m);
    assert.match(outages.out, /^Since +Until +Duration +State +Cause$/m);
    assert.match(outages.out, /no light, whole port/);
    const { json: told } = await good(ask(['onu', 'outages', dark.serial, '--json']));
    assert.strictEqual(told.outages[0].cause, 'los_port');
    assert.match((await good(ask(['onu', 'timeline', dark.serial]))).out, /^From +To +State +Cause$[^]* online [^]* no light, whole port/m);
    const ports = await good(ask(['port', 'list', '--condition', 'dark']));
    assert.match(ports.out, /^Port +OLT +Position +State +.*Median dBm +Worst dBm/);
    assert.match(ports.out, / 0\/1\/0 +all down /);
    const problems = await good(ask(['problem', 'list']));
    assert.match(problems.out, /critical +centro +0\/1\/0 +all ONUs of the port are down /);
    const worst = await good(ask(['light', 'worst', '--count', '2']));
    assert.match(worst.out, /^ONU +OLT .*Left dB/);
    assert.strictEqual(worst.out.trim().split('\n').length, 3);
    assert.match((await good(ask(['light', 'olts']))).out, /^OLT +ONUs +Bad +Weak .*\ncentro +8 /);
    assert.match((await good(ask(['olt', 'performance', 'centro']))).out, /^Hour +Runs +Success % /);
    assert.match((await good(ask(['olt', 'compare']))).out, /^OLT +Runs +Success % .*\ncentro /);
    assert.match((await good(ask(['execution', 'list']))).out, / success /);
    assert.match((await good(ask(['oid', 'list', '--purpose', 'onu_rx', '--brand', 'Huawei']))).out, / level that the ONU receives /);
    assert.match((await good(ask(['olt', 'list']))).out, / up /);
  }
});

test('a list without rows says so for people, and is an empty one for programs, both ways', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const token = await tokenFor(site, 'admin');
  const WORDS = { olt: 'OLTs', job: 'jobs', node: 'nodes', onu: 'ONUs', port: 'PON ports', value: 'values', plan: 'plans',
    violation: 'violations', execution: 'executions', quota: 'quotas' };
  for (const ask of [(args) => site.cli(args), remote(site, token)]) {
    for (const [noun, words] of Object.entries(WORDS)) {
      const table = await good(ask([noun, 'list']));
      assert.deepStrictEqual([table.out, table.err], ['', `no ${words}\n`]);
      assert.deepStrictEqual((await good(ask([noun, 'list', '--json']))).json, []);
      const csv = await good(ask([noun, 'list', '--csv']));
      assert.match(csv.out, /^[a-z_,]+\r\n$/, 'CSV has its heading');
    }
    const queue = await good(ask(['poller', 'queue']));
    assert.deepStrictEqual([queue.out, queue.err], ['', 'no executions in the queue\n']);
  }
});

// ---- changes ------------------------------------------------------------------------------------

test('things are added, changed and removed, both ways', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const token = await tokenFor(site, 'admin');
  const ways = { socket: (args, options) => site.cli(args, options), http: remote(site, token, { FACHO_COMMUNITY: 'public' }) };
  for (const [way, ask] of Object.entries(ways)) {
    const name = `Acme-${way}`;
    await good(ask(['brand', 'add', name, '--description', 'white label']));
    await good(ask(['model', 'add', 'A100', '--brand', name, '--profile', 'vsol_v1600g']));
    const { json: models } = await good(ask(['model', 'list', '--brand', name, '--json']));
    assert.deepStrictEqual(models.map((m) => [m.name, m.brand_name]), [['A100', name]]);
    await good(ask(['model', 'change', String(models[0].id), '--slots', '4']));
    assert.strictEqual((await ask(['model', 'show', String(models[0].id), '--json'])).json.slots, 4);
    await good(ask(['state', 'add', '7', '--brand', name, '--label', 'dying', '--meaning', 'power']));
    await good(ask(['oid', 'add', 'serial', '--brand', name, '--oid', '1.3.6.1.4.1.99999.1', '--purpose', 'serial']));
    const { json: oids } = await good(ask(['oid', 'list', '--brand', name, '--json']));
    await good(ask(['oid', 'change', String(oids[0].id), '--enabled', 'no']));
    assert.strictEqual((await ask(['oid', 'show', String(oids[0].id), '--json'])).json.enabled, false);
    const gone = await good(ask(['oid', 'delete', String(oids[0].id)]));
    assert.strictEqual(gone.out, `${oids[0].id}: delete\n`);
    assert.deepStrictEqual((await ask(['oid', 'list', '--brand', name, '--json'])).json, []);

    const olt = `olt-${way}`;
    await good(ask(['olt', 'add', olt, '127.0.0.1:9', '--disabled', '--site', 'Norte']));
    await good(ask(['olt', 'change', olt, '--site', 'Sur', '--timeout', '3s']));
    const { json: shown } = await good(ask(['olt', 'show', olt, '--json']));
    assert.deepStrictEqual([shown.site, shown.timeout_ms, shown.enabled], ['Sur', 3000, false]);
    const own = { env: { FACHO_COMMUNITY: 'public' } };
    await good(ask(['olt', 'change', olt, '127.0.0.2'], own));
    assert.deepStrictEqual([(await ask(['olt', 'show', olt, '--json'])).json].map((o) => [o.address, o.port]), [['127.0.0.2', 9]],
      'a port that is not given stays');
    await good(ask(['olt', 'change', olt, '127.0.0.1:10'], own));
    assert.strictEqual((await ask(['olt', 'show', olt, '--json'])).json.port, 10);
    assert.strictEqual((await good(ask(['olt', 'enable', olt]))).out, `${olt}: enable\n`);
    assert.strictEqual((await good(ask(['olt', 'delete', olt, '--why', 'a test']))).out, `${olt}: delete\n`);
    assert.ok(!(await ask(['olt', 'list', '--json'])).json.some((row) => row.name === olt));
    assert.ok((await ask(['olt', 'list', '--deleted', '--json'])).json.some((row) => row.name === olt));
    await good(ask(['olt', 'restore', olt]));

    const job = `job-${way}`;
    await good(ask(['job', 'add', job, '-t', 'get', '-i', '15m', '--brand', 'Huawei', '--oid', 'huawei_smartax/onu/rx_dbm']));
    await good(ask(['job', 'change', job, '--interval', '10m']));
    assert.strictEqual((await ask(['job', 'show', job, '--json'])).json.interval_ms, 600000);
    await good(ask(['job', 'duplicate', job, `${job}-2`]));
    await good(ask(['job', 'delete', `${job}-2`]));

    await good(ask(['user', 'add', `u-${way}`, '--role', 'viewer'], { env: { FACHO_PASSWORD: 'correct horse 1' } }));
    await good(ask(['user', 'change', `u-${way}`, '--role', 'operator']));
    await good(ask(['user', 'disable', `u-${way}`]));
    assert.strictEqual((await ask(['user', 'show', `u-${way}`, '--json'])).json.enabled, false);
    await good(ask(['user', 'delete', `u-${way}`]));

    const set = await good(ask(['setting', 'set', 'onu_rx.warn', '-24.5', '--json']));
    assert.strictEqual(set.json.value, -24.5);
    assert.strictEqual((await good(ask(['setting', 'reset', 'onu_rx.warn', '--json']))).json.is_changed, false);
  }
  const { json: audit } = await good(site.cli(['audit', 'list', '--entity', 'olt', '--json']));
  assert.deepStrictEqual([...new Set(audit.map((row) => row.address))].sort(), ['127.0.0.1', 'local']);
});

test('what runs is followed until it has ended, and the status tells how', async (t) => {
  const site = await startSite(t);
  const token = await tokenFor(site, 'operator');
  const ask = remote(site, token);
  const { json: nodes } = await good(ask(['node', 'list', '--olt', 'centro', '--json']));
  const ran = await good(ask(['node', 'run', String(nodes[0].id), '--wait']));
  assert.match(ran.out, /^Execution +OLT +Job +State/);
  assert.match(ran.out, / success /);
  for (const way of [ask, (args) => site.cli(args)]) {
    const { json } = await good(way(['node', 'run', String(nodes[0].id), '--json']));
    const followed = await good(way(['execution', 'follow', String(json.executions[0])]));
    assert.match(followed.out, /^\d\d:\d\d:\d\d SUCCESS +attempt 1/m);
  }
  // The OLT falls silent: the execution fails, and so does the command.
  await site.sim.stop();
  const { json } = await good(ask(['node', 'run', String(nodes[0].id), '--json']));
  const failed = await ask(['execution', 'follow', String(json.executions[0])]);
  assert.strictEqual(failed.status, 1, failed.out + failed.err);
  assert.match(failed.out, /FAILED/);
  const none = await ask(['execution', 'follow', '99999999']);
  assert.strictEqual(none.status, 1);
  assert.match(none.err, /99999999/);
});

test('everything that happens is followed, both ways, until facho serve ends', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const token = await tokenFor(site, 'viewer');
  const followers = [
    await start(t, ['execution', 'follow', '--data', site.folder], { ready: null }),
    await start(t, ['execution', 'follow', '--server', site.api], { ready: null, env: { FACHO_TOKEN: token } }),
    await start(t, ['execution', 'follow', '--json', '--server', site.api], { ready: null, env: { FACHO_TOKEN: token } }),
  ];
  // Nobody is told what was before: names until each has seen one.
  for (let i = 0; followers.some((f) => !f.out); i++) {
    assert.ok(i < 100, followers.map((f) => f.err).join());
    await site.ask('olt.add', { name: `olt-${i}`, address: '127.0.0.1', port: 9, community: 'public', enabled: false });
    await sleep(200);
  }
  assert.match(followers[0].out, /^\d\d:\d\d:\d\d olt_added +\S/m);
  assert.match(followers[1].out, /^\d\d:\d\d:\d\d olt_added +\S/m);
  assert.strictEqual(JSON.parse(followers[2].out.split('\n')[0]).kind, 'olt_added');
  await site.program.stop();
  for (const follower of followers) assert.ok([0, 1].includes(await follower.ended), follower.err);
});

// ---- filters and widths ------------------------------------------------------------------------

test('fields are options that filter; ranges, times and names work; the order and the count', async (t) => {
  const site = await startSite(t);
  const token = await tokenFor(site, 'viewer');
  for (const ask of [(args) => site.cli(args), remote(site, token)]) {
    const list = async (...args) => (await good(ask([...args, '--json']))).json;
    assert.strictEqual((await list('onu', 'list', '--olt', 'centro')).length, ONUS);
    assert.strictEqual((await list('onu', 'list', '--olt', 'nowhere')).length, 0);
    const all = await list('onu', 'list', '--order', '-onu_rx_dbm');
    const levels = all.map((row) => row.onu_rx_dbm).filter((level) => level !== null);
    assert.deepStrictEqual(levels, levels.slice().sort((a, b) => b - a));
    const weak = await list('onu', 'list', '--onu-rx-dbm', `..${levels[2]}`);
    assert.deepStrictEqual(weak.map((row) => row.onu_rx_dbm < levels[2]), weak.map(() => true));
    assert.strictEqual(weak.length, levels.filter((level) => level < levels[2]).length);
    assert.strictEqual((await list('onu', 'list', '--count', '3')).length, 3);
    assert.ok((await list('execution', 'list', '--queued_at', '1h', '--state', 'SUCCESS')).length > 0);
    assert.strictEqual((await list('execution', 'list', '--queued_at', '..1h')).length, 0);
    assert.strictEqual((await list('brand', 'list', '-s', 'huaw')).length, 1);
    assert.strictEqual((await list('onu', 'list', '-s', all[0].serial)).length, 1);
    const ids = (await list('execution', 'list', '--count', '4')).map((row) => row.id);
    const newest = (await list('execution', 'list', '--count', '0')).map((row) => row.id).sort((a, b) => b - a);
    assert.deepStrictEqual(ids, newest.slice(0, 4), 'the newest come first');
    const jobs = (await list('job', 'list')).map((row) => row.name);
    assert.deepStrictEqual(jobs, jobs.slice().sort());
    assert.match((await good(ask(['job', 'list']))).out, /huawei_smartax discovery +Huawei +discovery +1h/);
    const columns = await good(ask(['onu', 'list', '--columns', 'serial,slot', '--csv', '--count', '1']));
    assert.match(columns.out, /^serial,slot\r\n\w+,\d+\r\n$/);
  }
});

test('a table fits its terminal, whatever its width; for a file it is whole', async (t) => {
  const site = await startSite(t);
  const lists = [...Object.keys(NOUNS).map((noun) => [noun, 'list']), ['quota', 'now'], ['poller', 'list'],
    ['onu', 'find', 'a'], ['onu', 'neighbours', '1']];
  const lines = async (args, env) => (await good(site.cli(args, { env }))).out.split('\n');
  const columns = (table) => table[0].split(/ {2,}/).length;
  // Lists live: rows come and go, and ages grow. What is compared was written between two looks at the
  // whole that have as many lines, as wide.
  const together = (args, width) => site.until(async () => {
    const looks = [await lines(args), await lines(args, { COLUMNS: String(width) }), await lines(args)];
    const [before, , after] = looks.map((table) => [table.length, Math.max(...table.map((line) => [...line].length))]);
    return String(before) === String(after) && { whole: looks[0], widest: before[1], narrow: looks[1] };
  }, `${args.join(' ')} twice the same`);
  for (const args of lists) {
    for (const width of [60, 80, 200]) {
      const { whole, widest, narrow } = await together(args, width);
      assert.deepStrictEqual(narrow.filter((line) => [...line].length > width), [], `${args.join(' ')} at ${width}`);
      assert.strictEqual(narrow.length, whole.length, args.join(' '));
      if (widest <= width)
        assert.strictEqual(columns(narrow), columns(whole), 'no column is left out without need');
    }
  }
});

// ---- what goes wrong -----------------------------------------------------------------------------

test('a wrong field is named, and the status is 2; what is not there is 1', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const token = await tokenFor(site, 'admin');
  for (const ask of [(args, o) => site.cli(args, o), remote(site, token, { FACHO_COMMUNITY: 'public' })]) {
    const wrong = await ask(['job', 'add', 'x', '-t', 'get', '-i', 'soon']);
    assert.strictEqual(wrong.status, 2, wrong.err);
    assert.match(wrong.err, /^facho job: interval: /m);
    assert.strictEqual(wrong.out, '');
    for (const [args, words] of [
      [['onu', 'list', '--colour', 'red'], /there is no option --colour/],
      [['onu', 'lsit'], /there is no "onu lsit"; did you mean list\?/],
      [['onu', 'show'], /onu show needs more/],
      [['olt', 'list', '--columns', 'nmae'], /the list olt_overview has no field "nmae"/],
      [['execution', 'list', '--queued_at', 'yesterday'], /--queued_at: "yesterday" is no moment/],
      [['execution', 'show', 'x'], /"x" is not the number of an execution/],
      [['brand', 'show', '1', '--name', 'x'], /brand show takes no --name/],
    ]) {
      const answer = await ask(args);
      assert.strictEqual(answer.status, 2, `${args}: ${answer.out}${answer.err}`);
      assert.match(answer.err, words);
    }
    for (const args of [['olt', 'show', 'nowhere'], ['node', 'show', '999'], ['brand', 'delete', '99999'],
      ['execution', 'show', '999999'], ['setting', 'show', 'no.such']]) {
      const answer = await ask(args);
      assert.strictEqual(answer.status, 1, `${args}: ${answer.out}${answer.err}`);
      assert.match(answer.err, /^facho \w+: \S/);
      assert.strictEqual(answer.out, '');
    }
  }
});

test('tokens: none, a wrong one, one that may not; the server: none, not ours, no URL', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const viewer = await tokenFor(site, 'viewer');
  const fails = async (args, env, words) => {
    const { status, out, err } = await run(args, { env });
    assert.strictEqual(status, 1, out + err);
    assert.strictEqual(out, '');
    assert.match(err, words);
  };
  const list = ['olt', 'list', '--server', site.api];
  await good(run(list, { env: { FACHO_TOKEN: viewer } }));
  await good(run(['olt', 'list'], { env: { FACHO_TOKEN: viewer, FACHO_SERVER: `${site.api}/` } }));
  await fails(list, {}, /\$FACHO_TOKEN is not set; `facho token add` makes one/);
  await fails(list, { FACHO_TOKEN: 'facho_wrong' }, /\$FACHO_TOKEN is not good there/);
  await fails(['olt', 'delete', '1', '--server', site.api], { FACHO_TOKEN: viewer }, /admin/);
  await fails(['olt', 'list', '--server', 'http://127.0.0.1:1'], {}, /http:\/\/127.0.0.1:1: nobody answers there/);
  await fails(['olt', 'list', '--server', 'noc.example'], {}, /"noc.example" is no server \(like https:/);
  await fails(['olt', 'list', '--server', site.api.replace('http:', 'https:')], {}, /does not speak HTTPS/);
  await fails(['execution', 'follow', '--server', site.api], {}, /\$FACHO_TOKEN is not set/);
  await fails(['olt', 'list', '--data', tempFolder(t)], {}, /no facho serve runs here \(.*facho.sock\); --data DIR/);
});

// ---- HTTPS -----------------------------------------------------------------------------------------

const openssl = (...args) => execFileSync('openssl', args, { stdio: 'ignore' });

// An authority of our own, and a certificate of it for 127.0.0.1.
function makeAuthority(folder) {
  const at = (name) => path.join(folder, name);
  for (const name of ['ca', 'other'])
    openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout',
      at(`${name}.key`), '-out', at(`${name}.pem`), '-days', '2', '-subj', `/CN=${name}`);
  openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', at('key.pem'),
    '-out', at('request.pem'), '-subj', '/CN=noc', '-addext', 'subjectAltName=IP:127.0.0.1');
  openssl('x509', '-req', '-in', at('request.pem'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial',
    '-out', at('cert.pem'), '-days', '2', '-copy_extensions', 'copy');
  return { ca: at('ca.pem'), other: at('other.pem'), cert: at('cert.pem'), key: at('key.pem') };
}

test('over HTTPS with an authority of our own; whom nobody vouches for is refused in words', async (t) => {
  const { ca, other, cert, key } = makeAuthority(tempFolder(t));
  const site = await startServe(t, { env: { ...QUIET, FACHO_HTTP_TLS_CERT: cert, FACHO_HTTP_TLS_KEY: key } });
  assert.match(site.api, /^https:/);
  const ask = remote(site, await tokenFor(site, 'viewer'));
  assert.ok((await good(ask(['brand', 'list', '--json', '--ca', ca]))).json.length > 3);
  await good(ask(['brand', 'list'], { env: { FACHO_CA: ca } }));
  await good(ask(['top', '--ca', ca]));
  for (const [args, env] of [[[], {}], [['--ca', other], {}], [[], { FACHO_CA: other }]]) {
    const { status, err } = await ask(['brand', 'list', ...args], { env });
    assert.strictEqual(status, 1);
    assert.match(err, /its certificate cannot be trusted; --ca FILE or \$FACHO_CA says whose can/);
  }
  const elsewhere = await run(['brand', 'list', '--ca', ca, '--server', site.api.replace('127.0.0.1', 'localhost')]);
  assert.strictEqual(elsewhere.status, 1);
  assert.match(elsewhere.err, /its certificate cannot be trusted.*localhost/);
  const missing = await ask(['brand', 'list', '--ca', '/nowhere.pem']);
  assert.strictEqual(missing.status, 1);
  assert.match(missing.err, /--ca: no certificates in there/);
});

// ---- the folder --------------------------------------------------------------------------------------

test('doctor, backup and migrate find the database by --data, as serve does', async (t) => {
  const folder = path.join(tempFolder(t), 'data');
  const site = await startServe(t, { env: QUIET, folder });
  const copy = path.join(tempFolder(t), 'copy.db');
  await good(run(['backup', copy, '--data', folder]));
  await good(run(['doctor', '--database', `sqlite:${copy}`]));
  assert.match((await good(run(['doctor', '--data', folder]))).out, /the database is well/);
  await site.program.stop();
  assert.match((await good(run(['migrate', '--data', folder]))).out, /nothing to do/);
  assert.match((await good(run(['migrate', '--status', '--data', folder]))).out, /the database has version/);
  assert.match((await good(run(['key', 'rotate', '--data', folder]))).out, new RegExp(`new key in ${folder}/facho.key`));
  const exported = path.join(tempFolder(t), 'site.json');
  await good(run(['export', exported, '--data', folder]));
  assert.strictEqual((await run(['doctor', '--data', tempFolder(t)])).status, 1);
});
