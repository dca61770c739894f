// SPDX-License-Identifier: Apache-2.0
//
// The rows of a list of any length: only visible pages are requested, and new data is compared with
// the shown data.
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, api, ok } from '@/api/client';
import { useRefetchOn } from '@/api/query';
import type { Topic } from '@/live/stream';
import { MARKED_MS } from '../mark';
import type { ListQuery } from './address';
import type { Filter, Follows, UnderWay } from './types';

export const PAGE = 200;

/** Browsers draw no element that is higher than some 17 million pixels (36 for a row). */
export const SCROLL_MAX = 450_000;

/** Somebody changed a job, a user, the catalogue, or an OLT is suspended or back: rare, and any list may show it. */
const isChange = (event: Record<string, unknown>) => event.kind === 'change' || event.kind === 'decision';

/** Events of the engine may come a moment before what they tell is stored, and the last contact with an OLT has none:
 * lists that follow the engine ask again when something was stored. */
const isStored = (event: Record<string, unknown>) => event.kind === 'stored';
const STORED_MS = 5_000;
const NONE: Topic[] = [];
const CHANGES: Topic[] = ['changes'];

/** A list of figures that are worked out from what runs bring: not with each of them. */
export const AFTER_RUNS: Follows = {
  topics: ['executions'], concerns: (event) => event.kind === 'ended', throttleMs: 15_000,
};

export interface WithId {
  id: number | null;
}

interface PageOf<Row> {
  count: number;
  results: Row[];
  under_way?: UnderWay;
}

export interface Source {
  path: string;
  id?: string | number;
  fixed?: Record<string, string>;
  /** Its answers have numbered pages and nothing else: no `next`. */
  isPaged?: boolean;
}

type Query = Record<string, string | number>;
type RawGet = (path: string, init: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The parameters of a list without its page. A filter "since" is kept as seconds ago. */
export function paramsOf(source: Source, query: ListQuery, filters: Filter[]): Query {
  const chosen = Object.entries(query.filters).map(([key, value]) => {
    const own = filters.find((filter) => filter.key === key)?.params;
    const ago = /^-(\d+)s$/.exec(value);
    if (own) return own(value);
    return { [key]: ago ? new Date(Math.floor(Date.now() / 60_000) * 60_000 - Number(ago[1]) * 1000).toISOString() : value };
  });
  return {
    ...Object.assign({}, ...chosen) as Query,
    ...(query.search && { search: query.search }),
    ...(query.ordering && { ordering: query.ordering }),
    ...source.fixed,
  };
}

export function askPage<Row>(source: Source, query: Query, page: number, size: number, signal?: AbortSignal) {
  const params = {
    query: { ...query, page, page_size: size },
    ...(source.id !== undefined && { path: { id: source.id } }),
  };
  return ok((api.GET as unknown as RawGet)(source.path, { params, signal })) as Promise<PageOf<Row>>;
}

interface PieceOf<Row> {
  results: Row[];
  next: string | null;
}

const PIECE = 1000;

async function* allPages<Row>(source: Source, query: Query): AsyncGenerator<Row[]> {
  for (let page = 1, had = 0; ; page++) {
    const { results, count } = await askPage<Row>(source, query, page, PIECE);
    yield results;
    had += results.length;
    if (!results.length || had >= count) return;
  }
}

/** All rows, piece by piece: each goes on where the one before ended. */
export async function* allRows<Row>(source: Source, query: Query): AsyncGenerator<Row[]> {
  if (source.isPaged) {
    yield* allPages<Row>(source, query);
    return;
  }
  const path = source.path.replace('{id}', encodeURIComponent(String(source.id ?? '')));
  let next: string | null = `${path}?${new URLSearchParams({ ...query, after: '', page_size: String(PIECE) } as Record<string, string>)}`;
  while (next) {
    const url: URL = new URL(next, window.location.origin);
    const piece: PieceOf<Row> = await ok((api.GET as unknown as RawGet)(url.pathname, {
      params: { query: Object.fromEntries(url.searchParams) },
    })) as PieceOf<Row>;
    yield piece.results;
    next = piece.next;
  }
}

/** What is not as it was: "id key" of each cell. Moments move all the time, and are no news. A row
 * is new when no row has had a number as high; others only came nearer. */
function newsIn<Row extends WithId>(old: Map<number, Row>, rows: Map<number, Row>): Set<string> {
  const found = new Set<string>();
  const newest = Math.max(0, ...old.keys());
  for (const [id, row] of rows) {
    const was = old.get(id) as Record<string, unknown> | undefined;
    if (was === row || (!was && (id <= newest || !old.size))) continue;
    for (const [key, value] of Object.entries(row))
      if (!was || (was[key] !== value && !key.endsWith('_at'))) found.add(`${id} ${key}`);
  }
  return found;
}

/** Which cells are not as they were a moment ago. */
function useChanged<Row extends WithId>(rows: Map<number, Row>, resetKey: string): Set<string> {
  const before = useRef<{ key: string; rows: Map<number, Row> }>({ key: '', rows: new Map() });
  const [changed, setChanged] = useState<Set<string>>(() => new Set());

  useEffect(() => {
    const old = before.current;
    before.current = { key: resetKey, rows };
    if (old.key !== resetKey) return;
    const found = newsIn(old.rows, rows);
    if (found.size) setChanged(found);
  }, [rows, resetKey]);

  // The mark ends by itself, and not only when something else comes.
  useEffect(() => {
    if (!changed.size) return;
    const timer = setTimeout(() => setChanged(new Set()), MARKED_MS);
    return () => clearTimeout(timer);
  }, [changed]);

  return changed;
}

export interface Rows<Row> {
  count: number | undefined;
  at: (index: number) => Row | undefined;
  error: ApiError | null;
  isFirstLoad: boolean;
  refetch: () => void;
  changed: Set<string>;
  /** Of a list of executions: of the same answer as the rows. */
  underWay: UnderWay | undefined;
}

/** The page that a row is on, from 1. */
export function pageOf(index: number): number {
  return Math.floor(index / PAGE) + 1;
}

/** seen: the pages of which something can be seen. */
export function useRows<Row extends WithId>(
  source: Source, query: Query, { from, to }: { from: number; to: number },
  { topics = [], concerns, throttleMs }: Follows,
): Rows<Row> {
  const key = useMemo(() => ['list', source.path, source.id ?? null, query], [source.path, source.id, query]);
  useRefetchOn(key, topics, concerns, throttleMs);
  useRefetchOn(key, CHANGES, isChange);
  useRefetchOn(key, topics.length > 0 ? CHANGES : NONE, isStored, Math.max(STORED_MS, throttleMs ?? 0));
  const page = (number: number) => ({
    queryKey: [...key, number],
    queryFn: ({ signal }: { signal: AbortSignal }) => askPage<Row>(source, query, number, PAGE, signal),
    staleTime: 15_000,
  });
  const head = useQuery<PageOf<Row>, ApiError>({ ...page(1), placeholderData: keepPreviousData });
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((n) => n > 1);
  const others = useQueries({ queries: numbers.map(page) }) as UseQueryResult<PageOf<Row>, ApiError>[];

  const pages = new Map<number, Row[]>([[1, head.data?.results ?? []]]);
  numbers.forEach((number, i) => pages.set(number, others[i].data?.results ?? []));
  // Rows that come with another question or another page are no news.
  const asked = JSON.stringify([key, from, to, head.isPlaceholderData, others.map((other) => other.isPending)]);
  const stamp = [head.dataUpdatedAt, ...others.map((other) => other.dataUpdatedAt)].join();
  const byId = useMemo(() => {
    const all = new Map<number, Row>();
    pages.forEach((rows) => rows.forEach((row) => row.id != null && all.set(row.id, row)));
    return all;
    // pages is made anew each time; the stamp says when it has something new.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stamp]);

  return {
    count: head.data?.count,
    at: (index) => pages.get(pageOf(index))?.[index % PAGE],
    error: head.error ?? others.find((other) => other.error)?.error ?? null,
    isFirstLoad: head.isPending,
    refetch: () => void head.refetch(),
    changed: useChanged(byId, asked),
    underWay: head.data?.under_way,
  };
}
