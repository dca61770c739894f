// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { useLive } from '@/live/live';

export interface LivePollers {
  at: string;
  total: number;
  busy: number;
  busyPercent: number;
  queue: number;
  isSaturated: boolean;
  lateP99Ms: number;
}

function fromStats(stats: Schemas['PollerStats']): LivePollers {
  return {
    at: stats.timestamp, total: stats.total_pollers, busy: stats.busy_pollers, busyPercent: stats.busy_percentage,
    queue: stats.queue_size, isSaturated: stats.is_saturated, lateP99Ms: stats.late_p99_ms,
  };
}

/** The figures as they come with the events, or as they were asked for, whichever is newer. */
export function useLivePollers(asked: Schemas['PollerStats'] | null): LivePollers | null {
  const [heard, setHeard] = useState<LivePollers | null>(null);
  useLive(['pollers'], ({ data }) => {
    if (data.kind !== 'figures') return;
    setHeard({
      at: String(data.at), total: Number(data.total), busy: Number(data.busy), busyPercent: Number(data.busy_percent),
      queue: Number(data.queue), isSaturated: data.saturated === true, lateP99Ms: Number(data.late_p99_ms),
    });
  });
  if (!asked) return heard;
  return heard && heard.at > asked.timestamp ? heard : fromStats(asked);
}
