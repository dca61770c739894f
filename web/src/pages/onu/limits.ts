// SPDX-License-Identifier: Apache-2.0
//
// The limits of levels: settings of the site, the same for all ONUs.
import { useMemo } from 'react';
import { useApi } from '@/api/query';
import type { Limits, Quality } from './model';

export type LevelName = 'onu_rx_dbm' | 'olt_rx_dbm';

const NAMES: Record<LevelName, string> = { onu_rx_dbm: 'onu_rx', olt_rx_dbm: 'olt_rx' };

/** Empty until they are known: then nothing is judged. */
export function useLimits(): Partial<Record<LevelName, Limits>> & Record<string, Limits> {
  const { data } = useApi('/api/v1/settings/', {}, {});
  return useMemo(() => {
    const values = new Map((data ?? []).map(({ key, value }) => [key, Number(value)]));
    const limits: Record<string, Limits> = {};
    for (const [level, name] of Object.entries(NAMES)) {
      const [warn, bad, high] = [values.get(`${name}.warn`), values.get(`${name}.bad`), values.get(`${name}.high`)];
      if (warn !== undefined && bad !== undefined && high !== undefined) limits[level] = { warn, bad, high };
    }
    return limits;
  }, [data]);
}

export function levelOf(value: number | null, limits?: Limits): Quality | undefined {
  if (value === null || !limits) return undefined;
  if (value < limits.bad || (limits.high !== undefined && value >= limits.high)) return 'bad';
  return value < limits.warn ? 'warn' : 'good';
}

/** A quality as the API can be asked for it: the worse of both directions; high is too much light. */
export function qualityParams(quality: string): Record<string, string> {
  return quality === 'high' ? { is_too_bright: 'true' } : { level: quality };
}
