// SPDX-License-Identifier: Apache-2.0
//
// Options of the commands that need no program that runs: each one acts, or is refused. Which
// there are is read from --help, so that a new one needs a line here. The other commands are
// in tests/unit/cli/test_options.c.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { before, after, test } = require('node:test');
const { run, tempFolder } = require('./lib');

const life = { ends: [], after(f) { this.ends.push(f); } };
let folder;
before(async () => {
  folder = tempFolder(life);
  assert.strictEqual((await run(['migrate', '--database', `sqlite:${folder}/facho.db`])).status, 0);
});
after(async () => {
  for (const end of life.ends.reverse()) await end();
});

// It fails, and says what was given: it has looked there.
const says = (words, text = '/nonexistent') => async (command) => {
  const { status, err } = await run([...command.split(' '), ...words()]);
  assert.notStrictEqual(status, 0, `${command} ${words()}`);
  assert.ok(err.includes(text), `${command} ${words()}: ${err}`);
};
// It prints something else, or ends otherwise, than without.
const differs = (words, besides = () => []) => async (command) => {
  const one = await run([...command.split(' '), ...besides()]);
  const other = await run([...command.split(' '), ...besides(), ...words()]);
  assert.notDeepStrictEqual([other.status, other.out, other.err], [one.status, one.out, one.err], command);
};
// Another test of this folder tries it.
const elsewhere = (file, spelt) => (command, option) => {
  assert.ok(fs.readFileSync(path.join(__dirname, file), 'utf8').includes(spelt || `'--${option}'`), `${file}: --${option}`);
};

const database = says(() => ['--database', 'sqlite:/nonexistent/x.db']);
const data = says(() => ['--data', '/nonexistent']);
const here = () => ['--data', folder];
const keyFile = says(() => ['--data', folder, '--key-file', '/nonexistent/key']);

const COMMANDS = {
  demo: { seconds: elsewhere('demo.test.js'), days: elsewhere('demo.test.js'), keep: says(() => ['--keep', '--seconds', '0'], '--seconds'),
    listen: says(() => ['--listen', 'nonsense', '--seconds', '1', '--days', '0'], 'nonsense') },
  serve: {
    data: says(() => ['--data', '/dev/null/x'], '/dev/null/x'),
    config: says(() => ['--config', '/nonexistent']),
    listen: says(() => ['--data', folder, '--listen', 'nonsense'], 'nonsense'),
    'tls-cert': says(() => ['--data', folder, '--tls-cert', '/nonexistent', '--tls-key', '/nonexistent']),
    'tls-key': says(() => ['--data', folder, '--tls-key', '/nonexistent'], 'http.tls_key'),
    'no-backup': elsewhere('backup.test.js'),
  },
  migrate: { status: differs(() => ['--status'], here), 'no-backup': elsewhere('backup.test.js'), database, data },
  'backup out.db': { database, data },
  'restore in.db': { replace: elsewhere('backup.test.js'), database: null, data: null, 'key-file': elsewhere('backup.test.js') },
  'export out.json': {
    passphrase: elsewhere('transfer.test.js', "'-P'"), database, data,
    'key-file': says(() => ['--data', folder, '--key-file', '/nonexistent/key'], '--passphrase'),
  },
  'import in.json': { passphrase: elsewhere('transfer.test.js', "'-P'"), database: null, data: null, 'key-file': null },
  'key rotate': { database, data, 'key-file': keyFile },
  doctor: { idle: elsewhere('doctor.test.js'), quick: elsewhere('doctor.test.js'), database, data },
  config: {
    file: says(() => ['--file', '/nonexistent']),
    check: differs(() => ['--check']),
    format: differs(() => ['--format', 'json']),
  },
  version: {},
};

const optionsOf = async (command) => [...(await run([command.split(' ')[0], '--help'])).out
  .matchAll(/^ +(?:-., )?--([a-z-]+)/gm)].map((m) => m[1]).filter((name) => name !== 'help').sort();

for (const [command, options] of Object.entries(COMMANDS)) {
  test(`facho ${command}: every option acts or is refused`, async () => {
    assert.deepStrictEqual(Object.keys(options).sort(), await optionsOf(command));
    for (const [option, check] of Object.entries(options)) if (check) await check(command, option);
  });
}

test('import looks for its file and its database', async () => {
  const file = path.join(folder, 'in.json');
  assert.strictEqual((await run(['export', file, ...here()])).status, 0);
  for (const [words, text] of [[['--database', 'sqlite:/nonexistent/x.db'], '/nonexistent'],
    [['--data', '/nonexistent'], '/nonexistent'], [[...here(), '--key-file', '/nonexistent/key'], '--passphrase']]) {
    const { status, err } = await run(['import', file, ...words]);
    assert.notStrictEqual(status, 0, words.join(' '));
    assert.ok(err.includes(text), `${words}: ${err}`);
  }
});

test('options that take the place of each other are refused together', async () => {
  for (const [words, text] of [
    [['config', '--check', '--format', 'json'], '--check prints nothing'],
    [['migrate', '--status', '--no-backup', '--data', folder], '--status changes nothing'],
    [['doctor', '--data', folder, '--database', `sqlite:${folder}/facho.db`], 'takes the place of --data'],
    [['backup', 'x.db', '--data', folder, '--database', `sqlite:${folder}/facho.db`], 'takes the place of --data'],
  ]) {
    const { status, err } = await run(words);
    assert.notStrictEqual(status, 0, words.join(' '));
    assert.ok(err.includes(text), `${words}: ${err}`);
  }
});
