// SPDX-License-Identifier: Apache-2.0
//
// What the program says before it asks anybody: help, wrong usage, settings.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { run, tempFolder } = require('./lib');

const commands = async () => {
  const { out } = await run(['help']);
  return [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map((m) => m[1]).filter((name) => name !== 'help');
};

test('version and help answer on stdout with status 0', async () => {
  const version = await run(['version']);
  assert.match(version.out, /^facho \d+\.\d+\.\d+\n$/);
  assert.strictEqual(version.status, 0);
  for (const args of [['help'], ['--help'], ['-h']]) {
    const help = await run(args);
    assert.strictEqual(help.status, 0);
    assert.match(help.out, /Usage: facho COMMAND/);
    assert.strictEqual(help.err, '');
  }
});

test('every command explains itself, in lines that fit a terminal', async () => {
  const names = await commands();
  assert.ok(names.includes('config'));
  for (const name of names) {
    const { status, out, err } = await run([name, '--help']);
    assert.strictEqual(status, 0, `${name}: ${err}`);
    assert.ok(out.startsWith(`facho ${name} - `), out);
    assert.match(out, /\nUsage: facho /);
    const long = out.split('\n').filter((line) => line.length > 90);
    assert.deepStrictEqual(long, [], `${name} --help has long lines`);
    assert.strictEqual((await run(['help', name])).out, out);
  }
});

test('every command answers an unknown option with its usage and status 2', async () => {
  for (const name of await commands()) {
    const { status, out, err } = await run([name, '--no-such-option']);
    assert.strictEqual(status, 2, name);
    assert.match(err, /there is no option --no-such-option/);
    assert.ok(err.includes(`Usage: facho ${name}`), err);
    assert.strictEqual(out, '');
  }
});

test('a slip of the finger gets a proposal', async () => {
  const { status, err } = await run(['confgi']);
  assert.strictEqual(status, 2);
  assert.match(err, /did you mean "config"\?/);
});

test('what facho config prints can be read back', async (t) => {
  const file = path.join(tempFolder(t), 'facho.conf');
  const env = { FACHO_SNMP_TIMEOUT: '1500ms', FACHO_SNMP_BATCH: '100,10', FACHO_LOG_TOPICS: 'a=debug' };
  fs.writeFileSync(file, (await run(['config'], { env })).out);
  const { json, status } = await run(['config', '--file', file, '--format', 'json']);
  assert.strictEqual(status, 0);
  const value = (name) => json.find((row) => row.setting === name).value;
  assert.strictEqual(value('snmp.timeout'), '1500ms');
  assert.strictEqual(value('snmp.batch'), '100,10');
  assert.strictEqual(value('log.topics'), 'a=debug');
  assert.match(json.find((row) => row.setting === 'snmp.timeout').origin, /facho\.conf:\d+$/);
});

test('the usual file is found: $FACHO_CONFIG, then the one in the folder', async (t) => {
  const folder = tempFolder(t);
  fs.writeFileSync(path.join(folder, 'facho.conf'), '[snmp]\nretries = 1\n');
  fs.writeFileSync(path.join(folder, 'other.conf'), '[snmp]\nretries = 9\n');
  const here = await run(['config'], { cwd: folder, env: { FACHO_CONFIG: '' } });
  assert.match(here.out, /retries = 1 +; facho\.conf:2\n/);
  const named = await run(['config'], { cwd: folder, env: { FACHO_CONFIG: 'other.conf' } });
  assert.match(named.out, /retries = 9 +; other\.conf:2\n/);
});

test('all mistakes of a configuration are told at once and nothing starts', async (t) => {
  const file = path.join(tempFolder(t), 'bad.conf');
  fs.writeFileSync(file, '[snmp]\ntimeout = 2\nretires = 3\n[log]\nlevel = loud\n');
  const { status, out, err } = await run(['config', '--check'],
    { env: { FACHO_CONFIG: file, FACHO_SNMP_IN_FLIGHT: '0' } });
  assert.strictEqual(status, 1);
  assert.strictEqual(out, '');
  assert.match(err, /bad\.conf:2: snmp\.timeout: "2" is not a time from 100ms to 1m/);
  assert.match(err, /bad\.conf:3: there is no setting snmp\.retires; did you mean snmp\.retries\?/);
  assert.match(err, /bad\.conf:5: log\.level: "loud" is not one of: error, warn, info, debug/);
  assert.match(err, /FACHO_SNMP_IN_FLIGHT: snmp\.in_flight: "0" is not a number from 1 to 64/);
  assert.strictEqual((await run(['config', '--check'])).status, 0);
});

test('a community is shown as stars', async () => {
  const { out } = await run(['config'], { env: { FACHO_COMMUNITY: 'hunter2' } });
  assert.match(out, /community = \*\*\* +; FACHO_COMMUNITY/);
  assert.ok(!out.includes('hunter2'));
});

test('every setting is documented by facho config --help', async () => {
  const { json } = await run(['config', '--format', 'json']);
  const { out } = await run(['config', '--help']);
  for (const { setting } of json) {
    const variable = `FACHO_${setting.replace('.', '_').toUpperCase()}`;
    assert.ok(out.includes(`  ${setting} (${variable}`), `${setting} is not documented`);
  }
});

test('output that cannot be written is a failure', async () => {
  const { runProgram, binary } = require('./lib');
  const { status } = await runProgram('/bin/sh', ['-c', `${binary} config > /dev/full`]);
  assert.strictEqual(status, 1);
});
