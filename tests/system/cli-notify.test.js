// SPDX-License-Identifier: Apache-2.0
//
// The commands for incidents, the plant and messages, over the socket and over the API: everything that a person
// can do in the web admin. Secrets come from files, never from the command line, and are never shown.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, startSim, tempFolder } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');

const SECRET = 'planted-secret-of-a-channel';

async function ways(t, env = QUIET) {
  const site = await startServe(t, { env });
  const token = (await site.cli(['token', 'add', 'cli', '--user', 'admin', '--role', 'admin'])).out.trim();
  const http = (args, options = {}) => run([...args, '--server', site.api], { ...options, env: { FACHO_TOKEN: token, ...options.env } });
  return { site, all: { socket: (args, options) => site.cli(args, options), http } };
}

const json = (ask) => async (...args) => {
  const { status, out, err } = await ask([...args, '--json']);
  assert.strictEqual(status, 0, `${args.join(' ')}: ${err}`);
  assert.ok(!`${out}${err}`.includes(SECRET), `${args.join(' ')} shows a secret`);
  return out.trim() ? JSON.parse(out) : null;
};

// While it is being sent nobody may touch it.
const patient = (site, ask) => (...args) => site.until(() => ask(...args).catch(() => null), args.join(' '));

async function tellAll(site, ask, folder, name) {
  const file = path.join(folder, `${name}.secret`);
  fs.writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
  const made = await ask('channel', 'add', `hook-${name}`, '--kind', 'webhook', '--settings', '{"url":"https://192.0.2.9/x"}', '--secret-file', file);
  assert.strictEqual(made.has_secret, true);
  assert.strictEqual((await ask('channel', 'show', `hook-${name}`)).kind, 'webhook');
  assert.strictEqual((await ask('channel', 'change', `hook-${name}`, '--enabled', 'no')).enabled, false);
  await ask('channel', 'change', `hook-${name}`, '--enabled', 'yes');
  await ask('contact', 'add', `Ana ${name}`, '--language', 'es');
  assert.strictEqual((await ask('contact', 'change', `Ana ${name}`, '--language', 'en')).language, 'en');
  await ask('target', 'add', `NOC ${name}`, '--channel', `hook-${name}`);
  assert.ok((await ask('target', 'list')).some((row) => row.name === `NOC ${name}`));
  await ask('route', 'add', `all ${name}`, '--targets', JSON.stringify([`NOC ${name}`]));
  assert.strictEqual((await ask('route', 'change', `all ${name}`, '--delay-s', '30')).delay_s, 30);
  const { id: silence } = await ask('silence', 'add', '--for', '2h', '--why', 'works');
  assert.ok((await ask('silence', 'end', String(silence))).ended_at);
  const { id: work } = await ask('maintenance', 'add', 'Poda', '--from-at', '2036-12-01T02:00:00Z', '--until-at', '2036-12-01T04:00:00Z');
  assert.strictEqual((await ask('maintenance', 'change', String(work), '--mode', 'hold')).mode, 'hold');
  await ask('maintenance', 'end', String(work));
  const { id: template } = await ask('template', 'add', `short-${name}`, '--language', 'en', '--kind', 'incident.opened', '--body', '**{{place}}**');
  assert.match((await ask('template', 'preview', String(template))).text, /\S/);
  const { outbox } = await ask('notify', 'test', `hook-${name}`);
  const number = String(outbox);
  assert.strictEqual((await ask('notify', 'outbox', 'show', number)).is_test, true);
  assert.ok((await ask('notify', 'outbox', 'list')).some(({ id }) => String(id) === number));
  const act = patient(site, ask);
  assert.strictEqual((await act('notify', 'outbox', 'drop', number)).state, 'dropped');
  assert.strictEqual((await act('notify', 'outbox', 'retry', number)).id, outbox);
  await act('notify', 'outbox', 'drop', number);
  for (const [noun, key] of [['route', `all ${name}`], ['contact', `Ana ${name}`], ['template', String(template)],
    ['silence', String(silence)], ['maintenance', String(work)]]) await ask(noun, 'delete', key);
}

test('channels, contacts, targets, routes, silences, windows, templates and messages', async (t) => {
  const { site, all } = await ways(t);
  const folder = tempFolder(t);
  for (const [name, way] of Object.entries(all)) await tellAll(site, json(way), folder, name);
});

test('a CSV file becomes boxes, and a wrong row is told with its line', async (t) => {
  const { all } = await ways(t);
  const file = path.join(tempFolder(t), 'boxes.csv');
  for (const [name, way] of Object.entries(all)) {
    const ask = json(way);
    fs.writeFileSync(file, Buffer.from(`tipo;c\xf3digo;nombre;padre\r\ncaja;C-${name};Peña;S-${name}\r\nsplitter;S-${name};;\r\narmario;X;;\r\n`, 'latin1'));
    const { status, out } = await way(['plant', 'import', file]);
    assert.strictEqual(status, 3);
    assert.match(out, /added 2, changed 0, refused 1/);
    assert.match(out, /\b4\b.*kind/);
    const box = await ask('plant', 'show', `C-${name}`);
    assert.deepStrictEqual([box.name, box.kind, box.parent_name], ['Peña', 'box', `S-${name}`]);
    await ask('plant', 'tag', `C-${name}`, 'vip,hospital');
    assert.deepStrictEqual((await ask('plant', 'show', `C-${name}`)).tags, ['hospital', 'vip']);
    await ask('plant', 'change', `C-${name}`, '--distance-m', '3200');
    await ask('plant', 'delete', `C-${name}`);
  }
  const { status, err } = await all.socket(['plant', 'import', '/no/such/file']);
  assert.strictEqual(status, 1);
  assert.match(err, /No such file/);
});

test('an incident is shown, acknowledged, assigned, noted, looked at, silenced, closed and explained', async (t) => {
  const { site, all } = await ways(t, { FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h' });
  const sim = await startSim(t, ['--profile', 'huawei', '--ports', '2', '--onus', '16', '--offline', '0', '--churn', '0', '--control', '-']);
  await site.addOlt('centro', sim.host);
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === 32, '32 ONUs online');
  const seen = await site.count('executions', { state: 'SUCCESS' });
  await site.until(async () => (await site.count('executions', { state: 'SUCCESS' })) > seen + 3, 'more readings');
  sim.write('{"cmd":"fault","kind":"feeder","port":"1/0"}');
  const { id } = await site.until(async () => (await site.list('incidents', { open: true }))[0], 'an incident');
  const number = String(id);
  for (const way of Object.values(all)) {
    const ask = json(way);
    const going = await ask('incident', 'list', '--open', 'yes');
    assert.ok(going.some((row) => row.id === id), JSON.stringify(going));
    await ask('incident', 'ack', number, '--for', '1h');
    await ask('incident', 'unack', number);
    await ask('incident', 'assign', number, 'eva');
    await ask('incident', 'note', number, 'a crew is on its way');
    await ask('incident', 'look', number);
    await ask('incident', 'silence', number, '--for', '1h');
    assert.strictEqual((await ask('incident', 'silence', number, '--until', 'end')).until_at, null);
    await ask('incident', 'members', number);
    await ask('incident', 'similar', number);
    assert.ok((await ask('incident', 'timeline', number)).some(({ kind }) => kind === 'assign'));
    await ask('incident', 'real-cause', number, 'fibre: a truck');
    const { owner, note, real_cause: cause } = await ask('incident', 'show', number);
    assert.deepStrictEqual([owner, note, cause], ['eva', 'a crew is on its way', 'fibre: a truck']);
    await ask('notify', 'try', number);
  }
  const ask = json(all.http);
  await ask('incident', 'close', number, 'known');
  await site.until(async () => (await site.ask('incident.get', { incident: id })).state === 'closed', 'it is closed');
  await ask('incident', 'reopen', number);
  assert.ok((await ask('incident', 'timeline', number)).some(({ kind }) => kind === 'reopen'));
  const again = await site.until(async () => {
    const shown = await site.ask('incident.get', { incident: id });
    return shown.state === 'open' && shown;
  }, 'it is open again');
  assert.ok(again.affected > 0 && again.closed_at === null, JSON.stringify(again));
});
