// SPDX-License-Identifier: Apache-2.0
//
// The texts. Each area has a namespace, which is loaded with the first page that needs it; "common"
// has the shared texts. The language is the one chosen here, otherwise that of the user, otherwise
// that of the browser.
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { openBookOf } from '@/phrasebook/translate';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = 'facho.language';
const FILES = import.meta.glob<{ default: Record<string, unknown> }>('./*/*.json');

const files: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = FILES[`./${language}/${namespace}.json`];
    if (!load) return done(new Error(`no words: ${language}/${namespace}`), null);
    load().then((words) => done(null, words.default), (error: Error) => done(error, null));
  },
};

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

function preferred(): Language {
  const kept = localStorage.getItem(KEPT) ?? '';
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

export async function startI18n() {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = preferred();
  const book = openBookOf(language);
  await i18next.use(files).use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: LANGUAGES,
    ns: ['common', 'app'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  await book;
}

/** The language that is written at somebody's name, unless another was chosen on this browser. */
export async function speakTo(language: string) {
  if (isLanguage(language) && !localStorage.getItem(KEPT)) await i18next.changeLanguage(language);
}

export async function chooseLanguage(language: Language) {
  localStorage.setItem(KEPT, language);
  await openBookOf(language);
  await i18next.changeLanguage(language);
}
