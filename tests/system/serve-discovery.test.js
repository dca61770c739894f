// SPDX-License-Identifier: Apache-2.0
//
// What facho serve makes of an OLT whose ONUs come, go, move and change. The OLT is a recording
// of a simulated one, and changes by being started again with an edited recording on its port.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, start, startSim, tempFolder } = require('./lib');
const { Clock, startServe, QUIET } = require('./serve-lib');

const ONU_TABLES = '1.3.6.1.4.1.2011.6.128.1.1.2.';
const SERIAL = `${ONU_TABLES}43.1.3`;
const DESCRIPTION = `${ONU_TABLES}43.1.9`;
const UPTIME = '1.3.6.1.2.1.1.3';
const ADMIN_STATE = `${ONU_TABLES}46.1.1`;
const PORTS = ['4194312192', '4194312448']; // 0/1/0 and 0/1/1
const ONUS = 4; // on each port

// The lines of a recording, by OID, and what may happen to an ONU. One is named by its port and
// number, as in the OIDs of its rows: PORT.NUMBER, with more behind it in some tables.
class Recording {
  constructor(text) {
    this.lines = new Map(text.trim().split('\n').map((line) => {
      const bar = line.indexOf('|');
      return [line.slice(0, bar), line.slice(bar + 1)];
    }));
  }

  copy() {
    return new Recording(this.text());
  }

  rowsOf(onu) {
    return [...this.lines].filter(([oid]) => oid.startsWith(ONU_TABLES) && `${oid}.`.includes(`.${onu}.`));
  }

  remove(onu) {
    for (const [oid] of this.rowsOf(onu)) this.lines.delete(oid);
    return this;
  }

  // Everything of an ONU at another place too.
  clone(onu, to) {
    for (const [oid, value] of this.rowsOf(onu))
      this.lines.set(`${oid}.`.replace(`.${onu}.`, `.${to}.`).slice(0, -1), value);
    return this;
  }

  move(onu, to) {
    return this.clone(onu, to).remove(onu);
  }

  set(column, onu, value) {
    assert.ok(this.lines.has(`${column}.${onu}`), `${column}.${onu}`);
    this.lines.set(`${column}.${onu}`, value);
    return this;
  }

  text() {
    const arcs = (oid) => oid.split('.').map(Number);
    const compare = (a, b) => {
      for (let i = 0; i < Math.max(a.length, b.length); i++)
        if (a[i] !== b[i]) return (a[i] ?? -1) - (b[i] ?? -1);
      return 0;
    };
    return [...this.lines].map(([oid, value]) => [arcs(oid), `${oid}|${value}\n`])
      .sort((a, b) => compare(a[0], b[0])).map(([, line]) => line).join('');
  }
}

// facho serve, one OLT with eight ONUs that were found, and ways to change it and look again.
class Bench {
  static async start(t, env = {}) {
    const bench = new Bench();
    bench.t = t;
    bench.file = path.join(tempFolder(t), 'olt.snmprec');
    const model = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', String(ONUS),
      '--offline', '0', '--static']);
    const walked = await run(['walk', model.host, '1.3.6.1', '--snmprec', '-c', 'public']);
    assert.strictEqual(walked.status, 0, walked.err);
    await model.stop();
    bench.whole = new Recording(walked.out);
    bench.host = model.host;
    bench.site = await startServe(t, { env: { ...QUIET, ...env } });
    await bench.become(bench.whole);
    await bench.site.addOlt('h', model.host, { first_in: '1h' });
    const first = await bench.discover();
    assert.strictEqual(first.state, 'SUCCESS', first.message);
    assert.strictEqual(first.onus_new, 2 * ONUS);
    return bench;
  }

  // From now on the OLT is as this recording says, with these settings of the simulator.
  async become(recording, ...settings) {
    fs.writeFileSync(this.file, recording.text());
    if (this.sim) await this.sim.stop();
    this.sim = await start(this.t, ['sim', '--listen', this.host, '--snmprec', this.file,
      ...settings]);
  }

  // A job of the OLT, by the end of its name, run by hand to its end: its execution.
  async runJob(name) {
    const node = (await this.site.list('nodes')).find((n) => n.job_name.endsWith(` ${name}`));
    assert.ok(node, name);
    const [id] = (await this.site.ask('node.run', { node: node.id })).executions;
    return this.site.until(async () => (await this.site.list('executions', { id }))
      .find((e) => e.finished_at), `${name} to end`);
  }

  discover() {
    return this.runJob('discovery');
  }

  // The ONU with a serial number, of which there is one.
  async onu(serial) {
    const found = await this.site.list('onus', { serial });
    assert.strictEqual(found.length, 1, `${found.length} of ${serial}`);
    return found[0];
  }

  serialAt(port, onu) {
    const value = this.whole.lines.get(`${SERIAL}.${PORTS[port]}.${onu}`);
    const bytes = Buffer.from(value.replace(/^4x\|/, ''), 'hex');
    return bytes.subarray(0, 4).toString('latin1') + bytes.subarray(4).toString('hex').toUpperCase();
  }

  present() {
    return this.site.count('onus', { is_present: true });
  }
}

const at = (port, onu) => `${PORTS[port]}.${onu}`;

test('a new ONU, one that moved, and one that is seen twice', async (t) => {
  const bench = await Bench.start(t);
  const moving = await bench.onu(bench.serialAt(0, 0));

  // Somebody plugs the first one into the other port, and a new one appears.
  const moved = bench.whole.copy().move(at(0, 0), at(1, 5)).clone(at(0, 1), at(0, 9))
    .set(SERIAL, at(0, 9), '4x|48575443AABBCCDD');
  await bench.become(moved);
  const second = await bench.discover();
  assert.strictEqual(second.onus_new, 1);
  assert.strictEqual(second.onus_changed, 1);
  const here = await bench.onu(moving.serial);
  assert.strictEqual(here.id, moving.id); // the same ONU, elsewhere
  assert.deepStrictEqual([here.port, here.onu], [1, 5]);
  assert.strictEqual((await bench.onu('HWTCAABBCCDD')).onu, 9);
  const places = await bench.site.list('onu_positions', { onu: moving.id });
  assert.strictEqual(places.length, 2);
  assert.strictEqual(places.filter((p) => p.until === null).length, 1);
  const [event] = await bench.site.list('onu_events', { onu: moving.id, kind: 'moved' });
  assert.ok(event.before !== event.after, JSON.stringify(event));

  // The same serial at two places: flagged, and nothing of either is erased.
  await bench.become(moved.copy().clone(at(0, 2), at(1, 7)));
  await bench.discover();
  const twins = await bench.site.list('onus', { is_duplicate: true }, { ordering: 'id' });
  const serial = bench.serialAt(0, 2);
  assert.deepStrictEqual(twins.map((o) => [o.serial, o.port, o.onu]), [[serial, 0, 2], [serial, 1, 7]]);
  const { out: csv } = await bench.site.cli(['onu', 'list', '--is_duplicate', 'yes', '--csv']);
  assert.strictEqual(csv.trim().split('\n').length, 3, csv);
  assert.match(csv.split('\n')[0], /is_duplicate/);
  // A serial that is at two places names nobody; a number does.
  const ambiguous = await bench.site.cli(['onu', 'show', serial]);
  assert.notStrictEqual(ambiguous.status, 0);
  assert.match(ambiguous.err, /at two places: name the ONU by its number/);
  const other = await bench.site.cli(['onu', 'show', String(twins[1].id)]);
  assert.match(other.out, /its serial is at two places/);
  assert.match(other.out, /1\/1:7/);

  // One of them goes: after three walks the other is alone, and the events say so.
  await bench.become(moved.copy().clone(at(0, 2), at(1, 7)).remove(at(0, 2)));
  for (let i = 0; i < 3; i++) await bench.discover();
  assert.strictEqual(await bench.site.count('onus', { is_duplicate: true }), 0);
  for (const twin of twins) {
    const kinds = (await bench.site.list('onu_events', { onu: twin.id }, { ordering: 'id' })).map((e) => e.kind);
    assert.ok(kinds.indexOf('duplicate') >= 0 && kinds.indexOf('duplicate_ended') > kinds.indexOf('duplicate'), `${kinds}`);
  }
  // From now on the serial names the one that is present.
  const alone = await bench.site.cli(['onu', 'show', serial]);
  assert.strictEqual(alone.status, 0, alone.err);
  assert.match(alone.out, /1\/1:7/);
});

test('ONUs whose index cannot be decoded are not taken for absent', async (t) => {
  const bench = await Bench.start(t);
  const odd = bench.whole.copy();
  const lose = (port, onu) => odd.move(at(port, onu), `${Number(PORTS[port]) + 1}.${onu}`); // a bit that nobody owns
  for (let i = 0; i < 3; i++) lose(1, i);
  await bench.become(odd);
  for (let i = 0; i < 4; i++) {
    const one = await bench.discover();
    assert.deepStrictEqual([one.state, one.error, one.asked, one.answered], ['PARTIAL', 'BAD_RESPONSE', 2 * ONUS, 2 * ONUS - 3]);
    assert.match(one.message, /serial: 3 rows have an index that this profile cannot decode; left out/);
  }
  assert.strictEqual(await bench.present(), 2 * ONUS);
  // None of them: there is nothing to show for it.
  for (let port = 0; port < 2; port++)
    for (let i = 0; i < ONUS; i++) lose(port, i);
  await bench.become(odd);
  const none = await bench.discover();
  assert.deepStrictEqual([none.state, none.error], ['FAILED', 'BAD_RESPONSE']);
  assert.strictEqual(await bench.present(), 2 * ONUS);
});

test('after a confirmed mass loss the engine asks only for those that the store calls present', async (t) => {
  const bench = await Bench.start(t);
  const { site } = bench;
  const gone = bench.whole.copy();
  for (let i = 0; i < ONUS; i++) gone.remove(at(1, i));
  gone.remove(at(0, 0));
  await bench.become(gone);
  for (let i = 0; i < 2; i++) {
    await bench.discover(); // held
    assert.strictEqual(await site.count('onus', { is_present: true }), 2 * ONUS);
    assert.strictEqual((await bench.runJob('optics')).onus_seen, 2 * ONUS);
  }
  await bench.discover(); // confirmed
  assert.strictEqual(await site.count('onus', { is_present: true }), ONUS - 1);
  assert.strictEqual((await bench.runJob('optics')).onus_seen, ONUS - 1);
  // And when all are back, all are asked again.
  await bench.become(bench.whole);
  await bench.discover();
  assert.strictEqual((await bench.runJob('optics')).onus_seen, 2 * ONUS);
});

test('what changes at an ONU is an event with before and after; its three facts stay apart', async (t) => {
  const bench = await Bench.start(t);
  const { site } = bench;
  await bench.runJob('states');
  const before = await bench.onu(bench.serialAt(1, 1));
  assert.ok(before.is_present && before.run_state === 'online', JSON.stringify(before));

  await bench.become(bench.whole.copy().set(DESCRIPTION, at(1, 1), '4|Otro cliente')
    .set(ADMIN_STATE, at(1, 1), '2|2'));
  await bench.discover();
  await bench.runJob('states');
  const after = await bench.onu(before.serial);
  assert.strictEqual(after.id, before.id);
  assert.strictEqual(after.description, 'Otro cliente');
  assert.ok(after.is_present);
  const events = await site.list('onu_events', { onu: before.id });
  const renamed = events.find((e) => e.kind === 'description');
  assert.ok(renamed, JSON.stringify(events.map((e) => e.kind)));
  assert.strictEqual(renamed.before, before.description);
  assert.strictEqual(renamed.after, 'Otro cliente');

  // Gone from the walk once: still there, and its states are what they were.
  await bench.become(bench.whole.copy().remove(at(1, 1)));
  await bench.discover();
  const once = await bench.onu(before.serial);
  assert.ok(once.is_present);
  assert.strictEqual(once.run_state, after.run_state);
  assert.strictEqual(once.admin_state, after.admin_state);
});

test('an ONU is absent after three good walks without it, and comes back as itself', async (t) => {
  const bench = await Bench.start(t);
  const gone = await bench.onu(bench.serialAt(0, 3));
  await bench.become(bench.whole.copy().remove(at(0, 3)));
  for (const still of [true, true, false]) {
    const walk = await bench.discover();
    assert.strictEqual(walk.onus_absent, still ? 0 : 1);
    assert.strictEqual((await bench.onu(gone.serial)).is_present, still);
  }
  assert.strictEqual(await bench.site.count('onus'), 2 * ONUS); // not erased
  await bench.become(bench.whole);
  assert.strictEqual((await bench.discover()).onus_new, 0);
  const back = await bench.onu(gone.serial);
  assert.ok(back.is_present);
  assert.strictEqual(back.id, gone.id);
});

test('an empty and a half-empty walk are held until two more agree; a card returns', async (t) => {
  const bench = await Bench.start(t);
  const { site } = bench;

  // An empty table: the walk ends well and has nobody in it.
  const nobody = bench.whole.copy();
  for (const port of [0, 1]) for (let n = 0; n < ONUS; n++) nobody.remove(at(port, n));
  await bench.become(nobody);
  await bench.discover();
  assert.strictEqual(await bench.present(), 2 * ONUS);

  // A card is pulled, and one more with it: five of eight are missing.
  const card = bench.whole.copy().remove(at(0, 0));
  for (let n = 0; n < ONUS; n++) card.remove(at(1, n));
  await bench.become(card);
  await bench.discover();
  assert.strictEqual(await bench.present(), 2 * ONUS);
  assert.ok((await site.list('coordinator_logs', { event_type: 'WALK_HELD' })).length >= 1);
  const [held] = await site.until(async () => {
    const all = await site.list('incidents', { kind: 'walk_held', open: true });
    return all.length && all;
  }, 'an incident says so');
  assert.match(held.sentence_en, /^A walk of .* was not applied since /);

  // It returns before the walks agree: nothing has happened to anybody.
  await bench.become(bench.whole);
  const returned = await bench.discover();
  assert.strictEqual(returned.onus_new, 0);
  assert.strictEqual(await bench.present(), 2 * ONUS);
  assert.strictEqual(await site.count('onu_events', { kind: 'absent' }), 0);
  await site.until(async () => (await site.count('incidents', { kind: 'walk_held', open: true })) === 0, 'the incident is over');
  assert.strictEqual(await site.count('incidents', { kind: 'outage' }), 0);

  // And when it stays away, the walks agree in the end.
  await bench.become(card);
  for (let walks = 0; (await bench.present()) !== ONUS - 1; walks++) {
    assert.ok(walks < 8, `${await bench.present()} are present after ${walks} walks`);
    await bench.discover();
    if (walks < 2) assert.strictEqual(await bench.present(), 2 * ONUS, `after ${walks + 1} walks`);
  }
  assert.strictEqual(await site.count('onus'), 2 * ONUS); // nobody was erased
});

test('a column that the OLT does not have is said once and costs nobody his presence', async (t) => {
  const bench = await Bench.start(t);
  const { site } = bench;
  const kept = await bench.onu(bench.serialAt(0, 0));
  assert.ok(kept.description);
  await bench.become(bench.whole, '--missing', DESCRIPTION);
  for (let i = 0; i < 4; i++) {
    const walk = await bench.discover();
    assert.strictEqual(walk.state, 'SUCCESS', walk.message);
    assert.strictEqual(walk.onus_seen, 2 * ONUS);
  }
  await site.until(async () => (await site.count('olt_columns',
    { oid: DESCRIPTION, state: 'unsupported' })) === 1, 'to be remembered');
  assert.strictEqual(site.program.err.split('does not have the column').length - 1, 1, site.program.err);
  assert.strictEqual(await bench.present(), 2 * ONUS);
  assert.strictEqual((await bench.onu(kept.serial)).description, kept.description);
});

test('a column that the OLT lacked is asked for again after a day, and when the OLT has started anew', async (t) => {
  const HOUR = 3600000;
  const clock = new Clock(t);
  const bench = await Bench.start(t, clock.env);
  const { site } = bench;
  const columns = (state) => site.count('olt_columns', { oid: DESCRIPTION, state });
  const upFor = (hours) => bench.whole.copy().set(UPTIME, '0', `67|${hours * HOUR / 10}`);
  const lose = async () => {
    await bench.become(upFor(1000), '--missing', DESCRIPTION);
    await bench.discover();
    await site.until(async () => (await columns('unsupported')) === 1, 'to be missed');
  };
  const isAskedFor = async () => {
    await bench.discover();
    return (await columns('answers')) === 1;
  };
  await lose();
  await bench.become(upFor(1000));
  assert.ok(!(await isAskedFor()));
  clock.set(25 * HOUR);
  await site.until(async () => (await site.count('coordinator_logs', { event_type: 'CLOCK_STEPPED' })) === 1, 'a day later');
  await site.until(isAskedFor, 'to be back');

  await lose();
  await bench.become(upFor(1001));
  await bench.runJob('chassis');
  assert.ok(!(await isAskedFor()));
  await bench.become(upFor(0.005));
  await bench.runJob('chassis');
  await site.until(isAskedFor, 'to be back');
  assert.strictEqual(await site.count('coordinator_logs', { event_type: 'OLT_RESTARTED' }), 1);
});
