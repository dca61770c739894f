// SPDX-License-Identifier: Apache-2.0
//
// Which rows are selected: single rows, or all that match the filters.
import { useCallback, useMemo, useState } from 'react';
import { askPage, type Source, type WithId } from './rows';

/** More at once is nobody's intention. */
export const CHOOSE_MAX = 10_000;
const STEP = 1000;

/** The choice is over when the question (`of`) is another. */
export function useChoice<Row extends WithId>(source: Source, query: Record<string, string | number>) {
  const of = JSON.stringify([source.path, source.id, query]);
  const [choice, setChoice] = useState<{ of: string; rows: Map<number, Row | undefined> }>({ of, rows: new Map() });
  const rows = useMemo(() => (choice.of === of ? choice.rows : new Map<number, Row | undefined>()), [choice, of]);

  const toggle = useCallback((row: Row) => setChoice((before) => {
    if (row.id == null) return before;
    const next = new Map(before.of === of ? before.rows : []);
    if (!next.delete(row.id)) next.set(row.id, row);
    return { of, rows: next };
  }), [of]);

  const all = async (count: number) => {
    const next = new Map<number, Row | undefined>();
    const end = Math.min(count, CHOOSE_MAX);
    for (let page = 1; (page - 1) * STEP < end; page++) {
      const { results } = await askPage<Row>(source, query, page, STEP);
      results.forEach((row) => row.id != null && next.set(row.id, row));
    }
    setChoice({ of, rows: next });
  };

  return { rows, ids: [...rows.keys()], toggle, all, clear: () => setChoice({ of, rows: new Map() }) };
}
