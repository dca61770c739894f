// SPDX-License-Identifier: Apache-2.0
//
// The same operations for every list whose rows can be added, changed and deleted.
import { api, ok, okTagged } from '@/api/client';
import { useApi, type AnswerOf, type ListPath, type ParamsOf, type RowOf } from '@/api/query';

type Raw = (path: string, init?: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const get = api.GET as unknown as Raw;
const post = api.POST as unknown as Raw;
const patch = api.PATCH as unknown as Raw;
const remove = api.DELETE as unknown as Raw;

const at = (id: string | number) => ({ path: { id: String(id) } });

export async function loadOne<P extends ListPath>(path: P, id: string) {
  const { data, tag } = await okTagged(get(`${path}{id}/`, { params: at(id) }));
  return { row: data as RowOf<P>, tag };
}

/** Without an id it is added. */
export function saveOne<P extends ListPath>(path: P, id: string | undefined, body: object, tag?: string): Promise<RowOf<P>> {
  return (id === undefined
    ? ok(post(path, { body }))
    : ok(patch(`${path}{id}/`, { params: at(id), body, headers: tag ? { 'If-Match': tag } : undefined }))) as Promise<RowOf<P>>;
}

export const removeOne = (path: ListPath, id: string | number) => ok(remove(`${path}{id}/`, { params: at(id), body: {} }));

/** "end", "retry": what can be done to one besides. */
export const actOn = (path: ListPath, id: string | number, act: string, body: object = {}) =>
  ok(post(`${path}{id}/${act}/`, { params: at(id), body }));

const ALL = 1000;

/** All rows of a short list, for choices. */
export function useAll<P extends ListPath>(path: P, ordering = 'name', enabled = true): RowOf<P>[] {
  const params = { query: { page_size: ALL, ordering } } as unknown as ParamsOf<P>;
  const { data } = useApi(path, params, { topics: ['changes'], enabled });
  return ((data as AnswerOf<P> | undefined) as { results: RowOf<P>[] } | undefined)?.results ?? [];
}
