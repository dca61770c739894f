// SPDX-License-Identifier: Apache-2.0
//
// Which columns are shown, as stored in this browser; a TanStack table has the state.
import { useLocalStorage, useViewportSize } from '@mantine/hooks';
import { getCoreRowModel, useReactTable, type ColumnDef, type VisibilityState } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ColumnChoice } from './Toolbar';
import type { Column } from './types';

const NO_ROWS: never[] = [];

export function useColumns<Row>(columns: Column<Row>[], storageKey: string) {
  const [shown, setShown] = useLocalStorage<VisibilityState>({
    key: `facho.columns.${storageKey}`, defaultValue: {}, getInitialValueInEffect: false,
  });
  const { width } = useViewportSize();
  const visibility = useMemo<VisibilityState>(() => ({
    ...Object.fromEntries(columns.filter(({ hidden, from = 0 }) => hidden || from > width).map((column) => [column.key, false])),
    ...shown,
  }), [columns, shown, width]);
  const definitions = useMemo<ColumnDef<Row>[]>(() => columns.map((column, i) => ({
    id: column.key, header: column.header, enableHiding: i > 0,
    accessorFn: (row) => (row as Record<string, unknown>)[column.key],
  })), [columns]);
  const table = useReactTable<Row>({
    data: NO_ROWS,
    columns: definitions,
    state: { columnVisibility: visibility },
    onColumnVisibilityChange: (change) => setShown(typeof change === 'function' ? change(visibility) : change),
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualPagination: true,
  });
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const choices: ColumnChoice[] = table.getAllLeafColumns().filter((column) => column.getCanHide()).map((column) => ({
    key: column.id, header: byKey.get(column.id)?.header ?? column.id, isShown: column.getIsVisible(),
    toggle: () => column.toggleVisibility(),
  }));
  const visible = useMemo(() => columns.filter((column) => visibility[column.key] !== false), [columns, visibility]);
  return { visible, choices, reset: () => setShown({}) };
}
