// SPDX-License-Identifier: Apache-2.0
//
// Every phrase of both languages, filled with every kind of argument that its places may have (for
// numbers 0, 1, 2, 5, 1000 and a million), and looked at by the rules of grammar.js. What a place may
// be filled with is told by its name, so a place with a new name is entered here first.
import { readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { mistakes } from './grammar.js';

const at = (path) => new URL(`../src/i18n/${path}`, import.meta.url);
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'));

const NUMBERS = [0, 1, 2, 5, 1000, 1_000_000];
/** Numbers, spans ("2 minutos"), whens ("cada 2 minutos", as a whole sentence part), clocks, names. */
const KINDS = {
  number: {
    en: NUMBERS, es: NUMBERS,
    places: `count n number done of required already online present waiting failed total added applied retries skipped ok minute kept changed
      answered delayed removed busy onus asked id km percent max min db top last low high bad warn`.split(/\s+/),
  },
  span: { en: ['1 minute', '2 minutes'], es: ['1 minuto', '2 minutos'], places: 'span every delay usual slowest time p99'.split(' ') },
  when: { en: ['every 2 minutes', '5 minutes ago'], es: ['cada 2 minutos', 'hace 5 minutos'], places: ['when'] },
  clock: { en: ['10:02'], es: ['10:02'], places: 'at from to since times place cron version until card'.split(' ') },
  name: {
    en: ['Centro'], es: ['Centro'],
    places: `name olt job who names what why label message text word words unit reason trouble level master days profile kind hour index state field
      address brand model port user role column value path link oid zone origin inUse stored cause sure note incident channel target code title`.split(/\s+/),
  },
};

const kindOf = (place) => Object.values(KINDS).find(({ places }) => places.includes(place));

function* leaves(tree, before = '') {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'object') yield* leaves(value, `${before}${key}.`);
    else yield [`${before}${key}`, value];
  }
}

const placesOf = (text) => [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, place]) => place))];

/** One place varies, the others are as they are first. */
function* fillings(places, language) {
  const usual = Object.fromEntries(places.map((place) => [place, kindOf(place)[language][0]]));
  if (!places.length) yield {};
  for (const place of places) for (const value of kindOf(place)[language]) yield { ...usual, [place]: value };
}

/** What a phrase goes by whose number is written in another way. */
const countOf = (places) => Object.values(places).filter((value) => typeof value === 'number').at(-1) ?? 2;

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** ["es/poller.json lanes.any {n: 1}: number: \"1 reservados\" in \"...\""] */
export async function problemsOf(languages = ['en', 'es'], load = read, files = (language) => readdirSync(at(language))) {
  const found = new Set();
  for (const language of languages) {
    const names = files(language);
    const resources = { [language]: Object.fromEntries(names.map((file) => [file.replace('.json', ''), load(`${language}/${file}`)])) };
    const i18n = i18next.createInstance();
    await i18n.init({ lng: language, resources, fallbackLng: false, interpolation: { escapeValue: false } });
    for (const file of names) {
      for (const [key, text] of leaves(load(`${language}/${file}`))) {
        const unknown = placesOf(text).filter((place) => !kindOf(place));
        if (unknown.length) found.add(`${language}/${file} ${key}: scripts/phrases.js does not know what {{${unknown[0]}}} is filled with`);
        if (unknown.length) continue;
        for (const places of fillings(placesOf(text), language)) {
          const asked = key.replace(PLURAL, '');
          const options = PLURAL.test(key) && !('count' in places) ? { ...places, count: countOf(places) } : places;
          const name = `${file.replace('.json', '')}:${PLURAL.test(key) ? asked : key}`;
          const words = i18n.t(name, options);
          const where = `${language}/${file} ${asked} ${JSON.stringify(places)}`;
          if (!i18n.exists(name, options)) found.add(`${where}: there is no phrase for this number`);
          for (const mistake of mistakes(String(words), language)) found.add(`${where}: ${mistake} in "${words}"`);
        }
      }
    }
  }
  return [...found];
}

/** The phrasebook's sentences, with numbers and names in its places. */
export function bookProblems(book = JSON.parse(readFileSync(new URL('../src/phrasebook/es.json', import.meta.url), 'utf8'))) {
  const found = new Set();
  const fill = (text, value) => text.replace(/\{\{?(\w+)\}?\}/g, value);
  for (const [key, entry] of [...Object.entries(book.events), ...Object.entries(book.phrases)]) {
    for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) {
      for (const mistake of mistakes(fill(text, 'Centro'), 'es')) found.add(`said/es.json ${key}: ${mistake}`);
    }
  }
  return [...found];
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const problems = [...await problemsOf(), ...bookProblems()];
  for (const problem of problems) console.error(problem);
  process.exit(problems.length ? 1 : 0);
}
