// SPDX-License-Identifier: Apache-2.0
//
// The types of an ONU for its page. The API document says "an object" where keys depend on the OLT;
// here they have types.
import type { Schemas } from '@/api/client';

export type Quality = 'good' | 'warn' | 'bad';

/** Below bad or from high on it is bad, below warn a warning; of a temperature the other way round. */
export interface Limits {
  warn: number;
  bad: number;
  high?: number;
}

export interface Reading {
  value: number | string | boolean | null;
  at: string | null;
  execution: number | null;
  state?: string;
  level?: Quality;
  limits?: Limits;
  /** Of somebody's own OID: its unit, and whether the device counts, so that its history is a rate. */
  is_custom?: boolean;
  unit?: string;
  is_counter?: boolean;
}

export interface Facts {
  presence: { is_present: boolean; first_seen_at: string | null; last_seen_at: string | null };
  admin: { state: string | null; label: string | null };
  run: {
    state: string | null;
    label: string | null;
    cause: string | null;
    cause_label: string | null;
    since: string | null;
  };
}

export type Readings = Record<string, Reading>;
export type Onu = Omit<Schemas['Onu'], 'values' | 'facts'> & { values: Readings; facts: Facts };

export function asOnu(answer: Schemas['Onu']): Onu {
  return answer as unknown as Onu;
}

/** Older than this, a state tells how it was and not how it is. */
export const STALE_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;

/** States are read every few minutes, levels every hour, what is written on it once a day: each is old
 * when it was missed some times in a row. */
export function staleAfterMs(name: string, { value }: Pick<Reading, 'value'>): number {
  if (name.endsWith('_state')) return STALE_MS;
  return typeof value === 'number' ? 3 * HOUR_MS : 72 * HOUR_MS;
}

export function isOldReading(name: string, reading: Reading, now: number): boolean {
  return !reading.at || now - Date.parse(reading.at) > staleAfterMs(name, reading);
}

/** When its state was last read; of a device that tells none, when anything was. */
export function newestReading(onu: Onu): number {
  const state = onu.values.run_state?.at;
  if (state) return Date.parse(state);
  const moments = Object.values(onu.values).map(({ at }) => (at ? Date.parse(at) : 0));
  return Math.max(0, ...moments);
}

export function isSilent(onu: Pick<Onu, 'olt_enabled' | 'olt_suspended_at' | 'olt_not_answering_at'>): boolean {
  return onu.olt_enabled === false || !!onu.olt_suspended_at || !!onu.olt_not_answering_at;
}

export function isStale(onu: Onu, now: number): boolean {
  return isSilent(onu) || now - newestReading(onu) > STALE_MS;
}

/** What one calls it: absent ones are, whatever they were when they were last seen. */
export function stateOf(onu: Pick<Onu, 'is_present' | 'run_state' | 'cause'>): string {
  if (onu.is_present === false) return 'absent';
  if (!onu.run_state) return 'unknown';
  return onu.run_state === 'offline' && onu.cause && onu.cause !== 'unknown' ? onu.cause : onu.run_state;
}

export function levelWord(value: number, level: Quality, limits?: Limits): string {
  if (level === 'bad' && limits?.high !== undefined && value >= limits.high) return 'high';
  return level;
}
