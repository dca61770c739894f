// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Age, Badge, type Column, DataList, Duration, Empty, type Filter } from '@/ui';
import { concernsOlt, useOlt } from './olt';

type Execution = Schemas['ExecutionRow'];

const STATES = ['PENDING', 'RUNNING', 'SUCCESS', 'PARTIAL', 'FAILED', 'INTERRUPTED'];
const TYPES = ['discovery', 'get', 'walk', 'table', 'bulk'];

function useExecutionColumns(): Column<Execution>[] {
  const { t } = useTranslation('olt');
  return [
    { key: 'queued_at', header: t('execution.queued'), sortable: true, width: 120, render: (row) => <Age at={row.queued_at} /> },
    { key: 'job_name', header: t('execution.job'), width: 210, render: (row) => <b>{row.job_name}</b> },
    { key: 'state', header: t('field.state'), sortable: true, width: 130, render: (row) => <Badge kind="execution" value={row.state} /> },
    { key: 'duration_ms', header: t('execution.duration'), sortable: true, width: 110, align: 'right',
      render: (row) => <Duration ms={row.duration_ms} /> },
    { key: 'late_ms', header: t('field.late'), sortable: true, width: 110, align: 'right', render: (row) => <Duration ms={row.late_ms} /> },
    { key: 'attempts', header: t('execution.attempts'), width: 90, align: 'right' },
    { key: 'message', header: t('execution.message'), width: 320 },
    { key: 'asked_by', header: t('execution.askedBy'), width: 120, hidden: true },
    { key: 'onus_seen', header: t('execution.seen'), width: 100, align: 'right', hidden: true },
  ];
}

function useExecutionFilters(): Filter[] {
  const { t } = useTranslation('olt');
  return [
    { key: 'state', label: t('field.state'), kind: 'choice',
      options: STATES.map((value) => ({ value, label: t(`run.${value}`) })) },
    { key: 'type', label: t('execution.type'), kind: 'choice', options: TYPES.map((value) => ({ value, label: t(`type.${value}`) })) },
    { key: 'queued_at__gte', label: t('execution.since'), kind: 'since' },
  ];
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olt } = useOlt();
  const columns = useExecutionColumns();
  const filters = useExecutionFilters();
  return (
    <DataList<Execution> path="/api/v1/executions/" fixed={{ olt: String(olt.id) }} label={t('tab.executions')}
      storageKey="olt-executions" ordering="-queued_at" columns={columns} filters={filters}
      rowLink={(row) => `/executions/${row.id}`} topics={['executions']} concerns={concernsOlt(olt.id)}
      empty={<Empty title={t('execution.none')} text={t('execution.noneText')} />} />
  );
}
