// SPDX-License-Identifier: Apache-2.0
//
// The columns of ONUs in the lists of an OLT and of a port: as everywhere, without those that are
// the same for all rows.
import { useMemo } from 'react';
import type { Schemas } from '@/api/client';
import type { Column, Filter } from '@/ui';
import { useOnuColumns } from '../onu/columns';
import { useOnuFilters } from '../onu/filters';

export type OnuRow = Schemas['OnuRow'];

/** The position comes first: whoever looks at one OLT thinks in ports. */
export function useColumnsOfOlt(): Column<OnuRow>[] {
  const columns = useOnuColumns();
  return useMemo(() => [
    ...columns.filter(({ key }) => key === 'place'),
    ...columns.filter(({ key }) => key !== 'place' && key !== 'olt_name' && key !== 'brand'),
  ], [columns]);
}

export function useFiltersOfOlt(shared: string[] = []): Filter[] {
  return useOnuFilters().filter(({ key }) => !['olt', 'brand', ...shared].includes(key));
}
