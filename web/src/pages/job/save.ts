// SPDX-License-Identifier: Apache-2.0
import { api, ok } from '@/api/client';
import { bodyOf, type JobValues } from './values';

export interface OltOfJob {
  id: string;
  name: string;
  node: string;
}

export interface Stored {
  /** None: it is new. */
  id?: string;
  tag?: string;
  values: JobValues;
  olts: OltOfJob[];
}

export interface SavedJob {
  id: string;
  name: string;
  /** OLTs that would not have it, or would not let it go. */
  failed: string[];
}

/** Try all of them; what is answered is who failed. */
async function each(olts: string[], call: (olt: string) => Promise<unknown>): Promise<string[]> {
  const failed: string[] = [];
  for (const olt of olts) {
    try {
      await call(olt);
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
  }
  return failed;
}

/** A job that people pick OLTs for is put on those that are new, and taken off the others. */
async function settle(id: string, stored: Stored, wanted: string[]): Promise<string[]> {
  const path = { id };
  const added = wanted.filter((olt) => !stored.olts.some((one) => one.id === olt));
  const removed = stored.olts.filter((one) => !wanted.includes(one.id)).map((one) => one.node);
  return [
    ...await each(added, (olt) => ok(api.POST('/api/v1/jobs/{id}/apply/', { params: { path }, body: { olt: Number(olt) } }))),
    ...await each(removed, (node) => ok(api.DELETE('/api/v1/nodes/{id}/', { params: { path: { id: node } } }))),
  ];
}

export async function saveJob(stored: Stored, values: JobValues, tag: string | undefined): Promise<SavedJob> {
  const body = bodyOf(values);
  const job = stored.id
    ? await ok(api.PATCH('/api/v1/jobs/{id}/', {
      params: { path: { id: stored.id } }, headers: tag ? { 'If-Match': tag } : {}, body,
    }))
    : await ok(api.POST('/api/v1/jobs/', { body }));
  const id = String(job.id);
  return { id, name: values.name, failed: values.target === 'picked' ? await settle(id, stored, values.olts) : [] };
}
