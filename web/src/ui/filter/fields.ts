// SPDX-License-Identifier: Apache-2.0
//
// Conditions that select incidents; all must hold. The fields and operators are those of
// src/notify/filter.h.
import { CLASSES, SEVERITIES } from '@/api/incidents';

export interface Condition {
  field: string;
  op: string;
  value: unknown;
}

export const KINDS = [
  'outage', 'olt_silent', 'site_silent', 'collector', 'flapping', 'optics', 'duplicate', 'walk_held', 'saturated', 'store', 'quota',
  'channel_dead', 'limit', 'planned', 'window_open',
] as const;

/** What a value is: one of some words, a text, a number, the name of an OLT, hours of the day. */
export type ValueKind = 'severity' | 'kind' | 'class' | 'text' | 'number' | 'olt' | 'hours';

export interface FilterField {
  name: string;
  ops: string[];
  kind: ValueKind;
  first: unknown;
}

const SAME = ['=', '!=', 'in'];

export const FIELDS: FilterField[] = [
  { name: 'severity', ops: ['>=', '=', '!=', 'in'], kind: 'severity', first: 'major' },
  { name: 'kind', ops: SAME, kind: 'kind', first: 'outage' },
  { name: 'cause_class', ops: SAME, kind: 'class', first: 'fibre' },
  { name: 'olt', ops: ['in', '=', '!=', 'contains'], kind: 'olt', first: [] },
  { name: 'site', ops: ['=', '!=', 'in', 'contains'], kind: 'text', first: '' },
  { name: 'brand', ops: ['=', '!=', 'in', 'contains'], kind: 'text', first: '' },
  { name: 'card', ops: ['=', '!=', 'in', 'contains'], kind: 'text', first: '' },
  { name: 'port', ops: ['=', '!=', 'in', 'contains'], kind: 'text', first: '' },
  { name: 'affected', ops: ['>=', '=', '!='], kind: 'number', first: 20 },
  { name: 'tag', ops: ['=', '!=', 'in', 'contains'], kind: 'text', first: '' },
  { name: 'hours', ops: ['=', '!='], kind: 'hours', first: '08:00-20:00' },
];

export const fieldOf = (name: string): FilterField => FIELDS.find((field) => field.name === name) ?? (FIELDS[0] as FilterField);

export function wordsOf(kind: ValueKind): readonly string[] {
  return kind === 'severity' ? SEVERITIES : kind === 'kind' ? KINDS : kind === 'class' ? CLASSES : [];
}

/** As it comes from the API. */
export const asFilter = (value: unknown): Condition[] => (Array.isArray(value) ? value as Condition[] : []);

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

export const isComplete = (filter: Condition[]) => filter.every(({ value }) => !isEmpty(value));

/** With one value or with several, as the operator wants it. */
export function fitted(op: string, value: unknown, field: FilterField): unknown {
  if (op === 'in') return Array.isArray(value) ? value : isEmpty(value) ? [] : [value];
  if (Array.isArray(value)) return value[0] ?? (Array.isArray(field.first) ? '' : field.first);
  return value;
}
