// SPDX-License-Identifier: Apache-2.0
//
// Times and durations in words, in the page's language and the site's time zone.
import { useSyncExternalStore } from 'react';

let zone: string | undefined;

/** undefined, or one that this browser does not know: the browser's own. */
export function setSiteZone(name: string | undefined) {
  try {
    // Browsers may call it by an older name ("Asia/Katmandu"); people know it by the one they chose.
    zone = name && new Intl.DateTimeFormat('en', { timeZone: name }) && name;
  } catch {
    zone = undefined;
  }
}

export function siteZone(): string {
  return zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "America/Santiago (GMT-3)"; summer time counts. */
export function sayZone(language: string, at: When = Date.now()): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone || undefined, timeZoneName: 'shortOffset' }).formatToParts(new Date(at));
  return `${siteZone()} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`;
}

export type When = string | number | Date;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${zone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { timeZone: zone || undefined, hourCycle: 'h23', ...options });
    formats.set(key, format);
  }
  return format;
}

/** "16 Nov 2026, 02:31:07" */
export function sayMoment(at: When, language: string): string {
  return formatOf(language, {
    day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).format(new Date(at));
}

/** "2026-11-16 02:31:07": in a file, where it is ordered and counted with. */
export function sayStamp(at: When): string {
  // Swedes write the date as ISO 8601 has it.
  return formatOf('sv', {
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).format(new Date(at));
}

/** "2026-11-16" */
export const sayDay = (at: When) => sayStamp(at).slice(0, 10);

/** "02:31" today, "14 Nov, 02:31" this year, "14 Nov 2024, 02:31" before. */
export function sayShort(at: When, language: string, now: When = Date.now()): string {
  const year = formatOf(language, { year: 'numeric' });
  const isThisYear = year.format(new Date(at)) === year.format(new Date(now));
  const day = formatOf(language, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
  const time = formatOf(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
  const date = day.format(new Date(at));
  return date === day.format(new Date(now)) ? time : `${date}, ${time}`;
}

export function sayTime(at: When, language: string): string {
  return formatOf(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(at));
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86400], ['month', 30 * 86400], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1],
];

const NOW_MS = 3000;

/** "40s ago", "hace 40 s"; what lies ahead is "in 40s". Our clock ticks once a second and the
 * server's is another: what is a moment ahead is now. */
export function sayAge(at: When, now: number, language: string): string {
  const ahead = new Date(at).getTime() - now;
  const seconds = ahead > 0 && ahead < NOW_MS ? 0 : Math.round(ahead / 1000);
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) ?? STEPS[STEPS.length - 1];
  // "hace 1 m" would be a minute for some and a month for others.
  const style = unit === 'month' || unit === 'year' ? 'long' : 'narrow';
  return new Intl.RelativeTimeFormat(language, { style, numeric: seconds ? 'always' : 'auto' }).format(Math.trunc(seconds / size) || 0, unit);
}

/** "820ms", "4.2s", "3m 20s", "2h 5m", "12d 3h"; in Spanish a space is before the unit: "4,2 s". */
export function sayDuration(ms: number, language: string): string {
  const unitDisplay = language.startsWith('es') ? 'short' : 'narrow';
  const say = (value: number, unit: string, digits = 0) => new Intl.NumberFormat(language, {
    style: 'unit', unit, unitDisplay, maximumFractionDigits: digits,
  }).format(value);
  const pair = (big: number, bigUnit: string, small: number, smallUnit: string) =>
    (small ? `${say(big, bigUnit)} ${say(small, smallUnit)}` : say(big, bigUnit));
  const s = ms / 1000;
  if (s < 1) return say(Math.round(ms), 'millisecond');
  if (s < 60) return say(s, 'second', s < 10 ? 1 : 0);
  if (s < 3600) return pair(Math.floor(s / 60), 'minute', Math.floor(s % 60), 'second');
  if (s < 86400) return pair(Math.floor(s / 3600), 'hour', Math.floor((s % 3600) / 60), 'minute');
  return pair(Math.floor(s / 86400), 'day', Math.floor((s % 86400) / 3600), 'hour');
}

// One clock for all that shows an age.
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

function watchClock(call: () => void) {
  watchers.add(call);
  timer ??= setInterval(() => {
    now = Date.now();
    watchers.forEach((tell) => tell());
  }, 1000);
  return () => {
    watchers.delete(call);
    if (watchers.size) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present moment, once a second. */
export function useNow(): number {
  return useSyncExternalStore(watchClock, () => now);
}
