// SPDX-License-Identifier: Apache-2.0
//
// The data of <HourTimeline>: when a run was planned, when it ran, and how the difference is
// called.

export type RunState = 'PENDING' | 'RUNNING' | 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'INTERRUPTED';

// A run as planned, as it was, or both. Moments are epoch milliseconds.
export interface TimelineRun {
  key: string;
  due?: number; // its slot; none: asked for by hand
  planned?: { start: number; ms: number };
  execution?: number;
  state?: RunState;
  start?: number;
  end?: number;
  lateMs?: number;
  askedBy?: string;
  message?: string;
  why?: string; // it was skipped, if it was
}

export interface TimelineRow {
  key: string;
  label: string;
  hint?: string; // its name at full length
  runs: TimelineRun[];
}

export type RunVerdict =
  | 'planned' | 'waiting' | 'running' | 'done' | 'late' | 'partial' | 'failed' | 'interrupted' | 'skipped';

// The API counts a run as late from here on.
const LATE_MS = 1000;

// A slot is skipped when its moment has passed and nothing ever came of it. A run needs a
// moment to appear, so the newest are still only planned.
const SKIPPED_AFTER_MS = 15_000;

export function verdictOf(run: TimelineRun, now: number): RunVerdict {
  switch (run.state) {
    case undefined: {
      const expected = run.planned?.start ?? run.due ?? now;
      return expected + SKIPPED_AFTER_MS < now ? 'skipped' : 'planned';
    }
    case 'PENDING':
      return 'waiting';
    case 'RUNNING':
      return 'running';
    case 'SUCCESS':
      return (run.lateMs ?? 0) > LATE_MS ? 'late' : 'done';
    case 'PARTIAL':
      return 'partial';
    case 'FAILED':
      return 'failed';
    case 'INTERRUPTED':
      return run.start === undefined ? 'skipped' : 'interrupted';
  }
}

// Percent of the way from `from` to `to`, never outside.
export function placeOf(at: number, from: number, to: number): number {
  return Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}

// The first moment of the span at which something was to be or was; undefined: there is nothing.
export function firstOf(rows: TimelineRow[], from: number, to: number): number | undefined {
  const moments = rows.flatMap((row) => row.runs)
    .flatMap((run) => [run.planned?.start, run.due, run.start])
    .filter((at): at is number => at !== undefined && at >= from && at <= to);
  return moments.length ? Math.min(...moments) : undefined;
}

export interface Span {
  left: number;
  width: number;
}

export function spanOf(start: number, end: number, from: number, to: number): Span {
  const left = placeOf(start, from, to);
  return { left, width: placeOf(end, from, to) - left };
}

// Where the bar of what happened is; undefined: nothing has begun.
export function actualSpan(run: TimelineRun, from: number, to: number, now: number): Span | undefined {
  if (run.start === undefined) return undefined;
  return spanOf(run.start, run.end ?? Math.max(now, run.start), from, to);
}

// From the slot to the start, when it began late.
export function delaySpan(run: TimelineRun, from: number, to: number): Span | undefined {
  if (run.start === undefined || run.due === undefined || (run.lateMs ?? 0) <= LATE_MS) return undefined;
  return spanOf(run.start - (run.lateMs ?? 0), run.start, from, to);
}

export function ticksOf(from: number, to: number, stepMs: number): number[] {
  const ticks: number[] = [];
  for (let at = from; at <= to; at += stepMs) ticks.push(at);
  return ticks;
}

export function countVerdicts(rows: TimelineRow[], now: number): Map<RunVerdict, number> {
  const counts = new Map<RunVerdict, number>();
  for (const run of rows.flatMap((row) => row.runs)) {
    const verdict = verdictOf(run, now);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
}
