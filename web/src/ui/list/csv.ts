// SPDX-License-Identifier: Apache-2.0
//
// What is shown, as a file: the shown columns, in their order, with their headings and words in the
// reader's language. Programs have the API's own CSV (format=csv), with all fields and codes.
import type { TFunction } from 'i18next';
import { isValidElement } from 'react';
import { Badge, badgeWord, type BadgeProps } from '../Badge';
import { allRows, type Source } from './rows';
import type { Column, Filter } from './types';

export interface Sheet {
  source: Source;
  params: Record<string, string>;
  columns: Column<unknown>[];
  label: string;
  filters: Filter[];
  /** What is set, by the filter's key. */
  chosen: Record<string, string>;
}

type Cells = Record<string, unknown>;

/** A text that a table calculator would take for a formula gets an apostrophe, as the API's have. */
export function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) || isFormula ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(row: unknown, column: Column<unknown>, t: TFunction): string {
  if (column.text) return column.text(row);
  const shown = column.render?.(row);
  if (isValidElement<BadgeProps>(shown) && shown.type === Badge) {
    const { kind, value: code, label } = shown.props;
    return label ?? (code === null || code === undefined || code === '' ? '' : badgeWord(t, kind, String(code)));
  }
  if (typeof shown === 'string') return shown;
  const value = (row as Cells)[column.key];
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const slug = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  .replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);

function wordsOf({ filters, chosen, source }: Sheet, first: Cells | undefined): string[] {
  const set = { ...source.fixed, ...chosen };
  return Object.entries(set).map(([key, value]) => {
    const filter = filters.find((one) => one.key === key);
    if (key === 'olt') return String(first?.olt_name ?? value);
    if (filter?.kind === 'choice') return filter.options.find((option) => option.value === value)?.label ?? value;
    if (filter?.kind === 'flag') return (value === 'true' ? filter.yes : filter.no) ?? `${filter.label} ${value}`;
    return filter?.kind === 'since' ? '' : value;
  });
}

/** "facho-onus-centro-2026-11-16.csv" */
export function nameOf(sheet: Sheet, first: Cells | undefined, now: Date): string {
  const list = slug(sheet.source.path.split('/').filter((part) => part && !part.startsWith('{')).at(-1) ?? sheet.label);
  const day = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
  return `${['facho', list, ...wordsOf(sheet, first).map(slug), day].filter(Boolean).join('-')}.csv`;
}

export async function saveSheet(sheet: Sheet, t: TFunction): Promise<void> {
  const { columns } = sheet;
  const parts = [`\ufeff${columns.map((column) => cell(column.header)).join(',')}\r\n`];
  let first: Cells | undefined;
  for await (const rows of allRows<Cells>(sheet.source, sheet.params)) {
    first ??= rows[0];
    parts.push(rows.map((row) => `${columns.map((column) => cell(textOf(row, column, t))).join(',')}\r\n`).join(''));
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  link.download = nameOf(sheet, first, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
