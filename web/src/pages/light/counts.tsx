// SPDX-License-Identifier: Apache-2.0
//
// The number of ONUs of an OLT or a port with bad light; each number links to them.
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { Num, type Column } from '@/ui';

interface Counts {
  onus_bad: number | null;
  onus_warn: number | null;
  onus_worse_7d: number | null;
  onus_worse_30d: number | null;
}

const SHOWN = [
  { key: 'onus_bad', word: 'column.bad', tone: 'bad', to: '/light', query: 'quality=bad&' },
  { key: 'onus_warn', word: 'column.warn', tone: 'warn', to: '/light', query: 'quality=warn&' },
  { key: 'onus_worse_7d', word: 'column.worse7', tone: 'warn', to: '/light/week', query: '' },
  { key: 'onus_worse_30d', word: 'column.worse30', tone: 'warn', to: '/light/month', query: '' },
] as const;

export function countColumns<Row extends Counts>(t: TFunction<'light'>, whereOf: (row: Row) => string): Column<Row>[] {
  return SHOWN.map(({ key, word, tone, to, query }) => ({
    key, header: t(word), sortable: true, width: 150, align: 'right',
    render: (row) => ((row[key] ?? 0) > 0
      ? <Anchor component={Link} to={`${to}?${query}${whereOf(row)}`} size="sm" className={`tone-${tone}`}><Num value={row[key]} /></Anchor>
      : <Num value={0} />),
  }));
}
