// SPDX-License-Identifier: Apache-2.0
//
// Texts of the parts of an incident's page.
import type { TFunction } from 'i18next';
import { translate } from '@/phrasebook/translate';
import { causeWord, isCause } from '@/ui/states';

/** What a person may find the real cause to be. */
export const REAL_CAUSES = ['fibre', 'power', 'equipment', 'admin', 'optical', 'collector', 'unknown'] as const;

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of evidence or of a timeline in words: numbers, texts, and lists of them. */
export function valueText(t: TFunction, value: unknown, language: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no');
  if (Array.isArray(value)) return value.map((one) => valueText(t, one, language)).join(', ');
  if (isObject(value))
    return Object.entries(value).map(([key, one]) => `${wordOf(t, key)}: ${valueText(t, one, language)}`).join(', ');
  const text = String(value);
  return isCause(text) ? causeWord(t, text) : t([`incident:value.${text}`, `incident:class.${text}`], { defaultValue: translate(text) });
}

/** The name of a piece of evidence, or of an argument. */
export function wordOf(t: TFunction, key: string): string {
  if (isCause(key)) return causeWord(t, key);
  return t([`incident:evidenceOf.${key}`, `incident:argument.${key}`], { defaultValue: key });
}

/** "fibre: a tree fell": a code that has words, and what a person wrote behind it. */
export function codedText(t: TFunction, of: 'class' | 'close', text: string): string {
  const [, code = text, rest = ''] = /^(\w+)(?:: (.*))?$/s.exec(text) ?? [];
  const word = t(`incident:${of}.${code}`, { defaultValue: code });
  return rest ? `${word}: ${rest}` : word;
}
