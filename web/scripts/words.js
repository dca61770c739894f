// SPDX-License-Identifier: Apache-2.0
//
// Checks that both languages have the same files, keys and {{placeholders}}. Plurals may differ.
import { readdirSync, readFileSync } from 'node:fs';

const at = (path) => new URL(`../src/i18n/${path}`, import.meta.url);
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'));
const PLURAL = /_(zero|one|two|few|many|other)$/;
const problems = [];

function flatten(words, before = '', all = new Map()) {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'object') flatten(value, `${before}${key}.`, all);
    else all.set(`${before}${key}`, value);
  }
  return all;
}

const places = (text) => [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].sort().join();

function compare(file, one, other, names) {
  const known = new Set([...other.keys()].map((key) => key.replace(PLURAL, '')));
  for (const [key, text] of one) {
    const twin = other.get(key);
    if (!text) problems.push(`${names[0]}/${file}: ${key} is empty`);
    if (!known.has(key.replace(PLURAL, ''))) problems.push(`${names[1]}/${file}: ${key} is missing`);
    else if (twin !== undefined && places(twin) !== places(text) && !PLURAL.test(key))
      problems.push(`${file}: ${key} has other {{places}} in ${names[1]}`);
  }
}

const files = new Set(['en', 'es'].flatMap((language) => readdirSync(at(language))));
for (const file of files) {
  try {
    const en = flatten(read(`en/${file}`));
    const es = flatten(read(`es/${file}`));
    compare(file, en, es, ['en', 'es']);
    compare(file, es, en, ['es', 'en']);
  } catch (error) {
    problems.push(`${file}: ${error.message}`);
  }
}
for (const problem of problems) console.error(problem);
process.exit(problems.length ? 1 : 0);
