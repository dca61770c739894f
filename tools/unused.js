// SPDX-License-Identifier: Apache-2.0
//
// Functions that a file of src/ exports for nobody: without a caller in src/, they should go; with
// callers in their own file only, and no test of their own, they should be static.
//
//   node tools/unused.js BUILD-FOLDER
//
// Reads the symbols of the objects in that folder and the sources; prints findings; exits 1 if any.
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

// What only tests call, each for a reason.
const FOR_TESTS = new Map(Object.entries({
  arena_used: 'how much a run takes',
  coordinator_health: 'what a scenario looks at',
  db_set_patience: 'tests do not wait as long as a program',
  inbox_refused: 'a bound that is reached is counted',
  ledger_quota: 'what a scenario looks at',
  sim_port: 'where a simulated OLT listens that took a free port',
  timetable_count: 'what a test of the timetable looks at',
  timetable_get: 'the same',
  tally_trouble: 'a trouble of the totals cache, made by hand',
  vault_id: 'which key a database is sealed with',
  collection_sentence: 'what a failed collection says, in tests and benches of collections',
  history_chain_resume: 'a chain that goes on after a restart, tested against the one that writes',
  store_execution_finish: 'results without an engine, in tests and benches of the store',
  store_execution_save: 'records without an engine, in tests of the store',
  store_node_override: 'nodes with overrides, in tests of the store',
  store_events_keep_position: 'how far a consumer has read: those of the log keep their cursor themselves until there is one inside',
  store_events_position: 'the same',
  store_violation_get: 'a violation as it is stored',
  store_violation_notified: 'what a message that was delivered will call',
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
