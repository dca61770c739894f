// SPDX-License-Identifier: Apache-2.0
//
// Events made into stretches of time: how it was from when to when.
import type { Schemas } from '@/api/client';

export interface Stretch {
  from: number;
  to: number;
  /** A state by its name, "absent" or "unknown"; where only the device's word is known, that. */
  state: string;
}

interface Known {
  /** Newest first, from the beginning of the range on, whatever its end. */
  events: readonly Schemas['OnuEvent'][];
  /** How it is now. */
  state: string | null;
  label: string | null;
  isPresent: boolean;
  firstSeen: number;
  /** Until when anything is known. */
  knownUntil: number;
  /** What the words of the device mean. */
  meanings: ReadonlyMap<string, string>;
}

/** From the present backwards: each event says how it was before it. */
function backwards(known: Known, from: number): Stretch[] {
  const { events, meanings } = known;
  const meaning = (label: string | null) => (label ? (meanings.get(label) ?? label) : 'unknown');
  let run = known.state ?? meaning(known.label);
  let isPresent = known.isPresent;
  let end = known.knownUntil;
  const found: Stretch[] = [];
  const end_at = (at: number) => {
    if (at < end) found.push({ from: at, to: end, state: isPresent ? run : 'absent' });
    end = Math.min(end, at);
  };
  for (const event of events) {
    if (!event.at || !['run_state', 'absent', 'returned'].includes(event.kind ?? '')) continue;
    end_at(Date.parse(event.at));
    if (event.kind === 'run_state') run = meaning(event.before);
    else isPresent = event.kind === 'absent';
  }
  end_at(Math.max(from, known.firstSeen));
  return found;
}

/** Ascending; neighbours of the same state are one. */
export function stretchesOf(known: Known, from: number, to: number): Stretch[] {
  const all = backwards(known, from).reverse();
  const last = all[all.length - 1]?.to ?? to;
  if (last < to) all.push({ from: Math.max(last, from), to, state: 'unknown' });
  return all.reduce<Stretch[]>((joined, next) => {
    const before = joined[joined.length - 1];
    if (before?.state === next.state) before.to = next.to;
    else joined.push({ ...next });
    return joined;
  }, []);
}
