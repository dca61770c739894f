// SPDX-License-Identifier: Apache-2.0
//
// Converts a row of the API to the values of a form and back: texts, numbers and flags; JSON as
// text.
import type { Schemas } from '@/api/client';
import { CUSTOM } from '@/ui/purposes';
import { kindOf, type Field, type Kind, type Row } from './kinds';

export type Values = Record<string, string | number | boolean>;

function valueOf(field: Field, value: unknown): string | number | boolean {
  if (field.kind === 'flag') return Boolean(value);
  if (value == null) return '';
  if (field.kind === 'number') return Number(value);
  if (field.kind !== 'json') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function valuesOf(kind: Kind, row?: Row): Values {
  return Object.fromEntries(kind.fields.map((field) => [field.name, valueOf(field, row ? row[field.name] : field.initial)]));
}

function bodyValue(field: Field, value: Values[string]): unknown {
  switch (field.kind) {
    case 'flag':
      return value;
    case 'json':
      return value === '' ? null : JSON.parse(String(value));
    case 'number':
    case 'model':
      return value === '' ? null : Number(value);
    case 'brand':
      return Number(value);
    case 'text':
    case 'long':
    case 'choice':
    case 'purpose':
      return value;
  }
}

/** What an own value is called when nothing is said: "Fan speed" is fan_speed. */
export function ownName(values: Values): string {
  return String(values.name ?? '').normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
    .replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 40);
}

function complete(values: Values): Values {
  return values.purpose === CUSTOM ? { ...values, purpose: `${CUSTOM}${ownName(values) || 'own'}` } : values;
}

/** Only what is another than before, so that what shipped with the program stays so. */
export function bodyOf(kind: Kind, typed: Values, before?: Values): Record<string, unknown> {
  const values = complete(typed);
  const given = kind.fields.filter((field) => (before ? values[field.name] !== before[field.name] : values[field.name] !== ''));
  return Object.fromEntries(given.map((field) => [field.name, bodyValue(field, values[field.name] ?? '')]));
}

/** An OID as it is typed, to be read on an OLT. It need not have a name yet. */
export function tryBody(values: Values, olt: string, id?: string): Schemas['OidTry'] {
  const all = bodyOf(kindOf('oids'), values);
  return { ...all, olt: Number(olt), ...(id && { id: Number(id) }) } as Schemas['OidTry'];
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
