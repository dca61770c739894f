// SPDX-License-Identifier: Apache-2.0
//
// facho serve and the commands that talk to it, against simulated OLTs.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { test } = require('node:test');
const { binary, run, runProgram, start, startProgram, startSim, sleep, tempFolder } = require('./lib');
const { startServe, pgsqlDatabase, counters, QUICK, QUIET } = require('./serve-lib');

const SIM = ['--control', '-', '--ports', '2', '--onus', '8', '--offline', '0', '--churn', '0'];

test('an OLT is added, its ONUs are found and their data comes, on both databases', async (t) => {
  for (const database of [undefined, await pgsqlDatabase(t)]) {
    const sim = await startSim(t, ['--profile', 'huawei', ...SIM]);
    const site = await startServe(t, { env: database ? { FACHO_DATABASE: database } : {} });
    const added = await site.cli(['olt', 'add', 'centro', sim.host, '--site', 'Norte', '--json']);
    assert.strictEqual(added.status, 0, added.err);
    assert.strictEqual(added.json.name, 'centro');
    assert.doesNotMatch(added.out, /public/);
    const applied = await site.cli(['job', 'apply', '--standard', '--olt', 'centro', '--first-in', '100ms']);
    assert.strictEqual(applied.status, 0, applied.err);
    assert.match(applied.out, /^[4-7] applied, 0 were there already/);
    await site.until(async () => (await site.count('onus', { is_present: true })) === 16, 'ONUs');
    await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 16, 'states');
    await site.until(async () => (await site.count('onus', { onu_rx_dbm__lt: 0 })) === 16, 'levels');
    const [olt] = await site.list('olts');
    assert.strictEqual(olt.brand, 'Huawei');
    const again = await site.cli(['job', 'apply', '--standard', '--all']);
    assert.match(again.out, /^0 applied, [4-7] were there already/);
    await site.until(async () => (await site.ask('status')).engine.completed > 4, 'figures');
    // Where counting is slow, totals are those of the last count.
    await site.until(async () => {
      const { json } = await site.cli(['status', '--json']);
      return json.olts.enabled === 1 && json.onus.present === 16 && json.onus.online === 16;
    }, 'totals');
    const words = await site.cli(['status', '--pollers']);
    assert.match(words.out, /16 present: 16 online/);
    assert.ok(fs.readFileSync(path.join(site.folder, 'logs/coordinator/main.log'), 'utf8')
      .match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[INFO\] coordinator\./m));
    assert.strictEqual(await site.program.stop(), 0, site.program.err);
    await sim.stop();
  }
});

test('what is disabled stops within a second, and its device hears nothing more', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', ...SIM, '--latency', '50ms']);
  const site = await startServe(t);
  await site.addOlt('z', sim.host);
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 0, 'a run');
  // In the middle of a run, which takes some requests of 50 ms each.
  const [node] = await site.list('nodes', { type: 'discovery' });
  await site.ask('node.run', { node: node.id });
  await site.until(async () => (await site.ask('status')).engine.busy > 0, 'a run under way');
  await site.ask('olt.disable', { olt: 'z' });
  await site.until(async () => (await site.count('executions', { state: 'RUNNING' })) === 0, 'the end of what ran');
  const before = (await counters(sim))[0].requests;
  await sleep(3000);
  assert.strictEqual((await counters(sim))[0].requests, before);
  assert.strictEqual(await site.count('executions', { state: 'RUNNING' }), 0);
  assert.strictEqual(await site.count('executions', { state: 'PENDING' }), 0);
  assert.ok((await counters(sim))[0].max_in_flight <= 5);
  const log = await site.list('coordinator_logs', { event_type: 'OLT_DISABLED' });
  assert.strictEqual(log.length, 1);
});

test('a job runs by hand, waits for its OLT, and says how it went', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', ...SIM]);
  const site = await startServe(t, { env: QUIET });
  await site.addOlt('h', sim.host, { first_in: '1h' });
  const ran = await site.cli(['job', 'run', 'huawei_smartax discovery', '--olt', 'h', '--wait']);
  assert.strictEqual(ran.status, 0, ran.err + ran.out);
  assert.match(ran.out, /success/);
  assert.strictEqual(await site.count('onus', { is_present: true }), 16);
  const [execution] = await site.list('executions', { type: 'discovery' });
  const shown = await site.cli(['execution', 'show', String(execution.id), '--json']);
  assert.strictEqual(shown.json.state, 'SUCCESS');
  assert.strictEqual(shown.json.onus_new, 16);
  assert.strictEqual(shown.json.attempt_rows.length, 1);
  assert.ok(shown.json.asked_by);
});

test('whoever is told the number of an execution finds it at once', async (t) => {
  for (const database of [undefined, await pgsqlDatabase(t)]) {
    const sim = await startSim(t, ['--profile', 'huawei', ...SIM]);
    const site = await startServe(t, { env: { ...QUIET, ...(database ? { FACHO_DATABASE: database } : {}) } });
    await site.addOlt('h', sim.host, { first_in: '1h' });
    const find = async ([execution]) => {
      const found = await site.ask('execution.get', { execution });
      assert.strictEqual(found.id, execution);
      return found;
    };
    const nodes = await site.list('nodes');
    for (let i = 0; i < 40; i++)
      await find((await site.ask('node.run', { node: nodes[i % nodes.length].id, alone: true })).executions);
    for (let i = 0; i < 3; i++)
      for (const execution of (await site.ask('olt.run', { olt: 'h' })).executions) await find([execution]);
    await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 16, 'ONUs');
    for (let i = 0; i < 10; i++) {
      const { execution } = await site.ask('onu.refresh', { onu: 1 + i });
      assert.match((await find([execution])).state, /PENDING|RUNNING|SUCCESS/);
    }
    // One that may not run is there too, and says why it never did.
    await site.ask('olt.disable', { olt: 'h' });
    const refused = await find((await site.ask('node.run', { node: nodes[0].id })).executions);
    assert.strictEqual(refused.state, 'INTERRUPTED');
    assert.strictEqual(refused.error, 'OLT_DISABLED');
    assert.match(refused.message, /h is disabled: enable it first/);
    assert.strictEqual(await site.program.stop(), 0, site.program.err);
    await sim.stop();
  }
});

test('fifty runs by hand, a schedule and retries at once: one at a time on the OLT, gently', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', ...SIM, '--latency', '10ms']);
  const site = await startServe(t);
  await site.addOlt('z', sim.host);
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 5, 'runs');
  const nodes = await site.list('nodes');
  const asked = [];
  for (let i = 0; i < 50; i++)
    asked.push(...(await site.ask('node.run', { node: nodes[i % nodes.length].id })).executions);
  assert.strictEqual(new Set(asked).size, 50);
  const mine = (e) => asked.includes(e.id);
  const over = async () => (await site.list('executions')).filter((e) => mine(e) && e.finished_at);
  await site.until(async () => (await over()).length === 50, 'all fifty', 60000);
  const all = (await site.list('executions')).filter((e) => e.finished_at && e.started_at);
  const ran = all.filter(mine);
  assert.ok(ran.every((e) => e.state === 'SUCCESS' || e.state === 'PARTIAL'), JSON.stringify(ran.map((e) => e.state)));
  assert.ok(ran.every((e) => e.lane === 'high'));
  // A sweep holds the OLT during its slices only; the others must not overlap. What is stored has
  // whole milliseconds, so one may end in the millisecond in which the next begins.
  const whole = all.filter((e) => !/optics|details/.test(e.job_name) && e.attempts === 1)
    .map((e) => ({ id: e.id, from: Date.parse(e.started_at), to: Date.parse(e.started_at) + e.duration_ms }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  for (let i = 1; i < whole.length; i++)
    assert.ok(whole[i].from >= whole[i - 1].to - 1, `${whole[i].id} began before ${whole[i - 1].id} ended`);
  assert.ok((await counters(sim))[0].max_in_flight <= 5);
});

test('a task that is disabled stops, one whose interval changes runs by it, within a second', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', ...SIM]);
  const site = await startServe(t, { env: { ...QUIET, FACHO_STANDARD_STATES: '1s' } });
  await site.addOlt('z', sim.host);
  const ranOf = (name) => site.count('executions', { job_name: name });
  await site.until(async () => (await ranOf('zte_c300_c320 states')) > 2, 'runs');
  await site.cli(['job', 'disable', 'zte_c300_c320 states']);
  for (const state of ['RUNNING', 'PENDING'])
    await site.until(async () => (await site.count('executions', { job_name: 'zte_c300_c320 states', state })) === 0, state);
  const stopped = await ranOf('zte_c300_c320 states');
  await sleep(2500);
  assert.strictEqual(await ranOf('zte_c300_c320 states'), stopped);
  const changed = await site.cli(['job', 'change', 'zte_c300_c320 chassis', '--interval', '1s', '--json']);
  assert.strictEqual(changed.status, 0, changed.err);
  assert.strictEqual(changed.json.interval_ms, 1000);
  // By the hour it would have run once more at the most. A busy machine may skip some seconds.
  const slots = await site.until(async () => {
    const ran = await site.list('executions', { job_name: 'zte_c300_c320 chassis' }, { ordering: '-id' });
    return ran.length >= 5 && ran.slice(0, 4).map(({ due_at }) => Date.parse(due_at));
  }, 'runs by the second');
  for (let i = 1; i < slots.length; i++)
    assert.strictEqual((slots[i - 1] - slots[i]) % 1000, 0, `due at ${slots}`);
  for (const event_type of ['TASK_DISABLED', 'TASK_INTERVAL_CHANGED', 'PLAN_ADJUSTED']) {
    const [line] = await site.until(async () => { const found = await site.list('coordinator_logs', { event_type }); return found.length && found; }, event_type);
    assert.strictEqual(typeof line.details, 'object', 'JSON, not a text with JSON in it');
  }
});

test('an execution is interrupted by hand, waiting or running', async (t) => {
  // A run has several requests, so it is not over before it is interrupted, however long that takes.
  const sim = await startSim(t, ['--profile', 'zte', ...SIM, '--latency', '20s']);
  const site = await startServe(t, { env: QUIET });
  const [address, port] = sim.host.split(':');
  await site.ask('olt.add', { name: 'z', address, port: Number(port), community: 'public', profile: 'zte', timeout_ms: 60000 });
  await site.ask('job.standard', { olt: 'z', first_in: '1h' });
  const [node, other] = await site.list('nodes', { type: 'walk' });
  const [running] = (await site.ask('node.run', { node: node.id })).executions;
  const [waiting] = (await site.ask('node.run', { node: other.id })).executions;
  const stateOf = async (id) => (await site.list('executions', { id }))[0]?.state;
  await site.until(async () => (await stateOf(running)) === 'RUNNING', 'running');
  for (const id of [waiting, running])
    assert.strictEqual((await site.cli(['execution', 'interrupt', String(id)])).status, 0);
  await site.until(async () => (await stateOf(running)) === 'INTERRUPTED', 'interrupted');
  await site.until(async () => (await stateOf(waiting)) === 'INTERRUPTED', 'interrupted');
  const [row] = await site.list('executions', { id: running });
  assert.strictEqual(row.error, 'USER');
});

test('a chain runs after its master, as one unit, and not after a master that failed', async (t) => {
  const sim = await startSim(t, ['--profile', 'zte', ...SIM]);
  const site = await startServe(t, { env: QUIET });
  await site.addOlt('z', sim.host, { first_in: '1h' });
  const nodes = await site.list('nodes', {}, { ordering: 'id' });
  const [master, ...rest] = nodes.filter((n) => n.type !== 'get');
  // What is enabled and no part of the chain would run by itself after the first discovery.
  for (const node of nodes.filter((n) => n.type === 'get')) await site.ask('node.disable', { node: node.id });
  for (const node of rest) await site.ask('node.chain', { node: node.id, master: master.id });
  await site.ask('node.run', { node: master.id });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) === 1 + rest.length, 'the chain');
  const ran = (await site.list('executions', {}, { ordering: 'id' }));
  assert.strictEqual(new Set(ran.map((e) => e.poller)).size, 1);
  assert.deepStrictEqual(new Set(ran.map((e) => e.node)), new Set([master, ...rest].map((n) => n.id)));
  sim.write('{"cmd":"set","silent":true}');
  await site.ask('node.run', { node: master.id });
  await site.until(async () => (await site.count('executions', { node: master.id, state: 'FAILED' })) +
    (await site.count('executions', { node: master.id, state: 'PENDING', error: 'TIMEOUT' })) > 0, 'a failure');
  await sleep(500);
  assert.strictEqual(await site.count('executions'), ran.length + 1);
});

test('a test of an OLT says what it is and writes nothing', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', ...SIM]);
  const site = await startServe(t);
  const tested = await site.cli(['olt', 'test', sim.host, '--json']);
  assert.strictEqual(tested.status, 0, tested.err);
  assert.strictEqual(tested.json.brand, 'Huawei');
  assert.strictEqual(tested.json.onus.length, 10);
  assert.ok(tested.json.columns.filter((c) => c.answers).length > 5);
  const words = await site.cli(['olt', 'test', sim.host]);
  assert.match(words.out, /Huawei/);
  assert.strictEqual(await site.count('olts'), 0);
  sim.write('{"cmd":"set","silent":true}');
  const silent = await site.cli(['olt', 'test', sim.host]);
  assert.strictEqual(silent.status, 1);
});

test('a silent OLT is suspended, probed, and comes back by itself', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', ...SIM]);
  const site = await startServe(t, {
    env: { FACHO_HEALTH_WATCH: '0', FACHO_HEALTH_SUSPEND_AFTER: '2', FACHO_HEALTH_PROBE_EVERY: '1s' },
  });
  await site.addOlt('h', sim.host);
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 2, 'runs');
  sim.write('{"cmd":"set","silent":true}');
  await site.until(async () => (await site.ask('status')).olts.suspended === 1, 'suspended');
  const ended = (await counters(sim))[0].requests, since = Date.now();
  await sleep(3000);
  // A probe a second is sent twice; one more at each end of the time.
  const probes = (await counters(sim))[0].requests - ended, seconds = (Date.now() - since) / 1000;
  assert.ok(probes <= 2 * (seconds + 2), `${probes} requests in ${seconds} s are not only probes`);
  sim.write('{"cmd":"set","silent":false}');
  await site.until(async () => (await site.ask('status')).olts.suspended === 0, 'back');
  const done = await site.count('executions', { state: 'SUCCESS' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > done, 'runs');
  assert.strictEqual((await site.list('coordinator_logs', { event_type: 'OLT_SUSPENDED' })).length, 1);
  assert.strictEqual((await site.list('coordinator_logs', { event_type: 'OLT_BACK' })).length, 1);
});

// Somewhere that takes every request and answers none.
async function silentHost(t) {
  const socket = dgram.createSocket('udp4');
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

test('SIGTERM ends it in good order, under load, and waits for no device', async (t) => {
  const sim = await startSim(t, ['--olts', '8', '--profile', 'huawei', ...SIM, '--latency', '20ms'], { olts: 8 });
  const site = await startServe(t);
  for (const [i, host] of sim.hosts.entries()) await site.addOlt(`olt${i}`, host, { profile: 'huawei' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > 5, 'runs');
  // A request that nobody answers is given up after four minutes; stop() kills a program that has not ended after one.
  await site.addOlt('silent', await silentHost(t), { profile: 'huawei', timeout_ms: 60000, retries: 3 });
  await site.until(async () => (await site.count('executions', { state: 'RUNNING', olt_name: 'silent' })) > 0, 'a request without an answer');
  assert.strictEqual(await site.program.stop(), 0, site.program.err);
  assert.ok(!fs.existsSync(site.socket));
  const { status, out } = await site.doctor();
  assert.strictEqual(status, 0, out);
  // And what was not over says why.
  await site.start();
  assert.strictEqual(await site.count('executions', { error: 'RESTART' }), 0);
});

test('two programs do not share a folder; a dead one\'s socket is replaced', async (t) => {
  const site = await startServe(t);
  const second = await run(['serve', '--data', site.folder]);
  assert.strictEqual(second.status, 1);
  assert.match(second.err, new RegExp(`process ${site.program.child.pid}\\).*has ${site.folder}`));
  await site.ask('status');
  await site.program.stop('SIGKILL');
  assert.ok(fs.existsSync(site.socket));
  assert.strictEqual((await site.cli(['olt', 'list'])).status, 1);
  await site.start();
  await site.ask('status');
  assert.strictEqual(fs.statSync(site.socket).mode & 0o777, 0o600);
  assert.strictEqual(fs.statSync(path.join(site.folder, 'facho.key')).mode & 0o777, 0o600);
});

test('the folder is made for its owner alone', async (t) => {
  const folder = path.join(tempFolder(t), 'a', 'b');
  const site = await startServe(t, { folder });
  assert.strictEqual(fs.statSync(folder).mode & 0o777, 0o700);
  await site.program.stop();
});

test('serve listens where its option says, whatever the settings say', async (t) => {
  const elsewhere = '127.0.0.1:9'; // not ours to give away, and never asked for
  const program = await start(t, ['serve', '--data', tempFolder(t), '--listen', '127.0.0.1:0'],
    { env: { ...QUICK, FACHO_HTTP_LISTEN: elsewhere } });
  const where = /listening on (http\S+)/.exec(program.err);
  assert.ok(where, program.err);
  assert.ok(!where[1].includes(elsewhere), where[1]);
  assert.strictEqual((await fetch(`${where[1]}/api/v1/openapi.json`)).status, 200);
});

test('serve takes as many sockets as it may have: every OLT needs one', async (t) => {
  const hard = (await runProgram('sh', ['-c', 'ulimit -Hn'])).out.trim();
  const program = await startProgram(t, 'sh',
    ['-c', 'ulimit -Sn 64; exec "$0" serve --data "$1"', binary, tempFolder(t)], { env: QUICK });
  const limits = fs.readFileSync(`/proc/${program.child.pid}/limits`, 'utf8');
  assert.strictEqual(/Max open files\s+(\S+)/.exec(limits)[1], hard);
});

test('SIGHUP opens the logs anew', async (t) => {
  const site = await startServe(t);
  const log = path.join(site.folder, 'logs/facho.log');
  fs.renameSync(log, `${log}.away`);
  site.program.child.kill('SIGHUP');
  await site.until(() => fs.existsSync(log), 'a new file');
  assert.match(fs.readFileSync(`${log}.away`, 'utf8'), /facho .* runs in/);
});

test('the unit of systemd leaves memory to the rest of the machine', () => {
  const unit = fs.readFileSync(path.resolve(__dirname, '../../packaging/systemd/facho.service'), 'utf8');
  const [high, most] = ['MemoryHigh', 'MemoryMax'].map((key) => {
    const lines = [...unit.matchAll(new RegExp(`^${key}=(\\d+)%$`, 'gm'))];
    assert.strictEqual(lines.length, 1, key);
    return Number(lines[0][1]);
  });
  assert.deepStrictEqual([high, most], [60, 75]); // slowed down before it is ended
  const service = unit.slice(unit.indexOf('[Service]'));
  assert.match(service.slice(0, service.indexOf('\n[') + 1 || undefined), /^MemoryMax=/m, 'where systemd reads it');
});

test('systemd is told that it is ready, alive and stopping', async (t) => {
  // Node has no datagrams on Unix sockets; perl is part of every Debian.
  const perl = 'use Socket; socket(my $s, PF_UNIX, SOCK_DGRAM, 0) or die; ' +
    'bind($s, sockaddr_un($ARGV[0])) or die; $| = 1; print "ready\\n"; ' +
    'while (defined recv($s, my $b, 1000, 0)) { print "$b\\n" }';
  const socket = path.join(tempFolder(t), 'notify');
  const heard = await startProgram(t, 'perl', ['-e', perl, socket]);
  const site = await startServe(t, { env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' } });
  await heard.waitFor(/^READY=1$/m);
  await heard.waitFor(/^WATCHDOG=1$/m);
  await site.program.stop();
  await heard.waitFor(/^STOPPING=1$/m);
});

// ---- the socket ------------------------------------------------------------------------------

// Send bytes, read until the other side says no more or `lines` lines have come.
function talk(socketPath, bytes, lines = 1) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(socketPath);
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(text.split('\n').filter(Boolean).map((line) => JSON.parse(line)));
    };
    socket.on('error', reject);
    socket.on('data', (data) => {
      text += data;
      if (text.split('\n').length > lines) done();
    });
    socket.on('end', done);
    socket.write(bytes);
  });
}

test('whatever is sent to the socket is answered in words, and the next line is read', async (t) => {
  const site = await startServe(t);
  const answers = await talk(site.socket,
    'nonsense\n[1]\n{"op":7}\n{"op":"olt.paint"}\n{"op":"olt.get","args":[]}\n' +
    '{"op":"olt.add","args":{"port":"x"}}\n\u0000\n{"op":"status"}\n', 8);
  assert.strictEqual(answers.length, 8);
  assert.deepStrictEqual(answers.map((a) => a.ok), [false, false, false, false, false, false, false, true]);
  assert.match(answers[0].error.message, /not JSON/);
  assert.match(answers[3].error.message, /olt\.paint/);
  assert.ok(answers[5].error.fields.port && answers[5].error.fields.name && answers[5].error.fields.community);
  const [long] = await talk(site.socket, `{"op":"${'x'.repeat(2 * 1024 * 1024)}"}\n`);
  assert.match(long.error.message, /too long/);
  await site.ask('status');
});

test('many clients are served at once, and one that hangs holds nobody up', async (t) => {
  const site = await startServe(t);
  const hanging = Array.from({ length: 8 }, () => net.connect(site.socket));
  t.after(() => hanging.forEach((socket) => socket.destroy()));
  hanging.forEach((socket) => socket.write('{"op":"sta'));
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => site.request('olt.add',
    { name: `olt${i}`, address: '127.0.0.1', port: 1, community: 'c', enabled: false })));
  assert.ok(all.every((reply) => reply.ok), JSON.stringify(all.find((reply) => !reply.ok)));
  assert.strictEqual(await site.count('olts'), 20);
  assert.strictEqual(await site.count('audit_log', { entity: 'olt', action: 'create' }), 20);
});

test('wrong usage of a command says what is right, field by field', async (t) => {
  const site = await startServe(t);
  const wrong = await site.cli(['olt', 'add', '', '127.0.0.1', '--brand', 'Nobody']);
  assert.strictEqual(wrong.status, 2);
  assert.match(wrong.err, /name: /);
  assert.match(wrong.err, /brand: there is no brand "Nobody"/);
  assert.strictEqual((await site.cli(['job', 'apply', '--standard'])).status, 2);
  assert.strictEqual((await site.cli(['olt', 'show', 'nobody'])).status, 1, 'not there is not asked wrongly');
  for (const how of [['--format', 'csv'], ['--csv']])
    assert.match((await site.cli(['olt', 'list', ...how])).out, /^id,name,address/);
  assert.strictEqual((await run(['status', '--data', '/nonexistent'])).status, 1);
});

test('what happens can be followed', async (t) => {
  const sim = await startSim(t, ['--profile', 'huawei', ...SIM]);
  const site = await startServe(t);
  const follower = await start(t, ['execution', 'follow', '--data', site.folder, '--json'], { ready: null });
  await site.addOlt('h', sim.host);
  await follower.waitFor(/"kind": ?"started"/);
  await follower.waitFor(/"state": ?"SUCCESS"/);
  await site.program.stop();
  assert.strictEqual(await follower.ended, 0);
});

function filesIn(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(full);
    return entry.isFile() ? [full] : [];
  });
}

test('a planted secret is nowhere: not in logs, database, answers, or command lines', async (t) => {
  const secret = 'Planted-Community-7731';
  const sim = await startSim(t, ['--profile', 'huawei', ...SIM, '--community', secret]);
  const site = await startServe(t, { env: { FACHO_LOG_LEVEL: 'debug' } });
  const added = await site.cli(['olt', 'add', 'h', sim.host, '-c', secret, '--json']);
  assert.strictEqual(added.status, 0, added.err);
  await site.ask('job.standard', { olt: 'h', first_in: '100ms' });
  await site.until(async () => (await site.count('onus')) === 16, 'ONUs');
  sim.write('{"cmd":"set","silent":true}');
  await site.until(async () => (await site.count('executions', { error: 'TIMEOUT' })) > 0, 'a failure');
  const said = [added.out, added.err];
  for (const args of [['olt', 'show', 'h', '--json'], ['olt', 'list', '--json'], ['status', '--json'],
    ['execution', 'list', '--json']]) said.push((await site.cli(args)).out);
  said.push(JSON.stringify(await site.list('audit_log')));
  said.push(JSON.stringify(await site.list('coordinator_logs')));
  said.push(JSON.stringify(await site.request('olt.add', { name: 'x', community: secret, port: 'y' })));
  await site.program.stop();
  said.push(site.program.out, site.program.err);
  const files = filesIn(site.folder);
  assert.ok(files.length >= 4, files.join());
  said.push(...files.map((file) => fs.readFileSync(file, 'latin1')));
  for (const text of said) assert.ok(!text.includes(secret), text.slice(0, 200));
});
