// SPDX-License-Identifier: Apache-2.0
import { IconCalendarTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Age, Badge, type Column, CoordinatorTabs, DataList, Empty, type Filter, Moment, MOMENT_WIDTH, Page } from '@/ui';

type Plan = Schemas['Plan'];

const STATUSES = ['ACTIVE', 'COMPLETED', 'SUPERSEDED', 'ABORTED'];

function useColumns(): Column<Plan>[] {
  const { t } = useTranslation('plan');
  return [
    { key: 'period_start', header: t('hour'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.period_start} /> },
    { key: 'olt_name', header: t('olt'), sortable: true },
    { key: 'status', header: t('status'), sortable: true, width: 140, render: (row) => <Badge kind="plan" value={row.status} /> },
    {
      key: 'fits', header: t('fits'), sortable: true, width: 170,
      render: (row) => (row.fits ? t('fitsYes') : <b className="tone-warn">{t('fitsNo')}</b>),
    },
    { key: 'total', header: t('total'), sortable: true, width: 100, align: 'right' },
    { key: 'completed', header: t('completed'), sortable: true, width: 100, align: 'right' },
    { key: 'failed', header: t('failed'), sortable: true, width: 100, align: 'right' },
    { key: 'created_at', header: t('made'), sortable: true, width: 140, render: (row) => <Age at={row.created_at} /> },
  ];
}

export function Component() {
  const { t } = useTranslation(['plan', 'common']);
  const filters: Filter[] = [
    { key: 'status', label: t('status'), kind: 'choice', options: STATUSES.map((value) => ({ value, label: t(`common:state.plan.${value}`) })) },
    { key: 'fits', label: t('fits'), kind: 'flag', yes: t('fitsYes'), no: t('fitsNo') },
    { key: 'olt', label: t('olt'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'period_start__gte', label: t('since'), kind: 'since' },
  ];
  return (
    <Page title={t('title')}>
      <CoordinatorTabs />
      <DataList<Plan> path="/api/v1/plans/" label={t('title')} storageKey="plans" ordering="-period_start" columns={useColumns()}
        filters={filters} rowLink={(row) => `/plans/${row.id}`} topics={['quotas']}
        empty={<Empty icon={IconCalendarTime} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
