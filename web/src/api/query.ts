// SPDX-License-Identifier: Apache-2.0
//
// Requests whose answers stay on the page and are updated automatically.
//
//   const olts = useApi('/api/v1/olts/', { query: { page_size: 50 } }, { topics: ['olts'] });
//   olts.data?.results
import { QueryClient, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLive } from '@/live/live';
import type { Topic } from '@/live/stream';
import { ApiError, api, ok } from './client';
import type { paths } from './schema';

type Json<R> = R extends { content: { 'application/json': infer B } } ? B : never;
type Get<P extends keyof paths> = paths[P] extends { get: infer G } ? G : never;

export type GetPath = { [P in keyof paths]: Get<P> extends { responses: { 200: unknown } } ? P : never }[keyof paths];
export type AnswerOf<P extends GetPath> = Get<P> extends { responses: { 200: infer R } } ? Json<R> : never;
export type ParamsOf<P extends GetPath> = Get<P> extends { parameters: infer A }
  ? Pick<A, Extract<keyof A, 'query' | 'path'>> : never;

/** Lists, whose answers have pages; and the rows of one. */
export type ListPath = { [P in GetPath]: AnswerOf<P> extends { results: unknown[]; count: number } ? P : never }[GetPath];
export type RowOf<P extends ListPath> = AnswerOf<P> extends { results: (infer R)[] } ? R : never;

type RawGet = (path: string, init: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** One question of any path, asked once. */
export function ask<P extends GetPath>(path: P, params: ParamsOf<P>, signal?: AbortSignal): Promise<AnswerOf<P>> {
  return ok((api.GET as unknown as RawGet)(path, { params, signal })) as Promise<AnswerOf<P>>;
}

/** The key under which useApi keeps an answer; without params: all answers of the path. */
export function keyOf<P extends GetPath>(path: P, params?: ParamsOf<P>) {
  return params ? [path, params] : [path];
}

export interface ApiOptions {
  /** Ask again when something happens in one of these, */
  topics?: Topic[];
  /** once in so long at most; once a second unless said. */
  throttleMs?: number;
  /** And only when this says yes to what happened. */
  concerns?: (event: Record<string, unknown>) => boolean;
  enabled?: boolean;
  /** Ask again after so long, for what no topic tells. */
  everyMs?: number;
  /** Show the last answer while the next, of other params, is on its way. */
  keep?: boolean;
}

const THROTTLE_MS = 1000;

/** ring() runs `call` at once, then once in `everyMs` at most, the last time included. */
function throttled(call: () => void, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const run = () => {
    timer = undefined;
    last = Date.now();
    call();
  };
  const ring = () => {
    timer ??= setTimeout(run, Math.max(0, last + everyMs - Date.now()));
  };
  return { ring, stop: () => clearTimeout(timer) };
}

/** Ask again what is kept under `key` when one of the topics says that it may have changed. */
export function useRefetchOn(
  key: readonly unknown[], topics: Topic[], concerns?: ApiOptions['concerns'], throttleMs = THROTTLE_MS,
) {
  const client = useQueryClient();
  const text = JSON.stringify(key);
  const again = useMemo(
    () => throttled(() => void client.invalidateQueries({ queryKey: JSON.parse(text) as unknown[] }), throttleMs),
    [client, text, throttleMs],
  );
  useEffect(() => again.stop, [again]);
  useLive(topics, (event) => {
    if (!concerns || concerns(event.data)) again.ring();
  });
}

export function useApi<P extends GetPath>(
  path: P, params: ParamsOf<P>,
  options: Omit<ApiOptions, 'everyMs'> & { everyMs?: number | ((data: AnswerOf<P> | undefined) => number | undefined) } = {},
) {
  const { topics = [], concerns, throttleMs, enabled = true, everyMs, keep } = options;
  useRefetchOn(keyOf(path, params), topics, concerns, throttleMs);
  return useQuery<AnswerOf<P>, ApiError>({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => ask(path, params, signal),
    enabled,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) ?? false : everyMs,
    placeholderData: keep ? keepPreviousData : undefined,
  });
}

const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;

const REFUSED_TRIES = 5;
const BREAK_MAX_MS = 10_000;

/** Whoever was told when to come again (429, 503) comes then, and a little apart from the others. */
export function breakMs(failures: number, error: unknown): number {
  const told = error instanceof ApiError ? error.retryAfter : undefined;
  const wait = told === undefined ? 1000 * 2 ** failures : told * 1000;
  return Math.min(BREAK_MAX_MS, wait) + (told === undefined ? 0 : Math.random() * 500);
}

const triesOf = (error: unknown) => (error instanceof ApiError && error.retryAfter !== undefined ? REFUSED_TRIES : 3);

/** Failures that may pass are tried again a few times, with longer and longer breaks. Only reads are
 * asked so, which may be repeated. */
export function makeQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < triesOf(error) && isWorthAnotherTry(error),
        retryDelay: breakMs,
      },
      mutations: { retry: false },
    },
  });
}
