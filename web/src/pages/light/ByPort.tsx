// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { AFTER_RUNS, DataList, Level, Num, type Column, type Filter } from '@/ui';
import { countColumns } from './counts';
import { LightPage } from './LightPage';

type Row = Schemas['PonPort'];

const linkOf = (row: Row) => `/ports/${row.id}`;
const whereOf = (row: Row) => `olt=${row.olt}&slot=${row.slot}&port=${row.port}`;

export function Component() {
  const { t } = useTranslation(['light', 'olt', 'onu']);
  const columns = useMemo<Column<Row>[]>(() => [
    { key: 'place', header: t('olt:port.place'), sortable: true, width: 110, render: (row) => <b>{row.place}</b> },
    { key: 'olt_name', header: t('onu:column.olt_name'), sortable: true, minWidth: 150 },
    ...countColumns<Row>(t, whereOf),
    { key: 'onu_rx_worst_dbm', header: t('column.worst'), sortable: true, unit: 'dBm', width: 130, align: 'right',
      render: (row) => <Level dbm={row.onu_rx_worst_dbm} /> },
    { key: 'onus_online', header: t('olt:onus.online'), sortable: true, width: 120, align: 'right', render: (row) => <Num value={row.onus_online} /> },
    { key: 'description', header: t('olt:field.description'), minWidth: 140 },
  ], [t]);
  const filters = useMemo<Filter[]>(() => [
    { key: 'olt', label: t('onu:column.olt_name'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'slot', label: t('onu:filter.slot'), kind: 'text' },
  ], [t]);
  return (
    <LightPage tab="ports">
      <DataList<Row> path="/api/v1/ports/" label={t('tab.ports')} columns={columns} filters={filters} ordering="-onus_bad" rowLink={linkOf}
        storageKey="light-ports" {...AFTER_RUNS} />
    </LightPage>
  );
}
