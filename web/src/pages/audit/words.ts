// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';
import { jobName } from '@/phrasebook/jobs';

type Entry = Pick<Schemas['Audit'], 'action' | 'entity' | 'entity_id' | 'before' | 'after'>;

export function whatWasDone(t: TFunction, { action }: Entry): string {
  return action ? t(`did.${action}`, { defaultValue: action }) : '';
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value ? value as Record<string, unknown> : {});

/** The entry has the thing as it was, so that it has a name also when it is gone: the last one. */
export function nameOf({ before, after }: Entry): string {
  const of = { ...fieldsOf(before), ...fieldsOf(after) };
  const text = (key: string) => (typeof of[key] === 'string' ? of[key] as string : '');
  if (text('job_name') && text('olt_name')) return `${jobName(text('job_name'))} · ${text('olt_name')}`;
  return jobName(text('name')) || text('key') || text('operation') || text('olt_name') || text('address');
}

/** "OLT centro"; by its number where nobody knows its name. */
export function toWhat(t: TFunction, entry: Entry): string {
  const { entity, entity_id: id } = entry;
  return [entity && t(`thing.${entity}`, { defaultValue: entity }), nameOf(entry) || id].filter((part) => part != null && part !== '').join(' ');
}

const PAGES: Record<string, string> = {
  olt: 'olts', job: 'jobs', user: 'users', brand: 'catalogue/brands', model: 'catalogue/models', oid: 'catalogue/oids', formula: 'catalogue/formulas', state: 'catalogue/states', violation: 'violations',
};

/** Where the thing is; undefined: it has no page, or was deleted by this. */
export function pageOf(entry: Entry): string | undefined {
  const { action, entity, entity_id: id } = entry;
  if (action === 'delete' || !entity || !id) return undefined;
  const { olt } = { ...fieldsOf(entry.before), ...fieldsOf(entry.after) };
  if (entity === 'node' || entity === 'workflow') return olt ? `/olts/${String(olt)}/workflow` : undefined;
  return PAGES[entity] && `/${PAGES[entity]}/${id}`;
}

/** A field of a thing, as its form calls it. */
export const fieldWord = (t: TFunction, name: string) => t(`audit:fieldOf.${name}`, { defaultValue: name });
