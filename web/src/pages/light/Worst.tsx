// SPDX-License-Identifier: Apache-2.0
//
// The ONUs with the smallest margin, in either direction.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { DataList, Empty, type Filter } from '@/ui';
import { qualityParams } from '../onu/limits';
import { useLightFilters, useWorstColumns } from './columns';
import { LightPage } from './LightPage';

type Row = Schemas['OnuRow'];

const linkOf = (row: Row) => `/onus/${row.id}`;
const isNews = (event: Record<string, unknown>) => event.kind === 'ended';
const FIXED = { margin_db__lt: '1000' }; // those that tell a level

export function Component() {
  const { t } = useTranslation(['light', 'onu']);
  const columns = useWorstColumns();
  const shared = useLightFilters();
  const filters = useMemo<Filter[]>(() => [
    { key: 'quality', label: t('onu:filter.quality'), kind: 'choice', params: qualityParams,
      options: ['bad', 'warn', 'good', 'high'].map((value) => ({ value, label: t(`onu:quality.${value}`) })) },
    ...shared,
  ], [t, shared]);
  return (
    <LightPage tab="worst">
      <DataList<Row> path="/api/v1/onus/" label={t('tab.worst')} columns={columns} filters={filters} fixed={FIXED} ordering="margin_db"
        rowLink={linkOf} topics={['executions']} concerns={isNews} storageKey="light-worst"
        empty={<Empty title={t('empty.worst')} text={t('empty.worstText')} />} />
    </LightPage>
  );
}
