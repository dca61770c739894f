// SPDX-License-Identifier: Apache-2.0
//
// The shown list as a file: the shown columns in their order, with headings and values in the
// user's language, and times in the site's time zone. A measured value is a plain number with its
// unit in the heading. For programs there is the CSV of the API (format=csv), with all fields and
// codes.
import { sayDay } from '../time';
import { allRows, type Source } from './rows';
import { nodeText, plainNumber, type Speech } from './text';
import type { Column, Filter } from './types';

export interface Sheet {
  source: Source;
  params: Record<string, string>;
  columns: Column<unknown>[];
  label: string;
  filters: Filter[];
  /** What is set, by the filter's key. */
  chosen: Record<string, string>;
  search: string;
}

type Cells = Record<string, unknown>;

/** A text that a table calculator would take for a formula gets an apostrophe, as the API's have. */
export function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) || isFormula ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(row: unknown, column: Column<unknown>, speech: Speech): string {
  if (column.text) return column.text(row);
  if (column.render) return nodeText(column.render(row), speech);
  const value = (row as Cells)[column.key];
  if (typeof value === 'boolean') return speech.t(value ? 'yes' : 'no');
  if (typeof value === 'number') return plainNumber(value, 4);
  return value === null || value === undefined ? '' : String(value);
}

const headingOf = ({ header, unit }: Column<unknown>) => (unit ? `${header} (${unit})` : header);

const slug = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  .replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);

/** What the reader chose, and of what is fixed the OLT: numbers of rows and limits say nothing to people. */
function wordsOf({ filters, chosen, source, search }: Sheet, first: Cells | undefined): string[] {
  const oltOf = (value: string) => String(first?.olt_name ?? value);
  const words = Object.entries(chosen).map(([key, value]) => {
    const filter = filters.find((one) => one.key === key);
    if (key === 'olt') return oltOf(value);
    if (filter?.kind === 'choice') return filter.options.find((option) => option.value === value)?.label ?? value;
    if (filter?.kind === 'flag') return (value === 'true' ? filter.yes : filter.no) ?? `${filter.label} ${value}`;
    return filter?.kind === 'since' ? '' : value;
  });
  const { olt } = source.fixed ?? {};
  return [...(olt ? [oltOf(olt)] : []), ...words, search];
}

/** "facho-onus-centro-2026-11-16.csv": the day is the site's. */
export function nameOf(sheet: Sheet, first: Cells | undefined, now: Date): string {
  return `${['facho', ...[sheet.label, ...wordsOf(sheet, first)].map(slug), sayDay(now)].filter(Boolean).join('-')}.csv`;
}

export async function saveSheet(sheet: Sheet, speech: Speech): Promise<void> {
  const columns = sheet.columns.filter(({ isAction }) => !isAction);
  const parts = [`\ufeff${columns.map((column) => cell(headingOf(column))).join(',')}\r\n`];
  let first: Cells | undefined;
  for await (const rows of allRows<Cells>(sheet.source, sheet.params)) {
    first ??= rows[0];
    parts.push(rows.map((row) => `${columns.map((column) => cell(textOf(row, column, speech))).join(',')}\r\n`).join(''));
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  link.download = nameOf(sheet, first, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
