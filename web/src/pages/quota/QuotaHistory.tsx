// SPDX-License-Identifier: Apache-2.0
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Badge, type Column, DataList, Duration, Empty, type Filter, Moment, Page } from '@/ui';
import { Bar } from './Bar';
import { QuotaTabs } from './QuotaTabs';

type Quota = Schemas['Quota'];

const STATUSES = ['IN_PROGRESS', 'COMPLETED', 'PARTIAL', 'QUOTA_NOT_MET', 'FAILED', 'INTERRUPTED'];
const TYPES = ['discovery', 'get', 'walk', 'table', 'bulk'];

function useColumns(): Column<Quota>[] {
  const { t } = useTranslation('quota');
  return [
    { key: 'period_start', header: t('column.hour'), sortable: true, width: 190, render: (row) => <Moment at={row.period_start} /> },
    { key: 'olt_name', header: t('column.olt'), sortable: true },
    { key: 'task_type', header: t('column.type'), width: 130, render: (row) => t(`type.${row.task_type}`, { defaultValue: row.task_type ?? '' }) },
    { key: 'status', header: t('column.status'), sortable: true, width: 150, render: (row) => <Badge kind="quota" value={row.status} /> },
    {
      key: 'completed', header: t('column.done'), minWidth: 180,
      render: (row) => {
        const words = t('progress', { done: row.completed ?? 0, of: row.required ?? 0 });
        return <Box w="100%"><Bar quota={row} label={words} /><span className="num">{words}</span></Box>;
      },
    },
    { key: 'failed', header: t('column.failed'), sortable: true, width: 100, align: 'right' },
    { key: 'skipped', header: t('column.skipped'), sortable: true, width: 100, align: 'right' },
    { key: 'average_duration_ms', header: t('column.average'), sortable: true, width: 120, align: 'right', render: (row) => <Duration ms={row.average_duration_ms} /> },
  ];
}

export function Component() {
  const { t } = useTranslation(['quota', 'common']);
  const filters: Filter[] = [
    { key: 'status', label: t('column.status'), kind: 'choice', options: STATUSES.map((value) => ({ value, label: t(`common:state.quota.${value}`) })) },
    { key: 'task_type', label: t('column.type'), kind: 'choice', options: TYPES.map((value) => ({ value, label: t(`type.${value}`) })) },
    { key: 'olt', label: t('column.olt'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'period_start__gte', label: t('since'), kind: 'since' },
  ];
  return (
    <Page title={t('title')}>
      <QuotaTabs />
      <DataList<Quota> path="/api/v1/quotas/" label={t('tab.history')} storageKey="quotas" ordering="-period_start"
        columns={useColumns()} filters={filters} rowLink={(row) => `/olts/${row.olt}/timeline?hour=${row.period_start}`}
        topics={['quotas']} empty={<Empty title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
