// SPDX-License-Identifier: Apache-2.0
//
// Finds functions that a file of src/ exports without need: a function without a caller in src/ should
// be removed; one with callers only in its own file, and without a test, should be static.
//
//   node tools/unused.js BUILD-FOLDER
//
// Reads the symbols of the objects in that folder and the sources; prints findings; exits 1 if any.
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

// Functions that only tests and benchmarks call, each with a reason.
const FOR_TESTS = new Map(Object.entries({
  collection_sentence: 'why a collection failed, in tests of collect/ and a bench; the engine has judge_int.h',
  db_set_patience: 'tests of locks do not wait as long as the program does',
  store_execution_finish: 'one execution in a transaction of its own; the writer uses store_execution_finish_in',
  store_execution_save: 'a record in any state in a transaction of its own; the writer uses store_execution_record',
  store_node_override: 'all overrides of a node at once; the service changes the given ones with store_node_change',
  store_violation_get: 'one violation as it is stored; the service reads violations with lists',
  store_violation_notified: 'one violation alone; what became of a message marks all of its OLT (store/notify/outbox.c)',
  tally_trouble: 'the last error of the totals cache, whose thread has no other result',
  watch_incident_of: 'the incident of an ONU, in tests; the program reads members from the database',
  vault_id: 'the id of a key, which is otherwise only part of sealed texts',
}));

function filesOf(folder, pattern) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(full, pattern);
    return pattern.test(entry.name) ? [full] : [];
  });
}

// Names that an object defines and no other object refers to.
function unreferenced(objects) {
  const defined = new Set();
  const used = new Set();
  const text = execFileSync('nm', objects, { encoding: 'utf8', maxBuffer: 1 << 28 });
  for (const [, kind, name] of text.matchAll(/^[0-9a-f ]* ([A-Za-z]) (\w+)$/gm)) {
    if (kind === 'U') used.add(name);
    else if (/[TDBRC]/.test(kind)) defined.add(name);
  }
  return [...defined].filter((name) => !used.has(name) && name !== 'main');
}

const words = (files) => files.map((file) => [file, fs.readFileSync(file, 'utf8')
  .replace(/\/\*[^]*?\*\/|"(?:\\.|[^"\\])*"/g, '')]);
const uses = (text, name) => (text.match(new RegExp(`\\b${name}\\b`, 'g')) || []).length;

const build = process.argv[2];
const sources = words(filesOf('src', /\.c$/));
const others = words(['tests', 'bench', 'tools'].flatMap((folder) => filesOf(folder, /\.[ch]$/)));
const objects = [...filesOf(path.join(build, 'src'), /\.o$/), ...filesOf(path.join(build, 'facho.p'), /\.o$/)];
const found = unreferenced(objects).filter((name) => !FOR_TESTS.has(name)).flatMap((name) => {
  const homes = sources.filter(([, text]) => uses(text, name));
  const where = homes.length ? homes[0][0] : build; // generated
  if (homes.length && homes.reduce((sum, [, text]) => sum + uses(text, name), 0) <= 1)
    return [`${where}: nobody in src/ uses ${name}`];
  return others.some(([, text]) => uses(text, name)) || !homes.length ? [] : [`${where}: ${name} should be static`];
});
for (const name of FOR_TESTS.keys())
  if (!others.some(([, text]) => uses(text, name))) found.push(`tools/unused.js: no test uses ${name} any more`);
for (const line of found) console.log(line);
process.exitCode = found.length ? 1 : 0;
