// SPDX-License-Identifier: Apache-2.0
//
// The time range of the charts. It is in the URL, so that it can be shared.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNow } from '@/ui/time';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const RANGES = { '1h': HOUR, '6h': 6 * HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '1y': 365 * DAY, '2y': 730 * DAY };
export type RangeName = keyof typeof RANGES;

const USUAL: RangeName = '24h';
const RAW_KEPT = 29 * DAY; // single readings leave after 30 days
const RAW_SPAN = 2 * DAY; // and are too many beyond this
const SHORTEST = 60_000;

export interface Range {
  from: number;
  to: number;
  /** One of the usual ones, up to now; undefined: marked with the mouse. */
  name: RangeName | undefined;
  resolution: 'raw' | 'hour';
}

function isRangeName(text: string | null): text is RangeName {
  return text !== null && text in RANGES;
}

export function resolutionOf(from: number, to: number, now: number): Range['resolution'] {
  return to - from <= RAW_SPAN && now - from < RAW_KEPT ? 'raw' : 'hour';
}

/** What ends now moves on by a two-hundredth of itself, not with every second. */
function upToNow(name: RangeName, now: number): Range {
  const span = RANGES[name];
  const step = Math.max(SHORTEST, span / 200);
  const to = Math.ceil(now / step) * step;
  return { from: to - span, to, name, resolution: resolutionOf(to - span, to, now) };
}

export function useRange() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const [marked, name] = [search.get('from'), search.get('range')];
  const until = Number(search.get('to'));
  const since = Number(marked);
  const isMarked = marked !== null && since > 0 && until > since;
  const whole = upToNow(isRangeName(name) ? name : USUAL, now);
  const [from, to] = isMarked ? [since, until] : [whole.from, whole.to];
  const resolution = isMarked ? resolutionOf(since, until, until) : whole.resolution;
  const shown = isMarked ? undefined : whole.name;
  const range = useMemo<Range>(() => ({ from, to, name: shown, resolution }), [from, to, shown, resolution]);

  const set = useCallback((change: Record<string, string | undefined>) => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [key, value] of Object.entries(change)) {
        if (value === undefined) next.delete(key);
        else next.set(key, value);
      }
      return next;
    }, { replace: true });
  }, [setSearch]);

  const choose = useCallback((next: RangeName) => set({ range: next, from: undefined, to: undefined }), [set]);
  const zoom = useCallback((next?: { from: number; to: number }) => {
    if (!next) return set({ from: undefined, to: undefined });
    // Two fingers can ask for more than there is: nothing is known of tomorrow, or of three years ago.
    const now = Date.now();
    const start = Math.min(Math.max(next.from, now - RANGES['2y']), now - SHORTEST);
    const end = Math.max(Math.min(next.to, now), start + SHORTEST);
    return set({ from: String(Math.round(start)), to: String(Math.round(end)) });
  }, [set]);
  return { range, choose, zoom };
}
