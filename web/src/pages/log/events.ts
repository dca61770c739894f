// SPDX-License-Identifier: Apache-2.0
//
// The kinds of decisions in the coordinator's log; scripts/phrasebook.js compares them with those
// of the program.
import type { TFunction } from 'i18next';
import kinds from '@/i18n/en/log.json';

export const EVENTS = Object.keys(kinds.kind);

/** t knows the namespace "log". */
export function eventName(t: TFunction<string[]>, event: string | null | undefined): string {
  return event ? t(`log:kind.${event}`, { defaultValue: event }) : '';
}
