// SPDX-License-Identifier: Apache-2.0
//
// The result of a test in words: what the device is, how fast it answers, what to correct.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { sayDuration } from '@/ui';

type Tested = Schemas['OltTested'];
type Column = Schemas['TestedColumn'];

/** A device that takes longer for one column needs more patience than is usual. */
const SLOW_MS = 1000;
const NAMED_MAX = 6;

export interface TestWords {
  isWell: boolean;
  title: string;
  facts: string[];
  fixes: string[];
}

const sayTook = (ms: number, language: string) => (ms < 1 ? '< 1 ms' : sayDuration(ms, language));

const nameOf = (column: Column) => `${column.table}/${column.name}`;

function namesOf(columns: Column[]): string {
  const names = columns.slice(0, NAMED_MAX).map(nameOf).join(', ');
  return columns.length > NAMED_MAX ? `${names} (+${columns.length - NAMED_MAX})` : names;
}

function factsOf(t: TFunction, language: string, result: Tested): string[] {
  const answered = result.columns.filter((column) => column.answers);
  const times = answered.map((column) => column.ms).sort((a, b) => a - b);
  const facts: string[] = [];
  if (result.system_name) facts.push(t('test.name', { name: result.system_name }));
  if (result.uptime_s != null) facts.push(t('test.uptime', { span: sayDuration(result.uptime_s * 1000, language) }));
  if (times.length)
    facts.push(t('test.speed', {
      usual: sayTook(times[Math.floor(times.length / 2)] ?? 0, language),
      slowest: sayTook(times[times.length - 1] ?? 0, language),
    }));
  if (result.columns.length)
    facts.push(t('test.columns', { answered: answered.length, count: result.columns.length }));
  if (result.description) facts.push(t('test.descr', { text: result.description }));
  return facts;
}

function fixesOf(t: TFunction, result: Tested): string[] {
  if (result.outcome !== 'ok') {
    const known = t(`test.fix.${result.outcome}`, { returnObjects: true, defaultValue: [] }) as string[];
    return known.length ? known : [translate(result.message)];
  }
  const silent = result.columns.filter((column) => !column.answers);
  const strange = result.columns.filter((column) => column.answers && !column.plausible);
  const slow = result.columns.filter((column) => column.answers && column.ms > SLOW_MS);
  const fixes: string[] = [];
  if (silent.length) fixes.push(t('test.fix.silent', { count: silent.length, names: namesOf(silent) }));
  if (strange.length) fixes.push(t('test.fix.strange', { names: namesOf(strange) }));
  if (slow.length) fixes.push(t('test.fix.slow', { names: namesOf(slow) }));
  if (result.sample_message) fixes.push(translate(result.sample_message));
  return fixes;
}

export function useTestWords(result: Tested): TestWords {
  const { t, i18n } = useTranslation('olt');
  const isWell = result.outcome === 'ok';
  const what = [result.brand, result.model].filter(Boolean).join(' ');
  return {
    isWell,
    title: isWell ? t('test.is', { what }) : t(`test.outcome.${result.outcome}`, { defaultValue: translate(result.message) }),
    facts: factsOf(t, i18n.language, result),
    fixes: fixesOf(t, result),
  };
}
