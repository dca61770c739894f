// SPDX-License-Identifier: Apache-2.0
import { IconDeviceDesktopAnalytics } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { translateLine } from '@/phrasebook/translate';
import { EVENTS, eventName } from './events';
import { Badge, type Column, CoordinatorTabs, DataList, Empty, type Filter, Moment, MOMENT_WIDTH, Page, useHourFilter } from '@/ui';

type Line = Schemas['CoordinatorLog'];

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'];

export function Component() {
  const { t } = useTranslation(['log', 'common']);
  const columns: Column<Line>[] = [
    { key: 'at', header: t('at'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.at} /> },
    { key: 'level', header: t('level'), sortable: true, width: 145, render: (row) => <Badge kind="level" value={row.level} /> },
    { key: 'olt_name', header: t('olt'), sortable: true, width: 180 },
    { key: 'event_type', header: t('event'), sortable: true, width: 190, render: (row) => eventName(t, row.event_type) },
    { key: 'message', header: t('message'), minWidth: 300, render: translateLine },
  ];
  const filters: Filter[] = [
    { key: 'level', label: t('level'), kind: 'choice', options: LEVELS.map((value) => ({ value, label: t(`common:state.level.${value}`) })) },
    { key: 'olt', label: t('olt'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'event_type', label: t('event'), kind: 'choice', options: EVENTS.map((value) => ({ value, label: eventName(t, value) })) },
    { key: 'at__gte', label: t('since'), kind: 'since' },
    ...useHourFilter('at'),
  ];
  return (
    <Page title={t('title')}>
      <CoordinatorTabs />
      <DataList<Line> path="/api/v1/coordinator-logs/" label={t('title')} storageKey="log" ordering="-at" columns={columns}
        filters={filters} rowLink={(row) => `/log/${row.id}`} topics={['log']}
        empty={<Empty icon={IconDeviceDesktopAnalytics} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
