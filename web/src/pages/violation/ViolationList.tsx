// SPDX-License-Identifier: Apache-2.0
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { Age, Badge, type Bulk, type Column, CoordinatorTabs, DataList, Empty, type Filter, Moment, MOMENT_WIDTH, Page } from '@/ui';
import { jobName } from '@/phrasebook/jobs';

type Violation = Schemas['Violation'];

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

function useColumns(): Column<Violation>[] {
  const { t } = useTranslation('violation');
  const typeOf = ({ task_type: type }: Violation) => (type ? t(`kind.${type}`, { defaultValue: type }) : '');
  return [
    { key: 'severity', header: t('severity'), sortable: true, width: 130, render: (row) => <Badge kind="severity" value={row.severity} /> },
    { key: 'period_start', header: t('hour'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.period_start} /> },
    { key: 'olt_name', header: t('olt'), sortable: true },
    { key: 'job_name', header: t('job'), sortable: true, render: (row) => jobName(row.job_name) || typeOf(row) },
    { key: 'task_type', header: t('type'), sortable: true, width: 200, hidden: true, render: typeOf },
    { key: 'created_at', header: t('found'), sortable: true, width: 150, hidden: true, render: (row) => <Age at={row.created_at} /> },
    {
      key: 'acked_at', header: t('seen'), sortable: true, width: 220,
      render: (row) => (row.acked_at ? <span>{row.acked_by} · <Age at={row.acked_at} /></span> : <b>{t('unseen')}</b>),
    },
  ];
}

export function Component() {
  const { t } = useTranslation(['violation', 'common']);
  const filters: Filter[] = [
    { key: 'severity', label: t('severity'), kind: 'choice', options: SEVERITIES.map((value) => ({ value, label: t(`common:state.severity.${value}`) })) },
    { key: 'olt', label: t('olt'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'job', label: t('job'), kind: 'thing', path: '/api/v1/jobs/' },
    { key: 'period_start__gte', label: t('since'), kind: 'since' },
  ];
  const bulk: Bulk[] = [{
    key: 'ack', label: t('ack'), role: 'operator',
    run: (ids) => ok(api.POST('/api/v1/violations/bulk/ack/', { body: { ids } })),
  }];
  return (
    <Page title={t('title')}>
      <CoordinatorTabs />
      <DataList<Violation> path="/api/v1/violations/" label={t('title')} storageKey="violations" ordering="-period_start"
        columns={useColumns()} filters={filters} bulk={bulk} rowLink={(row) => `/violations/${row.id}`} topics={['quotas']}
        empty={<Empty icon={IconCircleCheck} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
