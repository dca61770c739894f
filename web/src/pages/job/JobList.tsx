// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Can } from '@/api/me';
import { Age, Badge, DataList, Duration, Empty, Page, type Column, type Filter } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { brandName } from '@/ui/brands';
import { useJobActions, useJobBulk } from './actions';
import { useScheduleWords } from './schedule';
import { TARGETS, TYPES } from './values';

type JobRow = Schemas['JobRow'];

function useColumns(): Column<JobRow>[] {
  const { t } = useTranslation('job');
  const words = useScheduleWords();
  return [
    { key: 'name', header: t('column.name'), sortable: true, minWidth: 220, text: (row) => jobName(row.name), render: (row) => jobName(row.name) },
    { key: 'enabled', header: t('column.enabled'), sortable: true, width: 150,
      render: (job) => <Badge kind="enabled" value={job.enabled} /> },
    { key: 'brand', header: t('column.brand'), sortable: true, width: 130, render: (job) => brandName(t as TFunction, job.brand) },
    { key: 'type', header: t('column.type'), sortable: true, width: 145, render: (job) => t(`type.${job.type}`) },
    { key: 'interval_ms', header: t('column.when'), sortable: true, width: 170,
      render: (job) => (job.interval_ms ? words.when(job.interval_ms, null) : <span className="mono">{job.cron}</span>) },
    { key: 'target', header: t('column.target'), width: 110, render: (job) => t(`target.${job.target}Short`) },
    { key: 'nodes', header: t('column.nodes'), sortable: true, align: 'right', width: 80 },
    { key: 'oids', header: t('column.oids'), sortable: true, align: 'right', width: 80 },
    { key: 'priority', header: t('column.priority'), sortable: true, align: 'right', width: 100, hidden: true },
    { key: 'lane', header: t('column.lane'), sortable: true, width: 130, hidden: true,
      render: (job) => t(`execution:lane.${job.lane}`) },
    { key: 'max_retries', header: t('column.retries'), align: 'right', width: 110, hidden: true },
    { key: 'timeout_ms', header: t('column.timeout'), align: 'right', width: 130, hidden: true,
      render: (job) => <Duration ms={job.timeout_ms} /> },
    { key: 'updated_at', header: t('column.updated'), sortable: true, width: 120, hidden: true,
      render: (job) => <Age at={job.updated_at} /> },
  ];
}

function useFilters(): Filter[] {
  const { t } = useTranslation('job');
  return [
    { key: 'brand', label: t('column.brand'), kind: 'thing', path: '/api/v1/brands/', value: 'name', text: 'name' },
    { key: 'type', label: t('column.type'), kind: 'choice',
      options: TYPES.map((value) => ({ value, label: t(`type.${value}`) })) },
    { key: 'enabled', label: t('column.enabled'), kind: 'flag', yes: t('state.on'), no: t('state.off') },
    { key: 'target', label: t('column.target'), kind: 'choice',
      options: TARGETS.map((value) => ({ value, label: t(`target.${value}Short`) })) },
  ];
}

function Standard() {
  const { t } = useTranslation('job');
  const { standard } = useJobActions();
  return (
    <Can role="admin">
      <Button variant="default" onClick={() => void standard()}>{t('standard')}</Button>
    </Can>
  );
}

export function JobList() {
  const { t } = useTranslation(['job', 'execution']);
  return (
    <Page
      title={t('title')}
      actions={(
        <>
          <Standard />
          <Can role="admin">
            <Button component={Link} to="/jobs/new" leftSection={<IconPlus size={16} />}>{t('new')}</Button>
          </Can>
        </>
      )}
    >
      <DataList<JobRow>
        path="/api/v1/jobs/"
        label={t('title')}
        columns={useColumns()}
        filters={useFilters()}
        bulk={useJobBulk()}
        ordering="name"
        rowLink={(job) => `/jobs/${job.id}`}
        topics={['olts']}
        empty={<Empty icon={IconListCheck} title={t('none.title')} text={t('none.text')} action={<Standard />} />}
        storageKey="jobs"
      />
    </Page>
  );
}
