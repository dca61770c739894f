// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import { stateWord } from '@/ui/states';

const STATES = ['run_state', 'admin_state'];

/** What an event says that something was or became: a state has a word, all else is as it is. */
export function eventValue(t: TFunction, kind: string | null, value: string | null | undefined): string {
  if (!value || !STATES.includes(kind ?? '') || !/^\w+$/.test(value)) return value ?? '';
  return stateWord(t, value);
}
