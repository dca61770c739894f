// SPDX-License-Identifier: Apache-2.0
//
// OLTs whose ONUs were not read for levels yet. All other OLTs were read.
import type { Schemas } from './client';
import { useApi } from './query';

export type FirstReading = Schemas['FirstReading'];

const UNDER_WAY_MS = 2000;

/** All of them; [] until it is known. */
export function useFirstReadings(): FirstReading[] {
  const answer = useApi('/api/v1/first-readings/', {}, {
    topics: ['olts', 'executions'],
    concerns: ({ kind }) => kind !== 'queued',
    everyMs: (data) => (data?.results.length ? UNDER_WAY_MS : undefined),
  });
  return answer.data?.results ?? NONE;
}

const NONE: FirstReading[] = [];

/** That of one OLT; undefined: its levels have been read. */
export function useFirstReading(olt: number | null | undefined): FirstReading | undefined {
  return useFirstReadings().find((reading) => reading.olt === olt);
}
