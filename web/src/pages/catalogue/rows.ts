// SPDX-License-Identifier: Apache-2.0
//
// The same five operations for every kind. In the types of the API the kinds differ; here they are
// rows of a table, and the API reports errors of fields.
import { api, ok, okTagged } from '@/api/client';
import type { BulkResult } from '@/ui';
import type { KindName, Row } from './kinds';

type Raw = (path: string, init?: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const get = api.GET as unknown as Raw;
const post = api.POST as unknown as Raw;
const patch = api.PATCH as unknown as Raw;
const remove = api.DELETE as unknown as Raw;

const one = (kind: KindName) => `/api/v1/${kind}/{id}/`;
const at = (id: string | number) => ({ path: { id: String(id) } });

export const rows = {
  load: async (kind: KindName, id: string) => {
    const { data, tag } = await okTagged(get(one(kind), { params: at(id) }));
    return { row: data as Row, tag };
  },
  add: (kind: KindName, body: object) => ok(post(`/api/v1/${kind}/`, { body })) as Promise<Row>,
  change: (kind: KindName, id: string, body: object, tag?: string) =>
    ok(patch(one(kind), { params: at(id), body, headers: tag ? { 'If-Match': tag } : undefined })) as Promise<Row>,
  copy: (kind: KindName, id: number, body: object) => ok(post(`/api/v1/${kind}/{id}/duplicate/`, { params: at(id), body })) as Promise<Row>,
  remove: (kind: KindName, id: number) => ok(remove(one(kind), { params: at(id), body: {} })) as Promise<Row>,
  removeMany: (kind: KindName, ids: number[]) => ok(post(`/api/v1/${kind}/bulk/delete/`, { body: { ids } })) as Promise<BulkResult>,
};
