// SPDX-License-Identifier: Apache-2.0
//
// Runs files of node tests side by side, and prints their TAP, file after file.
//
//   run.js AT_ONCE FILE...
//
// Those that take longest come first, so that none of them is left to run alone at the end: LONGEST
// has their names, in order. What each took is said on stderr: put a file that is high in that
// list into LONGEST. Node's own runner takes them by name.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');

const LONGEST = [
  'demo', 'incident-device', 'hostile', 'serve', 'settings', 'own-values', 'access-http', 'api-load', 'serve-truth', 'api-hostile', 'later', // system
  'cut', 'looks-es', 'looks-en', 'aloud', 'stories', // web, which has a settings too
];

// Node 18.13, Debian 12's first, knows no reporters and prints TAP anyway.
const REPORTER = process.allowedNodeEnvironmentFlags.has('--test-reporter') ? ['--test-reporter=tap'] : [];

// A file that fails without a failed case, because it cannot be read or its process was killed, is
// a failed case.
function run(file) {
  const begun = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test', ...REPORTER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.on('close', (code) => {
      let tap = Buffer.concat(parts).toString();
      if (code !== 0 && !/^ *not ok /m.test(tap)) tap += `not ok 1 - ${file} ended with ${code}\n`;
      resolve({ file, code, tap, seconds: Math.round((Date.now() - begun) / 1000) });
    });
  });
}

function rank(file) {
  const place = LONGEST.indexOf(path.basename(file, '.test.js'));
  return place < 0 ? LONGEST.length : place;
}

async function main([atOnce, ...files]) {
  const waiting = files.map((file) => [rank(file), file]).sort(([a], [b]) => a - b).map(([, file]) => file);
  const done = [];
  const work = async () => {
    while (waiting.length) {
      const result = await run(waiting.shift());
      process.stdout.write(result.tap);
      done.push(result);
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, work));
  const slow = done.sort((a, b) => b.seconds - a.seconds).slice(0, 8);
  console.error(`   longest: ${slow.map(({ file, seconds }) => `${path.basename(file, '.test.js')} ${seconds} s`).join(', ')}`);
  process.exitCode = done.some(({ code }) => code !== 0) ? 1 : 0;
}

main(process.argv.slice(2));
