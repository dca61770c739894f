// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { Age, Badge, DataList, Empty, NextRun, type Bulk, type Column } from '@/ui';
import { useScheduleWords } from './schedule';
import type { Job } from './values';

type Node = Schemas['Node'];
type BulkPath = '/api/v1/nodes/bulk/run/' | '/api/v1/nodes/bulk/enable/' | '/api/v1/nodes/bulk/disable/';

const many = (path: BulkPath) => (ids: number[]) => ok(api.POST(path, { body: { ids } }));

function useBulk(): Bulk[] {
  const { t } = useTranslation('job');
  return [
    { key: 'run', label: t('run'), role: 'operator', run: many('/api/v1/nodes/bulk/run/') },
    { key: 'enable', label: t('enable'), role: 'operator', run: many('/api/v1/nodes/bulk/enable/') },
    { key: 'disable', label: t('disable'), role: 'operator', run: many('/api/v1/nodes/bulk/disable/') },
  ];
}

function useColumns(): Column<Node>[] {
  const { t } = useTranslation(['job', 'workflow']);
  const words = useScheduleWords();
  return [
    { key: 'olt_name', header: 'OLT', sortable: true, minWidth: 160 },
    { key: 'enabled', header: t('column.enabled'), width: 150, render: (node) => <Badge kind="enabled" value={node.runs} /> },
    { key: 'interval_ms', header: t('column.when'), sortable: true, width: 200,
      render: (node) => `${words.when(node.interval_ms, node.cron)}${node.is_overridden ? ` (${t('workflow:own')})` : ''}` },
    { key: 'next_run_at', header: t('workflow:column.next'), sortable: true, width: 190, render: (node) => <NextRun of={node} /> },
    { key: 'last_success_at', header: t('detail.lastSuccess'), sortable: true, width: 130,
      render: (node) => <Age at={node.last_success_at} /> },
    { key: 'failures', header: t('detail.failures'), sortable: true, align: 'right', width: 150,
      render: (node) => <span className={node.failures ? 'num tone-warn' : 'num'}>{node.failures}</span> },
    { key: 'last_run_at', header: t('detail.lastRun'), sortable: true, width: 130, hidden: true,
      render: (node) => <Age at={node.last_run_at} /> },
    { key: 'priority', header: t('column.priority'), sortable: true, align: 'right', width: 100, hidden: true },
    { key: 'skipped', header: t('detail.skipped'), sortable: true, align: 'right', width: 110, hidden: true },
  ];
}

export function JobNodes({ job }: { job: Job }) {
  const { t } = useTranslation('job');
  return (
    <DataList<Node>
      path="/api/v1/nodes/"
      label={t('detail.nodes')}
      columns={useColumns()}
      bulk={useBulk()}
      fixed={{ job: String(job.id) }}
      ordering="olt_name"
      rowLink={(node) => `/olts/${node.olt}`}
      topics={['executions', 'olts']}
      concerns={(event) => event.kind !== 'queued' && event.kind !== 'started'}
      empty={<Empty title={t('detail.noNodes.title')} text={t('detail.noNodes.text')} />}
      storageKey="job-nodes"
    />
  );
}
