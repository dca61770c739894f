// SPDX-License-Identifier: Apache-2.0
//
// Recurring windows: days of the week, as users choose them, or a rule of RFC 5545 as text.
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const WEEKLY = /^FREQ=WEEKLY;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/;

/** null: it cannot be said in days of the week. */
export function daysOf(rule: string): string[] | null {
  const found = WEEKLY.exec(rule.trim());
  return found?.[1] ? found[1].split(',') : null;
}

export const ruleOf = (days: string[]) => `FREQ=WEEKLY;BYDAY=${DAYS.filter((day) => days.includes(day)).join(',')}`;

/** "Monday", in the page's language. */
export function dayName(day: string, language: string, weekday: 'long' | 'short' = 'long'): string {
  const monday = Date.UTC(2024, 0, 1);
  const at = monday + DAYS.indexOf(day as (typeof DAYS)[number]) * 86_400_000;
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(at);
}

/** The first such day at this time or after it, as the form has it: "2026-11-18T02:00". */
export function firstAt(day: string, time: string, days: string[]): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  for (let i = 0; i < DAYS.length; i++) {
    const date = new Date(start + i * 86_400_000);
    if (days.includes(DAYS[(date.getUTCDay() + 6) % 7] as string)) return `${date.toISOString().slice(0, 10)}T${time}`;
  }
  return `${day}T${time}`;
}
