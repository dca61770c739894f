// SPDX-License-Identifier: Apache-2.0
// Run clang-tidy on the files listed on standard input, one per line, and store which were clean.
//
//   node tools/tidy.js BUILD-FOLDER < files
//
// A file is checked again only if the input of the analyzer has changed: the preprocessed
// source with its comments and macros, the compiler options, .clang-tidy, or clang-tidy itself.
// Results are stored in ~/.cache/facho/tidy (or $XDG_CACHE_HOME), so a new clone can use them too. Only
// clean results are stored: a finding is reported every time. Prints findings; exits 1 if there are any.
'use strict';
const { execFile, execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const KEPT_DAYS = 30;
const OUTPUT_BYTES = 256 * 1024 * 1024;

const folder = process.argv[2];
const root = process.cwd();
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
  'facho', 'tidy');

function run(program, args, cwd) {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, encoding: 'buffer', maxBuffer: OUTPUT_BYTES },
      (error, stdout) => resolve({ failed: Boolean(error), stdout }));
  });
}

// The options of the compiler for each file; one that is compiled for several programs is checked
// with the options of the first.
function compileCommands() {
  const commands = new Map();
  const entries = JSON.parse(fs.readFileSync(path.join(folder, 'compile_commands.json'), 'utf8'));
  for (const { directory, command, file } of entries) {
    const name = path.relative(root, path.resolve(directory, file));
    if (!commands.has(name)) commands.set(name, { directory, command });
  }
  return commands;
}

// The key of a file's result; undefined if it cannot be calculated.
async function keyOf(file, { directory, command }) {
  const words = command.split(' ').filter((word) => word && !/^(ccache|-Werror)$/.test(word));
  const args = [];
  for (let i = 1; i < words.length; i++) {
    if (['-o', '-MF', '-MQ'].includes(words[i])) i++;
    else if (!['-c', '-MD'].includes(words[i])) args.push(words[i].replace(/^'(.*)'$/, '$1'));
  }
  const { failed, stdout } = await run('clang', ['-E', '-C', '-dD', ...args], directory);
  if (failed) return undefined;
  return createHash('sha256').update(shared).update(args.join('\0')).update(stdout).digest('hex');
}

async function check(file) {
  const command = commands.get(file);
  const key = command && (await keyOf(file, command));
  const kept = key && path.join(cache, key);
  if (kept && fs.existsSync(kept)) {
    fs.utimesSync(kept, new Date(), new Date());
    return;
  }
  const { failed, stdout } = await run('clang-tidy', ['-p', folder, '--quiet', file], root);
  process.stdout.write(stdout);
  if (failed || stdout.length > 0) process.exitCode = 1;
  else if (kept) fs.writeFileSync(kept, '');
}

function forgetTheOld() {
  const limit = Date.now() - KEPT_DAYS * 86400000;
  for (const name of fs.readdirSync(cache)) {
    const kept = path.join(cache, name);
    if (fs.statSync(kept).mtimeMs < limit) fs.rmSync(kept);
  }
}

async function work(files) {
  for (let file = files.shift(); file !== undefined; file = files.shift()) await check(file);
}

fs.mkdirSync(cache, { recursive: true });
forgetTheOld();
const commands = compileCommands();
const shared = execFileSync('clang-tidy', ['--version'], { encoding: 'utf8' }) +
  fs.readFileSync('.clang-tidy', 'utf8');
const files = fs.readFileSync(0, 'utf8').split('\n').filter(Boolean);
Promise.all(os.cpus().map(() => work(files)));
