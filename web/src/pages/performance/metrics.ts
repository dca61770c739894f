// SPDX-License-Identifier: Apache-2.0
//
// The metrics of the performance of an OLT, and how each is drawn.
import type { Schemas } from '@/api/client';
import type { ChartPoint } from '@/ui/chart';

type Point = Schemas['PerformancePoint'];

export interface Metric {
  key: 'success_pct' | 'duration_ms' | 'late_ms' | 'requests' | 'retransmits' | 'round_trip_ms';
  unit: string;
  digits: number;
  /** Of the largest of each hour, drawn as a shade. */
  max?: 'duration_max_ms' | 'late_max_ms' | 'round_trip_max_ms';
  include?: readonly number[];
}

const ZERO = [0];
const PERCENT = [0, 100];

export const METRICS: Metric[] = [
  { key: 'success_pct', unit: '%', digits: 1, include: PERCENT },
  { key: 'duration_ms', unit: 's', digits: 1, max: 'duration_max_ms', include: ZERO },
  { key: 'late_ms', unit: 's', digits: 2, max: 'late_max_ms', include: ZERO },
  { key: 'round_trip_ms', unit: 'ms', digits: 1, max: 'round_trip_max_ms', include: ZERO },
  { key: 'requests', unit: '', digits: 0, include: ZERO },
  { key: 'retransmits', unit: '', digits: 0, include: ZERO },
];

export function pointsOf(points: readonly Point[] | undefined, { key, unit, max }: Metric): ChartPoint[] {
  const factor = unit === 's' ? 0.001 : 1;
  const scaled = (value: number | null) => (value === null ? null : value * factor);
  return (points ?? []).map((point) => {
    const value = scaled(point[key]);
    const most = max ? scaled(point[max]) : null;
    return { at: Date.parse(point.at), value, ...(value !== null && most !== null ? { min: value, max: most } : {}) };
  });
}

/** Hours without a run are gaps; so are days. */
export function gapOf(resolution: 'hour' | 'day' | undefined): number {
  return (resolution === 'day' ? 24 : 1) * 2.5 * 3_600_000;
}
