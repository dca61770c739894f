// SPDX-License-Identifier: Apache-2.0
//
// The search, order and filters of a list are in the URL, so that it can be shared and saved.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Filter } from './types';

export interface ListQuery {
  search: string;
  ordering: string;
  filters: Record<string, string>;
}

const OWN = ['search', 'ordering'];

export function useListAddress(filters: Filter[], ordering: string) {
  const [params, setParams] = useSearchParams();
  const keys = filters.map((filter) => filter.key).join(' ');

  const query = useMemo<ListQuery>(() => {
    const chosen = keys.split(' ').filter((key) => key && params.has(key));
    return {
      search: params.get('search') ?? '',
      ordering: params.get('ordering') ?? ordering,
      filters: Object.fromEntries(chosen.map((key) => [key, params.get(key) ?? ''])),
    };
  }, [params, keys, ordering]);

  /** undefined takes a parameter away; others of the page stay. */
  const change = useCallback((changes: Record<string, string | undefined>) => {
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined || (value === '' && OWN.includes(key))) after.delete(key);
        else after.set(key, value);
      }
      return after;
    }, { replace: true });
  }, [setParams]);

  const clear = useCallback(() => {
    change(Object.fromEntries(['search', ...keys.split(' ').filter(Boolean)].map((key) => [key, undefined])));
  }, [change, keys]);

  /** All of it anew, from a saved view. */
  const replace = useCallback((text: string) => {
    const all = [...OWN, ...keys.split(' ').filter(Boolean)];
    const view = new URLSearchParams(text);
    change(Object.fromEntries(all.map((key) => [key, view.get(key) ?? undefined])));
  }, [change, keys]);

  const text = new URLSearchParams({
    ...(query.search && { search: query.search }),
    ...(query.ordering !== ordering && { ordering: query.ordering }),
    ...query.filters,
  }).toString();

  return { query, text, change, clear, replace };
}
