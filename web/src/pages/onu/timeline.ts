// SPDX-License-Identifier: Apache-2.0
//
// The past of an ONU: its states with their causes, each outage, its availability.
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { toneOf, type Tone } from '@/ui/Badge';
import { causeWord, stateWord, within } from '@/ui/states';
import type { Onu } from './model';
import type { Range } from './range';

export function useTimeline(onu: Onu, range: Range) {
  return useApi('/api/v1/onus/{id}/timeline/', {
    path: { id: String(onu.id) },
    query: { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() },
  }, { topics: ['executions'], concerns: (event) => event.olt === onu.olt && event.kind === 'ended', keep: true, everyMs: 60_000 });
}

type Down = Pick<Schemas['TimelineStretch'], 'state' | 'cause'>;

const hasCause = ({ state, cause }: Down) => state === 'offline' && cause !== null && cause !== 'unknown';

/** One that is offline is called by its cause. */
export function downWords(down: Down, t: TFunction): string {
  if (hasCause(down)) return causeWord(t, down.cause ?? '');
  const word = stateWord(t, down.state);
  return down.state === 'offline' ? `${word}: ${within(causeWord(t, 'unknown'))}` : word;
}

export function downTone(down: Down): Tone {
  return toneOf('onu', hasCause(down) ? (down.cause ?? '') : down.state);
}
