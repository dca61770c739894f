// SPDX-License-Identifier: Apache-2.0
//
// A real terminal (tmux) with a server of its own, which ends with the test: when it goes well, when
// it fails, and when it is interrupted.
//
//   const terminal = await new Terminal(t).open('sh');
//   await terminal.type('facho top', 'Enter');
//   await terminal.until(/^pollers/m);
'use strict';
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { binary, endWithUs, runProgram, sleep } = require('./lib');

// The socket is how the server is reached to be ended: its folder goes behind it, in one step. (Hooks
// of a test run in the order in which they were given, so a folder of tempFolder() would be gone first.)
class Terminal {
  constructor(t, size = [100, 30]) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'facho-tmux-'));
    this.socket = path.join(this.folder, 'tmux');
    this.size = size;
    const isOver = endWithUs(() => this.end());
    t.after(() => {
      this.end();
      isOver();
    });
  }

  end() {
    spawnSync('tmux', ['-S', this.socket, 'kill-server'], { stdio: 'ignore' });
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  async tmux(...args) {
    const { status, out, err } = await runProgram('tmux', ['-S', this.socket, '-f', '/dev/null', ...args],
      { env: { LANG: 'C.UTF-8', TERM: 'screen', PATH: `${path.dirname(binary)}:${process.env.PATH}` } });
    assert.strictEqual(status, 0, err);
    return out;
  }

  // A shell with a prompt that is known, after this first command.
  async open(shell, first = ':') {
    const [columns, rows] = this.size.map(String);
    await this.tmux('-u', 'new-session', '-d', '-x', columns, '-y', rows, shell);
    await this.type(`PS1="> "; ${first}; clear`, 'Enter');
    await this.until(/^>$/m);
    return this;
  }

  type(...keys) {
    return this.tmux('send-keys', ...keys);
  }

  resize(columns, rows) {
    return this.tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  screen() {
    return this.tmux('capture-pane', '-p');
  }

  // What is on the screen as soon as it matches.
  async until(pattern, timeout = 90000) {
    const end = Date.now() + timeout;
    for (;;) {
      const screen = await this.screen();
      if (pattern.test(screen)) return screen;
      assert.ok(Date.now() < end, `no ${pattern} on:\n${screen}`);
      await sleep(50);
    }
  }
}

module.exports = { Terminal };
