// SPDX-License-Identifier: Apache-2.0
import { Box, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Badge, type Column, CoordinatorTabs, DataList, Duration, Empty, type Filter, Moment, MOMENT_WIDTH, Page } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { Bar } from './Bar';

type Quota = Schemas['Quota'];

const STATUSES = ['IN_PROGRESS', 'COMPLETED', 'PARTIAL', 'QUOTA_NOT_MET', 'FAILED', 'INTERRUPTED'];

function useColumns(): Column<Quota>[] {
  const { t } = useTranslation('quota');
  const typeOf = ({ task_type: type }: Quota) => (type ? t(`type.${type}`, { defaultValue: type }) : '');
  return [
    { key: 'period_start', header: t('column.hour'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.period_start} /> },
    { key: 'olt_name', header: t('column.olt'), sortable: true, width: 140 },
    // Hours from before quotas were by job have a type alone.
    { key: 'job_name', header: t('column.job'), sortable: true, minWidth: 260, render: (row) => jobName(row.job_name) || typeOf(row) },
    { key: 'task_type', header: t('column.type'), sortable: true, width: 200, hidden: true, render: typeOf },
    { key: 'status', header: t('column.status'), sortable: true, width: 150, render: (row) => <Badge kind="quota" value={row.status} /> },
    {
      key: 'completed', header: t('column.done'), minWidth: 150, text: (row) => t('doneOf', { done: row.completed ?? 0, of: row.required ?? 0 }),
      render: (row) => {
        const words = t('progress', { done: row.completed ?? 0, of: row.required ?? 0 });
        return (
          <Group gap="xs" wrap="nowrap" h={34}>
            <Box style={{ flex: 1, minWidth: 40 }}><Bar quota={row} label={words} /></Box>
            <span className="num">{row.completed ?? 0}/{row.required ?? 0}</span>
          </Group>
        );
      },
    },
    { key: 'partial', header: t('column.partial'), sortable: true, width: 100, align: 'right', hidden: true },
    { key: 'failed', header: t('column.failed'), sortable: true, width: 100, align: 'right' },
    { key: 'skipped', header: t('column.skipped'), sortable: true, width: 100, align: 'right' },
    { key: 'average_duration_ms', header: t('column.average'), sortable: true, width: 120, align: 'right', render: (row) => <Duration ms={row.average_duration_ms} /> },
  ];
}

export function Component() {
  const { t } = useTranslation(['quota', 'common']);
  const filters: Filter[] = [
    { key: 'status', label: t('column.status'), kind: 'choice', options: STATUSES.map((value) => ({ value, label: t(`common:state.quota.${value}`) })) },
    { key: 'job', label: t('column.job'), kind: 'thing', path: '/api/v1/jobs/' },
    { key: 'olt', label: t('column.olt'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'period_start__gte', label: t('since'), kind: 'since' },
  ];
  return (
    <Page title={t('title')}>
      <CoordinatorTabs />
      <DataList<Quota> path="/api/v1/quotas/" label={t('tab.history')} storageKey="quotas" ordering="-period_start"
        columns={useColumns()} filters={filters} rowLink={(row) => `/olts/${row.olt}/timeline?hour=${row.period_start}`}
        topics={['quotas']} empty={<Empty title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
