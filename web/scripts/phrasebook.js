// SPDX-License-Identifier: Apache-2.0
//
// Compares the phrasebooks (src/phrasebook) with the sources of the program: it is an error if a
// book has no translation for a sentence, a decision of the coordinator or an error code that users
// can see, or if it has a phrase that is not used any more.
import { readdirSync, readFileSync } from 'node:fs';
import { transformWithEsbuild } from 'vite';

const src = new URL('../../src/', import.meta.url);
const web = new URL('../src/', import.meta.url);
const read = (path) => readFileSync(new URL(path, src), 'utf8');
const filesOf = (folder) => readdirSync(new URL(folder, src), { withFileTypes: true }).flatMap((entry) =>
  (entry.isDirectory() ? filesOf(`${folder}${entry.name}/`) : entry.name.endsWith('.c') ? [folder + entry.name] : []));
const without = (files, names) => files.filter((file) => !names.includes(file.split('/').pop()));

const ENGINE = ['coordinator/', 'ledger/', 'collect/', 'engine/'].flatMap(filesOf);

// Whose sentences reach a reader, by the calls that they are made with ...
const SAYING = /\b(err_set|ask_fail|arg_wrong|reply_error|reply_error_fields|run_finish|session_fail|wrong|reader_complain|reader_complain_of)\s*\(/g;
const SPOKEN = [
  ...filesOf('service/'),
  ...['table', 'value'].map((name) => `conf/${name}.c`), 'base/log.c',
  ...['access', 'auth', 'body', 'call', 'connection', 'csv', 'events', 'event_stream', 'frame', 'gather', 'schema'].map((name) => `api/${name}.c`),
  ...['entity', 'job', 'oid', 'olt', 'user'].map((name) => `model/${name}.c`),
  ...filesOf('channel/'),
  ...filesOf('sched/'),
  ...without(filesOf('notify/'), ['config.c']),
  ...filesOf('snmpc/'),
  // Of profiles, what can be wrong with an OID or a formula of the catalogue.
  ...['decode', 'encode', 'load_column', 'load_index', 'overlay', 'overlay_load', 'overlay_make', 'reader'].map((name) => `vendor/${name}.c`),
  // What a start, a key or a copy says, is said at a console.
  ...without(filesOf('store/'), ['key.c', 'vault.c', 'passbox.c', 'migrate.c', 'transfer.c', 'writer.c', 'samples_read.c', 'db.c', 'db_pgsql.c', 'db_sqlite.c', 'pgsql_tool.c', 'pgsql_wire.c']),
  ...without(ENGINE, ['engine.c', 'upkeep.c', 'journal.c', 'ledger.c', 'phrasebook.c']),
];
// ... and those that an execution or a line of the log has for its reason.
const REASONS = /\b(skip|skip_for_olt|back|olt_state_revived|live_executions_interrupt|live_execution_interrupt|interrupt|set_message|end_early|tell_failure|refuse_test|say_olt|olt_state_disabled|arena_printf)\s*\(/g;
const REASONED = ENGINE;
const GIVEN = /(?:\breturn|\bmessage =|\bwhy =|->message, sizeof\([^)]*\),|\(message, sizeof\(message\),|\(why, sizeof\(why\),|\(text, EXECUTION_MESSAGE_MAX,)\s*(?=[^;]*")/g;
const GIVERS = ['coordinator/coordinator.c', 'coordinator/end.c', 'coordinator/live_execution.c', 'coordinator/health.c', 'collect/detect.c', 'engine/judge.c',
  'collect/outcome.c', 'engine/refresh.c', 'engine/sweep.c', 'sched/figures.c', 'snmpc/run.c', 'snmpc/v3.c'];
// What a setting expects (conf_expected).
// ... and what it is for, in its line of the table.
const SETTING = /\bFIELD\(\w+\),/g;
const EXPECTED = /\b(buf_printf|buf_puts)\s*\(/g;
// The C library's, which are in no source of ours.
const SYSTEM = /^(No route to host|Network is unreachable|Connection refused|Operation not permitted|Permission denied|Invalid argument|Message too long|nodename nor|no address associated|temporary failure)/;

const LITERAL = /"(?:[^"\\\n]|\\.)*"(?:\s*(?:PRI[a-zA-Z0-9]+\s*)?"(?:[^"\\\n]|\\.)*")*/g;

/** The text of adjacent literals with %s and %d for all that is put in. */
function textOf(literals) {
  return [...literals.matchAll(/"((?:[^"\\]|\\.)*)"|PRI([a-z]+)/g)].map(([, text, macro]) => text ?? macro).join('')
    .replace(/\\"/g, '"').replace(/\\\\/g, '\\')
    .replace(/%(?:\.\*|\.\d+)?s/g, '%s').replace(/%[-+0-9.]*(?:hh|ll|[hlz])?[diugx]/g, '%d').replace(/%%/g, '%');
}

/** From just behind a bracket to the one that closes it. */
function insideOf(source, from) {
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at++) {
    if (source[at] === '"') at = from + /^"(?:[^"\\]|\\.)*"/.exec(source.slice(at))[0].length + (at - from) - 1;
    else if (source[at] === '(') depth++;
    else if (source[at] === ')') depth--;
  }
  return source.slice(from, at - 1);
}

// Parts of a sentence, and what is never said to anybody but a developer.
const NONE = /^(; perhaps |pollers: at least one|one of: )$/;

const isSentence = (text) => !NONE.test(text) && /[a-z]{2}/.test(text.replace(/%[sd]/g, '')) && /\s/.test(text.trim()) && !/^\{s:|^\{"/.test(text);

function sentencesIn(file, pattern, pieceAt) {
  const source = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
  return [...source.matchAll(pattern)].flatMap((found) =>
    [...pieceAt(source, found.index + found[0].length).matchAll(LITERAL)].map(([literals]) => ({ file, text: textOf(literals) })))
    .filter(({ text }) => isSentence(text));
}

const toSemicolon = (source, from) => source.slice(from, source.indexOf(';', from));
const sentences = [
  ...SPOKEN.flatMap((file) => sentencesIn(file, SAYING, insideOf)),
  ...REASONED.flatMap((file) => sentencesIn(file, REASONS, insideOf)),
  ...GIVERS.flatMap((file) => sentencesIn(file, GIVEN, toSemicolon)),
  ...sentencesIn('conf/table.c', EXPECTED, insideOf),
  ...sentencesIn('conf/table.c', SETTING, (source, from) => source.slice(from, source.indexOf('},', from))),
];

const namesIn = (file, pattern) => [...read(file).matchAll(pattern)].map(([, name]) => name);
const EVENTS = [...namesIn('coordinator/show.c', /\[COORDINATOR_\w+\] = \{ "\w+",\s+"(\w+)" \}/g), ...['hour', 'tracker'].flatMap((name) => namesIn(`ledger/${name}.c`, /\.event = "(\w+)"/g))];
const TROUBLES = namesIn('model/execution.c', /\[TROUBLE_\w+\] = "(\w+)"/g);
// What the audit log says.
const DONE = filesOf('service/').flatMap((file) => namesIn(file, /(?:struct change c = \{|change_one\(a,|\.action =) "(\w+)"/g));
const THINGS = filesOf('service/').flatMap((file) => namesIn(file, /struct entity [A-Z_]+ = \{\s*"(\w+)"/g));
const CODES = [
  ...TROUBLES,
  ...namesIn('model/execution.c', /\[(?:EXECUTION|TASK)_\w+\] = "(\w+)"/g),
  ...namesIn('model/quota.c', /\[SEVERITY_\w+\] = "(\w+)"/g),
  ...namesIn('base/err.c', /return "([\w/ ]+)"/g).filter((name) => !['ok', 'unknown'].includes(name)),
];

async function bookOf(file) {
  const { code } = await transformWithEsbuild(readFileSync(new URL('phrasebook/book.ts', web), 'utf8'), 'book.ts');
  const { openBook } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return openBook(file);
}

const problems = [];
const everything = ['api/', 'base/', 'channel/', 'conf/', 'model/', 'coordinator/', 'ledger/', 'collect/', 'engine/', 'notify/', 'sched/', 'service/', 'snmpc/', 'store/', 'vendor/', 'daemon/'].flatMap(filesOf)
  .concat('coordinator/coordinator_int.h')
  .flatMap((file) => [...read(file).matchAll(LITERAL)].map(([literals]) => textOf(literals)));

for (const name of readdirSync(new URL('phrasebook/', web)).filter((file) => file.endsWith('.json'))) {
  const written = readFileSync(new URL(`phrasebook/${name}`, web), 'utf8');
  const file = JSON.parse(written);
  for (const part of written.split(/^ {2}"phrases":/m)) {
    const keys = [...part.matchAll(/^ +("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key).filter((key) => !['"one"', '"other"'].includes(key));
    for (const key of new Set(keys.filter((one, i) => keys.indexOf(one) !== i))) problems.push(`phrasebook/${name} has ${key} twice`);
  }
  const book = await bookOf(file);
  // English is what the program speaks: its book has only words for codes.
  const isOwn = name === 'en.json';
  for (const { file: where, text } of isOwn ? [] : sentences) {
    const sample = text.replace(/%s/g, 'Xyz').replace(/%d/g, '7');
    if (book.say(sample) === undefined) problems.push(`phrasebook/${name} has no words for "${text}" (src/${where})`);
  }
  for (const event of isOwn ? [] : EVENTS) if (!(event in file.events)) problems.push(`phrasebook/${name} has no words for the event ${event}`);
  for (const code of CODES) if (!(isOwn && !/^[A-Z_]+$/.test(code)) && !(code in file.phrases)) problems.push(`phrasebook/${name} has no words for ${code}`);
  for (const event of Object.keys(file.events))
    if (!EVENTS.includes(event.split(' ')[0])) problems.push(`phrasebook/${name}: there is no event ${event}`);
  for (const phrase of Object.keys(file.phrases))
    if (!SYSTEM.test(phrase) && !everything.some((text) => text.includes(phrase) || (phrase.includes('%') && fits(phrase, text))))
      problems.push(`phrasebook/${name}: nobody says "${phrase}"`);
}

/** A phrase that stands for several sentences: "no memory %s". */
function fits(phrase, text) {
  const source = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sd]/g, '.*');
  return new RegExp(`${source}$`).test(text);
}

for (const language of ['en', 'es']) {
  const execution = JSON.parse(readFileSync(new URL(`i18n/${language}/execution.json`, web), 'utf8'));
  const violation = JSON.parse(readFileSync(new URL(`i18n/${language}/violation.json`, web), 'utf8'));
  const log = JSON.parse(readFileSync(new URL(`i18n/${language}/log.json`, web), 'utf8'));
  for (const event of EVENTS) if (!log.kind[event]) problems.push(`${language}/log.json: kind.${event} is missing`);
  const audit = JSON.parse(readFileSync(new URL(`i18n/${language}/audit.json`, web), 'utf8'));
  for (const action of DONE) if (!audit.did[action]) problems.push(`${language}/audit.json: did.${action} is missing`);
  for (const thing of THINGS) if (!audit.thing[thing]) problems.push(`${language}/audit.json: thing.${thing} is missing`);
  for (const code of TROUBLES) {
    if (!execution.error[code]?.what || !execution.error[code]?.do) problems.push(`${language}/execution.json: error.${code} is missing`);
    if (!violation.trouble[code]) problems.push(`${language}/violation.json: trouble.${code} is missing`);
  }
}

for (const problem of [...new Set(problems)]) console.error(problem);
process.exit(problems.length ? 1 : 0);
