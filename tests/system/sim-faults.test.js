// SPDX-License-Identifier: Apache-2.0
//
// Every fault of the simulated OLT as net-snmp's tools see it, and the control line.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { test } = require('node:test');
const { binary, runProgram, startSim, tempFolder, sleep } = require('./lib');

const SYS_DESCR = '1.3.6.1.2.1.1.1.0', SYS_UPTIME = '1.3.6.1.2.1.1.3.0';
const ONT = '1.3.6.1.4.1.2011.6.128.1.1.2';
const SERIAL = `${ONT}.43.1.3`, DESCRIPTION = `${ONT}.43.1.9`, RUN_STATE = `${ONT}.46.1.15`;
const CAUSE = `${ONT}.46.1.24`;
const SMALL = ['--profile', 'huawei', '--ports', '2', '--onus', '8', '--static', '--offline', '0', '--control', '-'];

const askFor = (seconds, name, args) => runProgram(name,
  ['-v2c', '-c', 'public', '-r', '0', '-t', String(seconds), '-On', ...args], { env: { MIBS: '' } });
// Where an answer is to come, a busy machine may take its time; where none is, a second is enough.
const tool = (name, ...args) => askFor(60, name, args);
const inVain = (name, ...args) => askFor(1, name, args);
const rows = (out) => out.split('\n').filter((l) => l.startsWith('.1') && !/No (more|Such)/.test(l));

async function control(sim, line) {
  const from = sim.out.length;
  sim.write(typeof line === 'string' ? line : JSON.stringify(line));
  return JSON.parse((await sim.waitFor(/^\{.*\}$/m, { from }))[0]);
}

async function set(sim, settings) {
  const reply = await control(sim, { cmd: 'set', ...settings });
  assert.deepStrictEqual(reply, { ok: true });
}

async function timed(work) {
  const start = process.hrtime.bigint();
  const result = await work();
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, out: result.out };
}

// A GET of sysDescr by hand, so that every datagram that comes back can be looked at.
const GET_SYS_DESCR = (id) => Buffer.from([0x30, 0x26, 2, 1, 1, 4, 6, ...Buffer.from('public'), 0xa0, 0x19, 2, 1, id,
  2, 1, 0, 2, 1, 0, 0x30, 0x0e, 0x30, 0x0c, 6, 8, 0x2b, 6, 1, 2, 1, 1, 1, 0, 5, 0]);

// Send datagrams and give what came back, with the time since the first was sent. It is over when the
// device is through with all of them and what it sent, in so many copies, is here.
async function datagrams(sim, list, { copies = 1 } = {}) {
  const socket = dgram.createSocket('udp4'), got = [];
  const figures = async () => (await control(sim, { cmd: 'counters' })).total;
  const before = await figures();
  const start = Date.now();
  socket.on('message', (message) => got.push({ message, ms: Date.now() - start, id: message[17] }));
  for (const one of list) socket.send(one, sim.port, sim.address);
  for (let patience = 1800; ; patience--) {
    const now = await figures();
    const answers = now.answers - before.answers;
    if (answers + now.dropped - before.dropped === list.length && got.length === answers * copies) break;
    assert.ok(patience > 0, `${got.length} came back; ${JSON.stringify(now)}`);
    await sleep(50);
  }
  socket.close();
  return got;
}

test('latency, jitter', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { latency: '100ms' });
  const [one] = await datagrams(sim, [GET_SYS_DESCR(1)]);
  assert.ok(one.ms >= 98, `${one.ms} ms`);
  await set(sim, { latency: '20ms', jitter: '100ms' });
  const many = await datagrams(sim, Array.from({ length: 30 }, (_, i) => GET_SYS_DESCR(i + 1)));
  assert.strictEqual(many.length, 30);
  assert.ok(many[0].ms >= 18, `${many[0].ms} ms`);
  // Each has its own delay, so they do not come back in the order in which they went.
  const ids = many.map((g) => g.id);
  assert.notDeepStrictEqual(ids, [...ids].sort((a, b) => a - b));
});

test('loss', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { loss: 20 });
  const got = await datagrams(sim, Array.from({ length: 120 }, (_, i) => GET_SYS_DESCR(i + 1)));
  // 64 % come through both ways: 77, give or take.
  assert.ok(got.length > 50 && got.length < 104, String(got.length));
  const { total } = await control(sim, { cmd: 'counters' });
  assert.strictEqual(total.dropped, 120 - got.length);
  assert.strictEqual(total.in_flight, 0);
});

test('duplicates', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { duplicate: '100%' });
  const got = await datagrams(sim, [GET_SYS_DESCR(7)], { copies: 2 });
  assert.strictEqual(got.length, 2);
  assert.deepStrictEqual(got[0].message, got[1].message);
});

test('reordered answers', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { reorder: 50 });
  const got = await datagrams(sim, Array.from({ length: 40 }, (_, i) => GET_SYS_DESCR(i + 1)));
  assert.strictEqual(got.length, 40);
  const ids = got.map((g) => g.id);
  assert.notDeepStrictEqual(ids, [...ids].sort((a, b) => a - b));
});

test('a wrong request id', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { wrong_id: 100 });
  assert.match((await inVain('snmpget', sim.host, SYS_DESCR)).err, /Timeout/);
  await set(sim, { wrong_id: 0 });
  assert.match((await tool('snmpget', sim.host, SYS_DESCR)).out, /Huawei/);
});

test('a truncated packet', async (t) => {
  const sim = await startSim(t, SMALL);
  const [whole] = await datagrams(sim, [GET_SYS_DESCR(1)]);
  await set(sim, { truncate: 100 });
  const [cut] = await datagrams(sim, [GET_SYS_DESCR(1)]);
  assert.deepStrictEqual(cut.message, whole.message.subarray(0, whole.message.length >> 1));
});

test('a slow column', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { slow: `${DESCRIPTION}:20ms` });
  const slow = await timed(() => tool('snmpbulkget', '-Cr10', sim.host, DESCRIPTION));
  assert.ok(slow.ms >= 198, `${slow.ms} ms`); // 20 ms for each of 10 rows
  assert.strictEqual(rows(slow.out).length, 10);
});

test('tooBig above n bytes, for GETBULK too', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { toobig: 500 });
  const big = await tool('snmpbulkget', '-Cr50', sim.host, DESCRIPTION);
  assert.match(big.out + big.err, /tooBig/);
  const small = await tool('snmpbulkget', '-Cr4', sim.host, DESCRIPTION);
  assert.strictEqual(rows(small.out).length, 4);
});

test('a limit on max-repetitions, with fewer rows or with silence', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { max_repetitions: 5 });
  assert.strictEqual(rows((await tool('snmpbulkget', '-Cr50', sim.host, SERIAL)).out).length, 5);
  await set(sim, { max_repetitions: 0, max_repetitions_silent: 5 });
  assert.match((await inVain('snmpbulkget', '-Cr6', sim.host, SERIAL)).err, /Timeout/);
  assert.strictEqual(rows((await tool('snmpbulkget', '-Cr5', sim.host, SERIAL)).out).length, 5);
});

test('no answer', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { silent: true });
  assert.match((await inVain('snmpget', sim.host, SYS_DESCR)).err, /Timeout/);
  await set(sim, { silent: false });
  assert.match((await tool('snmpget', sim.host, SYS_DESCR)).out, /Huawei/);
});

test('OIDs that do not increase', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { repeat: `${SERIAL}:5` });
  const repeated = await tool('snmpbulkwalk', sim.host, SERIAL);
  assert.match(repeated.out + repeated.err, /OID not increasing/);
  await set(sim, { repeat: 'none', loop: `${SERIAL}:5` });
  const looped = await tool('snmpbulkwalk', '-Cc', '-Cr5', sim.host, `${SERIAL}.4194312192.3`);
  void looped; // -Cc would loop for ever from the start; from inside it goes on to row 5 and back
  const next = await tool('snmpgetnext', sim.host, `${SERIAL}.4194312192.4`);
  assert.match(next.out, new RegExp(`${SERIAL}\\.4194312192\\.0 `.replace(/^1/, '\\.1')));
});

test('columns that are missing', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { missing: [SERIAL, DESCRIPTION] });
  assert.match((await tool('snmpget', sim.host, `${SERIAL}.4194312192.0`)).out, /No Such Object/);
  const walk = await tool('snmpbulkwalk', sim.host, `${ONT}.43`);
  assert.ok(!walk.out.includes(`.${SERIAL}.`) && !walk.out.includes(`.${DESCRIPTION}.`));
  assert.ok(rows(walk.out).length > 16);
});

test('genErr', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { generr: `${SERIAL}.4194312192.3` });
  assert.match((await tool('snmpget', sim.host, `${SERIAL}.4194312192.3`)).err, /genError/);
  assert.strictEqual((await tool('snmpget', sim.host, `${SERIAL}.4194312192.4`)).status, 0);
});

test('foreign OIDs', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { foreign: SERIAL });
  assert.match((await tool('snmpgetnext', sim.host, SERIAL)).out, /^\.1\.3\.6\.1\.4\.1\.32473\.1\.4194312192\.0 /);
});

test('wrong types', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { wrong_type: [RUN_STATE, SERIAL] });
  assert.match((await tool('snmpgetnext', sim.host, RUN_STATE)).out, /STRING: "wrong"/);
  assert.match((await tool('snmpgetnext', sim.host, SERIAL)).out, /Counter64/);
});

test('a reboot sets sysUpTime back', async (t) => {
  const sim = await startSim(t, SMALL);
  const ticks = async () => Number(/\((\d+)\)/.exec((await tool('snmpget', sim.host, SYS_UPTIME)).out)[1]);
  while ((await ticks()) < 300) await sleep(100);
  assert.deepStrictEqual(await control(sim, { cmd: 'reboot' }), { ok: true });
  assert.ok((await ticks()) < 300);
});

test('a port in the dark: its ONUs lose the light, and get it back', async (t) => {
  const sim = await startSim(t, SMALL);
  const states = async (oid) => rows((await tool('snmpbulkwalk', sim.host, oid)).out).map((l) => l.split(' ').pop());
  assert.deepStrictEqual(await states(RUN_STATE), Array(16).fill('1'));
  assert.deepStrictEqual(await control(sim, { cmd: 'dark', port: '1/1' }), { ok: true });
  assert.deepStrictEqual(await states(RUN_STATE), [...Array(8).fill('1'), ...Array(8).fill('2')]);
  assert.deepStrictEqual((await states(CAUSE)).slice(8), Array(8).fill('1')); // LOS
  await control(sim, { cmd: 'light', port: '1/1' });
  assert.deepStrictEqual(await states(RUN_STATE), Array(16).fill('1'));
});

test('a card that is pulled out takes its rows with it', async (t) => {
  const sim = await startSim(t, [...SMALL, '--ports', '20']);
  const count = async () => rows((await tool('snmpbulkwalk', sim.host, SERIAL)).out).length;
  assert.strictEqual(await count(), 160);
  await control(sim, { cmd: 'dark', card: '2' });
  assert.strictEqual(await count(), 128);
  assert.match((await tool('snmpget', sim.host, `${SERIAL}.4194320384.0`)).out, /No Such Instance/);
  await control(sim, { cmd: 'light', card: '2' });
  assert.strictEqual(await count(), 160);
});

test('a device that dies in the middle', async (t) => {
  const sim = await startSim(t, SMALL);
  assert.match((await tool('snmpget', sim.host, SYS_DESCR)).out, /Huawei/);
  await set(sim, { die_after: 3 });
  const walk = await askFor(5, 'snmpbulkwalk', ['-Cr5', sim.host, '.1']);
  assert.match(walk.err, /Timeout/);
  assert.strictEqual(rows(walk.out).length, 15);
});

test('answers of 64 KB', async (t) => {
  const sim = await startSim(t, [...SMALL, '--onus', '128', '--ports', '16', '--max-bytes', '65507']);
  const r = await tool('snmpbulkget', '-Cr5000', sim.host, DESCRIPTION);
  assert.ok(rows(r.out).length > 800, String(rows(r.out).length));
  const { total } = await control(sim, { cmd: 'counters' });
  assert.ok(total.max_answer_bytes > 60000 && total.max_answer_bytes <= 65507, String(total.max_answer_bytes));
});

test('the CPU model: too many requests at a time slow the device down', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { latency: '200ms', cpu: '2' });
  const few = await datagrams(sim, [1, 2].map(GET_SYS_DESCR));
  assert.ok(few[1].ms >= 198, `${few[1].ms} ms`);
  const many = await datagrams(sim, [1, 2, 3, 4, 5, 6].map(GET_SYS_DESCR));
  assert.strictEqual(many.length, 6);
  assert.ok(many[5].ms >= 1750, `${many[5].ms} ms`); // (6 / 2)^2 * 200 ms
  const { olts } = await control(sim, { cmd: 'counters' });
  assert.ok(olts[0].cpu.peak_pct > 5 && olts[0].cpu.peak_pct <= 100);
  assert.strictEqual(olts[0].max_in_flight, 6);
});

test('requests in flight: the most there ever were, a retransmission counted once', async (t) => {
  const sim = await startSim(t, SMALL);
  await set(sim, { latency: '500ms' });
  const got = await datagrams(sim, [1, 2, 3, 3, 3].map(GET_SYS_DESCR));
  assert.strictEqual(got.length, 5);
  const { total } = await control(sim, { cmd: 'counters' });
  assert.strictEqual(total.max_in_flight, 3);
  assert.strictEqual(total.retransmits, 2);
  assert.strictEqual(total.in_flight, 0);
  assert.deepStrictEqual(await control(sim, { cmd: 'reset' }), { ok: true });
  assert.strictEqual((await control(sim, { cmd: 'counters' })).total.requests, 0);
});

test('the control line reaches one OLT or all, and says what is wrong', async (t) => {
  const sim = await startSim(t, ['--olts', '3', '--ports', '1', '--onus', '1', '--control', '-'], { olts: 3 });
  await set(sim, { olt: 1, silent: 1 });
  assert.match((await inVain('snmpget', sim.hosts[1], SYS_DESCR)).err, /Timeout/);
  assert.match((await tool('snmpget', sim.hosts[0], SYS_DESCR)).out, /Huawei/);
  assert.strictEqual((await control(sim, { cmd: 'counters', olt: 1 })).dropped, 1);
  for (const [line, says] of [
    ['nonsense', /not JSON/],
    [{ cmd: 'fly' }, /set, counters, reset, reboot, dark, light, fault, repair, truth or quit/],
    [{ cmd: 'set', olt: 3, loss: 1 }, /a number from 0 to 2/],
    [{ cmd: 'set', latency: 'soon' }, /latency: "soon" is no time; right would be 20ms/],
    [{ cmd: 'set', ports: 3 }, /cannot change while the OLT runs/],
    [{ cmd: 'set', loss: 5, colour: 'red' }, /"colour" is no setting/],
    [{ cmd: 'dark' }, /right would be/],
    [{ cmd: 'dark', port: '7/7' }, /there is no port "7\/7"/],
    [{ cmd: 'reset', now: 1 }, /reset takes no "now"/],
  ]) {
    const reply = await control(sim, line);
    assert.strictEqual(reply.ok, false);
    assert.match(reply.error, says);
  }
  // Nothing of a line with a mistake in it was done.
  const got = await datagrams(sim, Array.from({ length: 60 }, (_, i) => GET_SYS_DESCR(i + 1)));
  assert.strictEqual(got.length, 60);
  assert.deepStrictEqual(await control(sim, { cmd: 'quit' }), { ok: true });
  assert.strictEqual(await sim.ended, 0);
});

test('the control line on a Unix socket', async (t) => {
  const socket = path.join(tempFolder(t), 'control');
  const sim = await startSim(t, ['--control', socket]);
  const client = net.connect(socket);
  let text = '';
  client.on('data', (data) => (text += data));
  client.write('{"cmd":"set","latency":"1ms"}\n{"cmd":"cou');
  await sleep(50);
  client.write('nters"}\n');
  for (let i = 0; i < 1800 && text.split('\n').length < 3; i++) await sleep(50);
  const replies = text.trim().split('\n').map((l) => JSON.parse(l));
  assert.deepStrictEqual(replies[0], { ok: true });
  assert.strictEqual(replies[1].total.requests, 0);
  client.write('{"cmd":"quit"}\n');
  assert.strictEqual(await sim.ended, 0);
  client.destroy();
});

test('a client of the control line that goes away takes nobody along', async (t) => {
  const socket = path.join(tempFolder(t), 'control');
  const sim = await startSim(t, ['--control', socket, '--olts', '200'], { olts: 200 });
  const client = net.connect(socket);
  client.write('{"cmd":"counters"}\n'.repeat(50));
  await sleep(50);
  client.destroy();
  await sleep(200);
  assert.match((await tool('snmpget', sim.host, SYS_DESCR)).out, /Huawei/);
  assert.strictEqual(await sim.stop(), 0);
});

test('the end of standard input is the end', async (t) => {
  const sim = await startSim(t, ['--control', '-']);
  sim.child.stdin.end();
  assert.strictEqual(await sim.ended, 0);
});

test('ten thousand OLTs, or a clear word about the limit', async (t) => {
  const limit = Number((await runProgram('sh', ['-c', 'ulimit -Hn'])).out) || Infinity;
  if (limit < 10040) return t.skip(`the limit of open files is ${limit}`);
  const sim = await startSim(t, ['--olts', '10000', '--ports', '16', '--onus', '64'], { olts: 10000 });
  assert.match((await tool('snmpget', sim.hosts[9999], '1.3.6.1.2.1.1.5.0')).out, /"sim-9999"/);
});

test('too low a limit of open files is said clearly', async () => {
  const { binary } = require('./lib');
  const r = await runProgram('sh', ['-c', 'ulimit -n 100; exec "$0" sim --olts 200 --listen 127.0.0.1:0', binary],
    { timeout: 10000 });
  assert.match(r.err, /200 OLTs need 232 open files but the limit is 100/);
  assert.strictEqual(r.status, 1);
});

// ---- faults of the network outside, whose truth is known ----

const OUTSIDE = ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--churn', '0', '--offline', '0', '--control', '-'];
const LAST_DOWN = `${ONT}.46.1.23`;

// The values of a column, in the order of the ONUs: 16 of port 0/1/0, 16 of port 0/1/1.
const column = async (sim, oid) => rows((await tool('snmpbulkwalk', sim.host, oid)).out)
  .map((line) => line.replace(/^.*?= \S+: /, ''));

// All ONUs of a fault are down within two seconds of it.
async function until(sim, oid, is) {
  for (let patience = 600; patience > 0; patience--) {
    const values = await column(sim, oid);
    if (is(values)) return values;
    await sleep(100);
  }
  assert.fail(`${oid} stays ${await column(sim, oid)}`);
}

test('a box is cut, the truth is told, and it is repaired', async (t) => {
  const truth = path.join(tempFolder(t), 'truth.jsonl');
  const sim = await startSim(t, [...OUTSIDE, '--truth', truth]);
  const { ok, faults: [fault] } = await control(sim, { cmd: 'fault', kind: 'box', port: '1/1', box: 2 });
  assert.ok(ok);
  assert.strictEqual(fault.affected, 8);
  assert.deepStrictEqual([fault.kind, fault.ports, fault.boxes, fault.ended_ms], ['box', ['0/1/1'], [2], null]);
  const states = await until(sim, RUN_STATE, (values) => values.filter((value) => value === '2').length === 8);
  assert.deepStrictEqual(states, [...Array(24).fill('1'), ...Array(8).fill('2')]);
  // LOSi: this ONU is silent, the port is not.
  assert.deepStrictEqual((await column(sim, CAUSE)).slice(24), Array(8).fill('2'));
  const { faults: [ended] } = await control(sim, { cmd: 'repair', fault: fault.fault });
  assert.ok(ended.ended_ms >= fault.began_ms);
  await until(sim, RUN_STATE, (values) => values.every((value) => value === '1'));
  const { faults: all } = await control(sim, { cmd: 'truth' });
  assert.deepStrictEqual(all, [ended]);
  // The file has the fault twice: at its begin and at its end.
  const lines = fs.readFileSync(truth, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.deepStrictEqual(lines, [fault, ended]);
});

test('in a power cut ONUs gasp, unless they are mute; a late cause is an old one', async (t) => {
  const sim = await startSim(t, [...OUTSIDE, '--mute', '0', '--ups', '0', '--gasp', '100', '--cause-late', '10m']);
  const before = await column(sim, CAUSE);
  await control(sim, { cmd: 'fault', kind: 'power', zone: 1, for: '1h' });
  await until(sim, RUN_STATE, (values) => values.every((value) => value === '2'));
  assert.deepStrictEqual(await column(sim, CAUSE), before);
  await set(sim, { cause_late: 0 });
  assert.deepStrictEqual(await column(sim, CAUSE), Array(32).fill('13'));
  await set(sim, { mute: 100 });
  assert.deepStrictEqual(await column(sim, CAUSE), Array(32).fill('2'));
  const times = await column(sim, LAST_DOWN);
  await set(sim, { no_times: true });
  assert.notDeepStrictEqual(await column(sim, LAST_DOWN), times);
});

test('a wrong fault says what would be right, and does nothing', async (t) => {
  const sim = await startSim(t, OUTSIDE);
  for (const [line, said] of [
    [{ kind: 'flood' }, /kind: right would be feeder/],
    [{ kind: 'feeder' }, /the place of a fault "feeder" is: port/],
    [{ kind: 'box', port: '1/1', box: 3 }, /there is no box 3; they are numbered from 1 to 2/],
    [{ kind: 'feeder', port: '1/1', for: 'ever' }, /for: "ever" is no time/],
    [{ kind: 'feeder', port: '1/1', why: 'rain' }, /fault takes no "why"/],
    [{ kind: 'feeder', port: '1/1', db: 3 }, /db: a number/],
  ]) assert.match((await control(sim, { cmd: 'fault', ...line })).error, said);
  assert.match((await control(sim, { cmd: 'repair', fault: 7 })).error, /there is no such fault/);
  assert.deepStrictEqual((await control(sim, { cmd: 'truth' })).faults, []);
});
