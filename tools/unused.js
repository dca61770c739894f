// SPDX-License-Identifier: Apache-2.0
//
// Functions and data that one file of src/ exports and no other file of src/ uses. They should be
// static, or go.
//
//   node tools/unused.js BUILD-FOLDER
//
// Reads the symbols of the objects that were built; exits 1 when it finds something. What only tests
// use is no use: a test goes through what the program itself calls. The few that are for tests all
// the same stand in FOR_TESTS, each with its reason.
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const FOR_TESTS = new Map([
]);

function objectsOf(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return objectsOf(full);
    return entry.name.endsWith('.o') ? [full] : [];
  });
}

// { defined: Map(symbol -> object), used: Set } of these objects.
function symbolsOf(objects) {
  const defined = new Map();
  const used = new Set();
  const text = execFileSync('nm', ['--print-file-name', '--no-sort', ...objects], { encoding: 'utf8', maxBuffer: 1 << 28 });
  for (const line of text.split('\n')) {
    const m = /^(.*):\s*[0-9a-f]*\s+([A-Za-z]) (\w+)$/.exec(line);
    if (!m) continue;
    if (m[2] === 'U') used.add(m[3]);
    else if (/[TDBRC]/.test(m[2])) defined.set(m[3], m[1]);
  }
  return { defined, used };
}

const build = process.argv[2];
const objects = [...objectsOf(path.join(build, 'src')), ...objectsOf(path.join(build, 'facho.p'))];
const { defined, used } = symbolsOf(objects);
const found = [...defined].filter(([name]) => !used.has(name) && name !== 'main' && !FOR_TESTS.has(name));
for (const [name, object] of found)
  console.log(`${path.relative(build, object).replace(/lib\w+\.a\.p\//, '').replace(/\.o$/, '')}: nobody else in src/ uses ${name}()`);
process.exitCode = found.length ? 1 : 0;
