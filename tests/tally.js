// SPDX-License-Identifier: Apache-2.0
//
// Counts single test cases for script/test.
//
//   tally.js sum FOLDER SUITE...   adds up FOLDER/SUITE.json (meson's testlog) and
//                                  FOLDER/SUITE.tap (node), prints "N passed, N failed"
//   tally.js programs SUITE        the programs of a meson suite, from
//                                  `meson introspect --tests` on stdin
'use strict';
const fs = require('node:fs');
const path = require('node:path');

// Lines like "ok 3 - name" or "not ok 4 - name # SKIP why", at any depth: a node test with
// subtests counts its subtests and not itself.
function countTap(text) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const open = []; // results still waiting to learn whether they had children
  const close = (depth) => {
    while (open.length && open[open.length - 1].depth >= depth) {
      const { kind, hasChildren } = open.pop();
      if (!hasChildren) count[kind]++;
    }
  };
  const lines = text.split('\n');
  // A node subtest's result comes after its children, so read backwards.
  for (const line of lines.reverse()) {
    const m = /^( *)(not )?ok \d+(.*)$/.exec(line);
    if (!m) continue;
    const depth = m[1].length;
    const kind = /# (SKIP|TODO)/i.test(m[3]) ? 'skipped' : m[2] ? 'failed' : 'passed';
    if (open.length && depth > open[open.length - 1].depth)
      open[open.length - 1].hasChildren = true;
    else close(depth);
    open.push({ depth, kind, hasChildren: false });
  }
  close(0);
  return count;
}

// One JSON object a line and a program. One that died before it could say "not ok" is a
// failure all the same.
function countMeson(text) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const line of text.split('\n').filter(Boolean)) {
    const program = JSON.parse(line);
    const cases = countTap(program.stdout || '');
    if (/FAIL|ERROR|TIMEOUT|INTERRUPT/.test(program.result) && cases.failed === 0)
      cases.failed = 1;
    // A program without TAP (a fuzz target over its corpus) is one case.
    if (program.result === 'OK' && cases.passed + cases.failed + cases.skipped === 0)
      cases.passed = 1;
    for (const kind of Object.keys(count)) count[kind] += cases[kind];
  }
  return count;
}

function countSuite(folder, suite) {
  const json = path.join(folder, `${suite}.json`);
  const tap = path.join(folder, `${suite}.tap`);
  if (fs.existsSync(json)) return countMeson(fs.readFileSync(json, 'utf8'));
  if (fs.existsSync(tap)) return countTap(fs.readFileSync(tap, 'utf8'));
  return { passed: 0, failed: 0, skipped: 0 };
}

function sum(folder, suites) {
  let passed = 0, failed = 0, skipped = 0;
  for (const suite of suites) {
    const count = countSuite(folder, suite);
    if (count.passed + count.failed === 0) {
      console.log(`${suite}: ran nothing, which is a failure`);
      count.failed = 1;
    }
    passed += count.passed;
    failed += count.failed;
    skipped += count.skipped;
  }
  if (skipped) console.log(`${skipped} skipped`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
}

function programs(suite) {
  const tests = JSON.parse(fs.readFileSync(0, 'utf8'));
  const wanted = tests.filter((t) => t.suite.some((s) => s === suite || s.endsWith(`:${suite}`)));
  const folder = path.resolve('build-tsan');
  for (const { cmd } of wanted) {
    // What a script of ours runs comes after it.
    const [program] = cmd.map((file) => path.relative(folder, path.resolve(folder, file)))
      .filter((file) => !file.startsWith('..'));
    console.log(program);
  }
}

module.exports = { countTap, countMeson };

if (require.main === module) {
  const [what, ...rest] = process.argv.slice(2);
  if (what === 'sum') process.exit(sum(rest[0], rest.slice(1)));
  if (what === 'programs') programs(rest[0]);
}
