// SPDX-License-Identifier: Apache-2.0
//
// Which levels are good: settings of the site, the same for all ONUs.
import { useMemo } from 'react';
import { useApi } from '@/api/query';
import type { Limits, Quality } from './model';

export type LevelName = 'onu_rx_dbm' | 'olt_rx_dbm';

const NAMES: Record<LevelName, string> = { onu_rx_dbm: 'onu_rx', olt_rx_dbm: 'olt_rx' };

/** Empty until they are known: then nothing is judged. */
export function useLimits(): Partial<Record<LevelName, Limits>> & Record<string, Limits> {
  const { data } = useApi('/api/v1/settings/', {}, {});
  return useMemo(() => {
    const values = new Map((data ?? []).map(({ key, value }) => [key, value]));
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

/** A quality as the API can be asked for it: bad is too little light, high is too much. */
export function qualityParams(quality: string, limits?: Limits): Record<string, string> {
  if (!limits) return {};
  const { warn, bad, high = 0 } = limits;
  const between = (from: number, to: number) => ({ onu_rx_dbm__gte: String(from), onu_rx_dbm__lt: String(to) });
  switch (quality) {
    case 'good': return between(warn, high);
    case 'warn': return between(bad, warn);
    case 'bad': return { onu_rx_dbm__lt: String(bad) };
    case 'high': return { onu_rx_dbm__gte: String(high) };
    case 'none': return { onu_rx_dbm: '' };
    default: return {};
  }
}
