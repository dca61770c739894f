// SPDX-License-Identifier: Apache-2.0
//
// The schedule in words, in the page's language. The API returns the key of the phrase
// (src/sched/words.h); rows of lists have only their interval or cron expression.
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { sayShort, sayTime } from '@/ui';

export type Phrase = Schemas['SchedulePhrase'];

const UNITS: [string, number][] = [
  ['days', 86_400_000], ['hours', 3_600_000], ['minutes', 60_000], ['seconds', 1000], ['ms', 1],
];

/** "5m" as the API takes it: the largest unit that it is a whole number of. */
export function spanText(ms: number | null | undefined): string {
  if (!ms) return '';
  const letters: Record<string, string> = { days: 'd', hours: 'h', minutes: 'm', seconds: 's', ms: 'ms' };
  const [unit, size] = UNITS.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / size}${letters[unit]}`;
}

export function isSpan(text: string): boolean {
  return /^\s*\d+(\.\d+)?\s*(ms|s|m|h|d)\s*$/.test(text);
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** 0 is Sunday, as in 2023, which began with one. */
function weekday(day: number, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day));
}

export function useScheduleWords() {
  const { t, i18n } = useTranslation('job');
  const { language } = i18n;
  const list = new Intl.ListFormat(language, { type: 'conjunction' });

  const phrase = (p: Phrase, cron = '') => t(`job:when.${p.key.replace('schedule.', '')}`, {
    count: p.number, number: p.number, minute: p.minute, cron,
    time: `${twoDigits(p.hour)}:${twoDigits(p.minute)}`,
    days: list.format(p.weekdays.map((day) => weekday(Number(day), language))),
  });

  /** Of a row: its interval in words, or its cron expression as it stands. */
  const when = (intervalMs: number | null, cron: string | null) => {
    if (!intervalMs) return cron ?? '';
    const [unit, size] = UNITS.find(([, each]) => intervalMs % each === 0) ?? ['ms', 1];
    return t(`job:when.every_${unit}`, { count: intervalMs / size });
  };

  /** With seconds when they are less than a minute apart. */
  const times = (moments: string[]) => {
    const [first, second] = moments.map((at) => Date.parse(at));
    const say = second - first < 60_000 ? sayTime : sayShort;
    return list.format(moments.map((at) => say(at, language)));
  };

  return { phrase, when, times };
}
