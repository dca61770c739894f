// SPDX-License-Identifier: Apache-2.0
//
// The command line in a real terminal (tmux): a screen that follows, and shells that complete.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { binary, runProgram } = require('./lib');
const { startServe, QUIET } = require('./serve-lib');
const { Terminal } = require('./terminal-lib');

test('top follows, fits when the terminal is resized, ends with q and leaves all as it was', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const terminal = await new Terminal(t).open('sh');
  await terminal.type(`cd ${site.folder}; stty -g > before; echo "here" before`, 'Enter');
  await terminal.until(/^here before\n>$/m);
  await terminal.type(`facho top --data ${site.folder} -i 200ms`, 'Enter');
  const wide = await terminal.until(/^pollers +\[\.+\] 0 of 50 busy/m);
  assert.match(wide, /^facho \d+\.\d+\.\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +q quits$/m);
  assert.match(wide, /^POLLER +OLT +JOB +EXECUTION +SINCE$/m);
  assert.doesNotMatch(wide, /here before/);
  await site.ask('olt.add', { name: 'norte', address: '127.0.0.1', port: 9, community: 'public' });
  await terminal.until(/^network +1 OLTs/m);
  await terminal.resize(50, 10);
  const narrow = await terminal.until(/^pollers +\[\.{16}\] 0 of 50 busy$/m); // a third of the width
  assert.match(narrow, /^facho \S+ +\S+ \S+ +q quits$/m);
  await terminal.resize(160, 50);
  await terminal.until(/^NEWEST$/m);
  await terminal.type('x');
  await terminal.type('q');
  const after = await terminal.until(/^here before\n> .*\n>$/m);
  assert.doesNotMatch(after, /POLLER/);
  await terminal.type('stty -g > after; cmp before after && echo "the" same', 'Enter');
  await terminal.until(/the same$/m);
});

test('olt change asks for the credentials of another address, without echo', async (t) => {
  const site = await startServe(t, { env: QUIET });
  await site.ask('olt.add', { name: 'centro', address: '127.0.0.1', port: 9, community: 'before1', enabled: false });
  const terminal = await new Terminal(t).open('sh');
  await terminal.type(`facho olt change centro 127.0.0.1:10 --data ${site.folder} --json | grep port; echo "it" ended`, 'Enter');
  await terminal.until(/its credentials are needed again[^]*^community: ?$/m);
  await terminal.type('s3cret-typed', 'Enter');
  const after = await terminal.until(/"port": 10[^]*it ended/);
  assert.doesNotMatch(after, /s3cret-typed/);
  assert.strictEqual((await site.ask('olt.get', { olt: 'centro' })).port, 10);
});

test('top ends with ^C and with SIGTERM too, and says so when facho serve goes away', async (t) => {
  const site = await startServe(t, { env: QUIET });
  const terminal = await new Terminal(t).open('sh');
  const pid = path.join(site.folder, 'pid');
  const top = `sh -c 'echo $$ > ${pid}; exec facho top --data ${site.folder} -i 200ms'; echo "status" $?`;
  await terminal.type(top, 'Enter');
  await terminal.until(/^pollers/m);
  await terminal.type('C-c');
  await terminal.until(/status 0$/m);
  await terminal.type('clear', 'Enter', top, 'Enter');
  await terminal.until(/^pollers/m);
  process.kill(Number(fs.readFileSync(pid, 'utf8')), 'SIGTERM');
  await terminal.until(/status 0$/m);
  await terminal.type('clear', 'Enter', top, 'Enter');
  await terminal.until(/^pollers/m);
  await site.program.stop();
  const gone = await terminal.until(/status 1$/m);
  assert.match(gone, /facho top: the program that runs/);
});

// ---- completion --------------------------------------------------------------------------------------

// What bash would offer for the last of the words.
async function offers(...words) {
  const script = 'source <("$1" completion bash); shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); ' +
    '_facho; printf "%s\\n" "${COMPREPLY[@]}"';
  const { status, out, err } = await runProgram('bash', ['-c', script, 'bash', binary, 'facho', ...words]);
  assert.strictEqual(status, 0, err);
  assert.strictEqual(err, '');
  return out.trim().split('\n');
}

test('bash is offered commands, verbs, options and choices', async () => {
  assert.deepStrictEqual(await offers('viol'), ['violation']);
  assert.ok((await offers('')).includes('serve'));
  assert.deepStrictEqual(await offers('onu', 'f'), ['find']);
  assert.deepStrictEqual(await offers('olt', 're'), ['revive', 'restore']);
  assert.deepStrictEqual(await offers('onu', 'list', '--run_st'), ['--run_state']);
  assert.deepStrictEqual(await offers('execution', 'list', '--state', 'F'), ['FAILED']);
  assert.deepStrictEqual(await offers('onu', 'list', '--format', ''), ['table', 'csv', 'json']);
  assert.deepStrictEqual(await offers('serve', '--da'), ['--data']);
});

test('bash completes what is typed', async (t) => {
  const terminal = await new Terminal(t).open('bash --norc --noprofile', 'source <(facho completion bash)');
  await terminal.type('facho viol', 'Tab', 'l', 'Tab', '--acked', 'Tab');
  await terminal.until(/^> facho violation list --acked_/m);
});

test('zsh completes what is typed, and explains commands', async (t) => {
  const terminal = await new Terminal(t).open('zsh -f',
    'autoload -Uz compinit; compinit -D; source <(facho completion zsh)');
  await terminal.type('facho viol', 'Tab', 'l', 'Tab', '--sev', 'Tab');
  await terminal.until(/^> facho violation list --severity/m);
  await terminal.type('C-u', 'facho execution list --state FA', 'Tab');
  await terminal.until(/^> facho execution list --state FAILED/m);
  await terminal.type('C-u', 'facho v', 'Tab', 'Tab');
  await terminal.until(/violation +-- list and acknowledge hours in which a quota was not met/);
});
