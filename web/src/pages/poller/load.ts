// SPDX-License-Identifier: Apache-2.0
//
// Whether there is too much to do, and why a run waits: decided by src/sched/figures.c and
// src/coordinator/unit.c, sent as a code that can be translated.
import type { Schemas } from '@/api/client';
import type { Topic } from '@/live/stream';

/** What changes pollers and queue. */
export const TOPICS: Topic[] = ['pollers', 'executions'];

export type Stats = Schemas['PollerStats'];
export type Poller = Schemas['Poller'];
export type Queued = Schemas['Queued'];

export type Load = 'ok' | 'all_busy' | 'queue' | 'busy' | 'held';

export function loadOf(stats: Stats): Load {
  if (stats.is_held) return 'held';
  if (!stats.is_saturated) return 'ok';
  if (stats.queue_size > 0 && stats.free_pollers === 0) return 'all_busy';
  if (stats.queue_size > 2 * stats.total_pollers) return 'queue';
  return 'busy';
}

/** "3.4%", "34%": as on the dashboard. */
export function sayShare(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: percent < 10 ? 1 : 0 }).format(percent / 100);
}

export type Reason =
  | { why: 'olt'; n: number }
  | { why: 'lane' | 'pollers' | 'held' | 'soon' };

/** Why it has not begun, from what is under way at the same moment. */
export function reasonOf(queued: Queued, pollers: Poller[], stats: Stats): Reason {
  const onItsOlt = pollers.find((poller) => poller.status === 'BUSY' && poller.olt === queued.olt);
  const lane = stats.lanes.find((one) => one.lane === queued.lane);
  const kept = stats.lanes.reduce((sum, one) =>
    (one.lane === queued.lane ? sum : sum + Math.max(0, one.reserved - one.busy)), 0);
  if (stats.is_held) return { why: 'held' };
  if (onItsOlt) return { why: 'olt', n: onItsOlt.poller_id };
  if (stats.free_pollers === 0) return { why: 'pollers' };
  if (lane && (lane.busy >= lane.most || stats.free_pollers <= kept)) return { why: 'lane' };
  return { why: 'soon' };
}
