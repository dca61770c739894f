// SPDX-License-Identifier: Apache-2.0
//
// Times as users type them, "2026-11-18T02:00", in a named time zone; default: the site's zone.
import { siteZone, type When } from './time';

const MINUTE_MS = 60_000;

function stampIn(at: number, zone: string): string {
  // Swedes write the date as ISO 8601 has it.
  return new Intl.DateTimeFormat('sv', {
    timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).format(at).replace(' ', 'T');
}

const offsetMs = (at: number, zone: string) => Date.parse(`${stampIn(at, zone)}Z`) - Math.floor(at / 1000) * 1000;

export function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** "2026-11-18T02:00" */
export function toLocal(at: When | null | undefined, zone = siteZone()): string {
  return at == null || at === '' ? '' : stampIn(new Date(at).getTime(), zone).slice(0, 16);
}

/** The moment; null: no such text. An hour that does not exist is the one after it. */
export function fromLocal(text: string, zone = siteZone()): string | null {
  const wall = Date.parse(`${text}:00Z`);
  if (Number.isNaN(wall)) return null;
  const guess = wall - offsetMs(wall, zone);
  return new Date(wall - offsetMs(guess, zone)).toISOString();
}

/** In so many minutes, without seconds. */
export const localIn = (minutes: number, zone = siteZone()) => toLocal(Date.now() + minutes * MINUTE_MS, zone);

export function tomorrowAt(time: string, zone = siteZone()): string {
  const today = toLocal(Date.now(), zone).slice(0, 10);
  const next = new Date(Date.parse(`${today}T00:00:00Z`) + 1440 * MINUTE_MS).toISOString().slice(0, 10);
  return fromLocal(`${next}T${time}`, zone) ?? '';
}

/** All that this browser knows, for a list to choose from. */
export function zoneNames(): string[] {
  return Intl.supportedValuesOf('timeZone');
}
