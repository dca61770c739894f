// SPDX-License-Identifier: Apache-2.0
//
// The only list of states and causes. Codes are those of the API and of the profiles
// (src/model/value.h); their words are in common.json, under state.onu and cause.
import type { TFunction } from 'i18next';

/** Why an ONU is offline. "Offline" is no cause. */
export const CAUSES = ['los_port', 'los_onu', 'power', 'signal', 'admin', 'reset', 'rogue', 'unknown'] as const;
/** How an ONU can be, as lists have it. */
export const RUN_STATES = ['online', 'offline', 'disabled', 'transitional'] as const;
/** What a value of a device may mean. */
export const MEANINGS = ['online', 'offline', 'enabled', 'disabled', 'transitional', 'fault', 'module_absent', 'module_fault', ...CAUSES] as const;

export function isCause(code: string): boolean {
  return (CAUSES as readonly string[]).includes(code);
}

export function causeWord(t: TFunction, code: string): string {
  return t(`common:cause.${code}`, { defaultValue: code });
}

/** A state, or a cause where a state is told by one; "unknown" is a state that nobody has read. */
export function stateWord(t: TFunction, code: string): string {
  return t([`common:state.onu.${code}`, `common:cause.${code}`], { defaultValue: code });
}

/** Within a sentence: "no light, this ONU"; names and abbreviations stay as they are. */
export function within(words: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
