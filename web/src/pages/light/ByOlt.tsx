// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { AFTER_RUNS, Age, DataList, Num, type Column, type Filter } from '@/ui';
import { countColumns } from './counts';
import { LightPage } from './LightPage';

type Row = Schemas['LightOlt'];

const linkOf = (row: Row) => `/light?olt=${row.id}`;

export function Component() {
  const { t } = useTranslation(['light', 'olt', 'onu']);
  const columns = useMemo<Column<Row>[]>(() => [
    { key: 'name', header: t('olt:field.name'), sortable: true, minWidth: 160 },
    ...countColumns<Row>(t, (row) => `olt=${row.id}`),
    { key: 'onus_present', header: t('column.present'), sortable: true, width: 110, align: 'right', render: (row) => <Num value={row.onus_present} /> },
    { key: 'compared_at', header: t('column.compared'), sortable: true, width: 130, render: (row) => <Age at={row.compared_at} /> },
    { key: 'brand', header: t('onu:column.brand'), sortable: true, width: 120 },
    { key: 'site', header: t('olt:field.site'), sortable: true, width: 130 },
  ], [t]);
  const filters = useMemo<Filter[]>(() => [
    { key: 'brand', label: t('onu:column.brand'), kind: 'thing', path: '/api/v1/brands/', value: 'name' },
    { key: 'site', label: t('olt:field.site'), kind: 'text' },
  ], [t]);
  return (
    <LightPage tab="olts">
      <DataList<Row> path="/api/v1/light/olts/" label={t('tab.olts')} columns={columns} filters={filters} ordering="-onus_bad" rowLink={linkOf}
        storageKey="light-olts" {...AFTER_RUNS} />
    </LightPage>
  );
}
