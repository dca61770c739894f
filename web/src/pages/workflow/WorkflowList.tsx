// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Can } from '@/api/me';
import { Age, Badge, DataList, Empty, NextRun, Page, type Column, type Filter } from '@/ui';

type Workflow = Schemas['Workflow'];

function useColumns(): Column<Workflow>[] {
  const { t } = useTranslation('workflow');
  return [
    { key: 'olt_name', header: t('column.olt'), sortable: true, minWidth: 200 },
    { key: 'enabled', header: t('column.enabled'), width: 160, render: (row) => <Badge kind="enabled" value={row.enabled} /> },
    { key: 'nodes', header: t('column.nodes'), sortable: true, align: 'right', width: 110 },
    { key: 'next_run_at', header: t('column.next'), sortable: true, width: 380, render: (row) => <NextRun of={row} /> },
    { key: 'updated_at', header: t('column.updated'), sortable: true, width: 140, render: (row) => <Age at={row.updated_at} /> },
  ];
}

export function WorkflowList() {
  const { t } = useTranslation(['workflow', 'common']);
  const filters: Filter[] = [
    { key: 'enabled', label: t('column.enabled'), kind: 'flag', yes: t('state.on'), no: t('state.off') },
  ];
  const add = <Can role="admin"><Button component={Link} to="/olts/new">{t('addOlt')}</Button></Can>;
  return (
    <Page title={t('title')}>
      <DataList<Workflow>
        path="/api/v1/workflows/"
        label={t('title')}
        columns={useColumns()}
        filters={filters}
        ordering="olt_name"
        rowLink={(row) => `/workflows/${row.olt}`}
        topics={['olts', 'executions']}
        concerns={(event) => event.kind !== 'queued' && event.kind !== 'started'}
        empty={<Empty icon={IconGitBranch} title={t('none.title')} text={t('none.text')} action={add} />}
        storageKey="workflows"
      />
    </Page>
  );
}
