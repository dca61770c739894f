// SPDX-License-Identifier: Apache-2.0
//
// What devices and people say is shown, never done: on a terminal, in a CSV, in files.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, startSim, tempFolder } = require('./lib');
const { startServe } = require('./serve-lib');

const hex = (text) => Buffer.from(text).toString('hex');

test('facho detect shows a device\'s text without what a terminal obeys', async (t) => {
  const file = path.join(tempFolder(t), 'olt.snmprec');
  const evil = 'a\u001b[31mred\u001b]0;title\u0007\u009b2J\u202ex\u007f';
  fs.writeFileSync(file, `1.3.6.1.2.1.1.1.0|4x|${hex(evil)}\n1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.2011.2.169\n` +
    `1.3.6.1.2.1.1.3.0|67|12345\n1.3.6.1.2.1.1.5.0|4x|${hex('olt\u001b[2J')}\n`);
  const sim = await startSim(t, ['--snmprec', file]);
  const { out, err } = await run(['detect', sim.host, '-c', 'public']);
  assert.match(out, /Name {8}olt\?\[2J/);
  // eslint-disable-next-line no-control-regex
  for (const text of [out, err]) assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
});

// Every file below, with its mode.
const modes = (folder) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const at = path.join(folder, entry.name);
  return entry.isDirectory() ? modes(at) : [[at, (fs.lstatSync(at).mode & 0o777).toString(8)]];
});

test('files are for their owner alone, also in a folder that was there before', async (t) => {
  const folder = path.join(tempFolder(t), 'data');
  fs.mkdirSync(path.join(folder, 'logs'), { recursive: true, mode: 0o755 });
  fs.chmodSync(folder, 0o755);
  assert.strictEqual((await run(['migrate', '--database', `sqlite:${folder}/facho.db`])).status, 0);
  fs.chmodSync(`${folder}/facho.db`, 0o644);
  fs.writeFileSync(`${folder}/facho.lock`, '', { mode: 0o644 });
  const before = process.umask(0o022);
  t.after(() => process.umask(before));
  await startServe(t, { folder });
  const open = modes(folder).filter(([, mode]) => mode !== '600');
  assert.deepStrictEqual(open, []);
  assert.ok(modes(folder).some(([file]) => file.endsWith('facho.db-wal')));
  assert.ok(modes(folder).some(([file]) => file.endsWith('.log')), JSON.stringify(modes(folder)));
});

test('nothing is written through a symbolic link', async (t) => {
  const folder = path.join(tempFolder(t), 'data');
  fs.mkdirSync(folder);
  const victim = path.join(folder, '..', 'victim');
  fs.writeFileSync(victim, 'precious');
  for (const name of ['facho.lock', 'facho.db']) {
    const link = path.join(folder, name);
    fs.symlinkSync(name === 'facho.db' ? `${victim}.db` : victim, link);
    const { status, err } = await run(['serve', '--data', folder]);
    assert.notStrictEqual(status, 0);
    assert.match(err, new RegExp(`${name} is a symbolic link`));
    fs.unlinkSync(link);
  }
  assert.strictEqual(fs.readFileSync(victim, 'utf8'), 'precious');
  assert.ok(!fs.existsSync(`${victim}.db`));
});
