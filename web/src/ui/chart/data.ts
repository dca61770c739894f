// SPDX-License-Identifier: Apache-2.0
// Points of several series as uPlot wants them: one column of moments, one of each series.
import type { AlignedData } from 'uplot';
import type { ChartBackground, ChartPoint, ChartSeries } from './types';

const GAP_STEPS = 3;

interface Timed {
  at: number;
}

/** The middle one of the distances between neighbours. */
export function usualStep(points: readonly Timed[]): number {
  const steps = points.slice(1).map((point, i) => point.at - (points[i]?.at ?? point.at));
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

export function gapOf(points: readonly Timed[], gapMs?: number): number {
  return gapMs ?? (usualStep(points) * GAP_STEPS || Infinity);
}

/** Pieces of neighbours that belong together. */
export function pieces<Point extends Timed>(points: readonly Point[], gapMs: number): Point[][] {
  const all: Point[][] = [];
  let last: Point | undefined;
  for (const point of points) {
    const piece = last && point.at - last.at <= gapMs ? all[all.length - 1] : undefined;
    if (piece) piece.push(point);
    else all.push([point]);
    last = point;
  }
  return all;
}

function withGaps(points: readonly ChartPoint[], gapMs: number): ChartPoint[] {
  return pieces(points, gapMs).flatMap((piece, i) => {
    const first = piece[0];
    return i > 0 && first ? [{ at: first.at - 1, value: null }, ...piece] : piece;
  });
}

/** Where a series has no point of that moment there is undefined: the line goes on. */
export function aligned(series: readonly ChartSeries[], gapMs?: number): AlignedData {
  const columns = series.map(({ points }) => {
    const values = new Map<number, number | null>();
    for (const point of withGaps(points, gapOf(points, gapMs))) values.set(point.at, point.value);
    return values;
  });
  const moments = [...new Set(columns.flatMap((values) => [...values.keys()]))];
  moments.sort((a, b) => a - b);
  return [moments, ...columns.map((values) => moments.map((at) => values.get(at)))];
}

/** The point closest to a moment, if one is close. */
export function nearest<Point extends Timed>(
  points: readonly Point[],
  at: number,
  within: number,
): Point | undefined {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const before = points[low - 1];
  const after = points[low];
  const best = !before || (after && after.at - at < at - before.at) ? after : before;
  return best && Math.abs(best.at - at) <= within ? best : undefined;
}

interface Wanted {
  series: readonly ChartSeries[];
  background?: ChartBackground | undefined;
  include?: readonly number[];
  from: number;
  to: number;
}

/** From the lowest to the highest value that is to be seen, with some air. What lies behind counts
 * with its middle only: a port of near and far ONUs would flatten the line of one of them. */
export function valueRange({ series, background, include = [], from, to }: Wanted): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  const see = (value: number | null | undefined) => {
    if (value === null || value === undefined) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  const isInside = ({ at }: Timed) => at >= from && at <= to;
  include.forEach(see);
  for (const { points, fill } of series) {
    if (fill) see(0);
    points.filter(isInside).forEach((p) => [p.value, p.min, p.max].forEach(see));
  }
  background?.points.filter(isInside).forEach((p) => see(p.middle));
  if (low > high) return [0, 1];
  const air = Math.max((high - low) * 0.08, 0.5);
  return [low === 0 ? 0 : low - air, high + air];
}

export interface Summary {
  last: number;
  low: number;
  high: number;
}

export function summary(points: readonly ChartPoint[]): Summary | undefined {
  let found: Summary | undefined;
  for (const { value } of points) {
    if (value === null) continue;
    found = {
      last: value,
      low: Math.min(found?.low ?? value, value),
      high: Math.max(found?.high ?? value, value),
    };
  }
  return found;
}
