// SPDX-License-Identifier: Apache-2.0
//
// Between a row of the API and what a form holds: texts, numbers and flags; JSON as text.
import type { Field, Kind, Row } from './kinds';

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
    case 'suggest':
      return value;
  }
}

/** Only what is another than before, so that what shipped with the program stays so. */
export function bodyOf(kind: Kind, values: Values, before?: Values): Record<string, unknown> {
  const given = kind.fields.filter((field) => (before ? values[field.name] !== before[field.name] : values[field.name] !== ''));
  return Object.fromEntries(given.map((field) => [field.name, bodyValue(field, values[field.name] ?? '')]));
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
