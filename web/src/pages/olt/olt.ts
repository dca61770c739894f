// SPDX-License-Identifier: Apache-2.0
//
// Shared by the pages of one OLT.
import { useOutletContext } from 'react-router-dom';
import type { Schemas } from '@/api/client';

export type Olt = Schemas['Olt'];
export type OltRow = Schemas['OltRow'];
export type Health = Schemas['OltHealth'];

export interface OltContext {
  olt: Olt;
  health: Health;
}

/** For the tabs: the OLT whose page they are on. */
export function useOlt(): OltContext {
  return useOutletContext<OltContext>();
}

/** An OLT that was not heard of for so long is not known to be well. */
export const SILENT_AFTER_MS = 15 * 60_000;

/** Nothing comes from it: what is known of its ONUs was so. */
export function isUnheard(state: string | null | undefined): boolean {
  return state === 'not_answering' || state === 'suspended' || state === 'disabled';
}

/** What it said last is history: it is not asked, or has not answered for long. */
export function isSilent({ state, last_answer_at: at }: Pick<Health, 'state' | 'last_answer_at'>): boolean {
  return isUnheard(state) || (!!at && Date.now() - Date.parse(at) > SILENT_AFTER_MS);
}

/** Events that say which OLT they are about, and it is this one. */
export function concernsOlt(id: number | null | undefined) {
  return (event: Record<string, unknown>) => event.olt === id;
}

/** News of OLTs always, ends of runs once in so long. */
export function nowAndThen(ms: number) {
  let last = 0;
  return (event: Record<string, unknown>) => {
    if (event.execution === undefined) return true;
    if (event.kind !== 'ended' || Date.now() - last < ms) return false;
    last = Date.now();
    return true;
  };
}

/** The kind of trouble that the engine's sentence ends with: "... the last with TIMEOUT". */
export function troubleIn(why: string | null | undefined): string | undefined {
  return /the last with ([A-Z_]+)$/.exec(why ?? '')?.[1];
}
