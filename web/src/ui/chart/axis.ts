// SPDX-License-Identifier: Apache-2.0
// Words along the axes, in the user's language and the site's time zone.
import { formatter, numberFormatter } from './intl';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Hours where the steps are small, with the day where one begins; days and months else. */
export function timeLabels(moments: readonly number[], step: number, language: string, zone?: string): string[] {
  const as = (options: Intl.DateTimeFormatOptions) => formatter(language, { timeZone: zone, ...options });
  const hour = as({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const second = as({ minute: '2-digit', second: '2-digit' });
  const day = as({ day: 'numeric', month: 'short' });
  const month = as({ month: 'short', year: 'numeric' });
  return moments.map((at) => {
    if (step >= 28 * DAY) return month.format(at);
    if (step >= DAY) return day.format(at);
    if (step < 60_000) return second.format(at);
    const text = hour.format(at);
    return text === '00:00' ? day.format(at) : text;
  });
}

const LARGE = [
  { from: 1e9, sign: 'G' },
  { from: 1e6, sign: 'M' },
  { from: 1e4, sign: 'k' },
];

/** A minus sign is a minus sign; thousands are short where they would be long. */
export function valueText(value: number, language: string, digits?: number): string {
  const large = digits === undefined ? LARGE.find(({ from }) => Math.abs(value) >= from) : undefined;
  const unit = large ? (large.from === 1e4 ? 1e3 : large.from) : 1;
  const text = numberFormatter(language, {
    maximumFractionDigits: large ? 1 : (digits ?? 2),
    minimumFractionDigits: large ? 0 : (digits ?? 0),
  }).format(value / unit);
  return `${text.replace('-', '−')}${large ? ` ${large.sign}` : ''}`;
}

/** "11.7 M" and "bit/s" are "11.7 Mbit/s". */
export function withUnit(text: string, unit = ''): string {
  if (!unit) return text;
  return / [kMG]$/.test(text) ? `${text}${unit}` : `${text} ${unit}`;
}
