// SPDX-License-Identifier: Apache-2.0
import { Button, Group } from '@mantine/core';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Can, useCan } from '@/api/me';
import { Badge, type Column, DataList, Empty, Moment, MOMENT_WIDTH, Page } from '@/ui';
import { EndButton } from '@/ui/EndButton';
import { asFilter, useFilterWords } from '@/ui/filter';
import { NoticeTabs } from '@/ui/NoticeTabs';
import { LaterButton } from './LaterButton';

type Maintenance = Schemas['Maintenance'];

/** Of one that comes again: over only when a person ended it. */
export function stateOf({ is_active: isActive, until_at: until, ended_at: ended, rrule }: Maintenance, now = Date.now()) {
  if (ended || (!rrule && until && Date.parse(until) <= now)) return 'over';
  return isActive ? 'now' : 'later';
}

/** When it comes next, or since when it is. */
export function Next({ row }: { row: Maintenance }) {
  return <Moment at={row.next[0]?.from_at ?? row.from_at} />;
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const words = useFilterWords();
  const mayEnd = useCan('admin');
  const columns: Column<Maintenance>[] = [
    { key: 'title', header: t('window.title'), sortable: true, minWidth: 150 },
    { key: 'state', header: t('state'), width: 125, render: (row) => <Badge kind="span" value={stateOf(row)} /> },
    { key: 'mode', header: t('window.mode'), sortable: true, width: 165, render: (row) => t(`window.modes.${row.mode}`) },
    { key: 'from_at', header: t('window.nextOne'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Next row={row} /> },
    { key: 'rrule', header: t('window.recurs'), width: 120, render: (row) => t(row.rrule ? 'window.again' : 'window.kinds.once') },
    { key: 'filter', header: t('window.which'), minWidth: 150, render: (row) => words(asFilter(row.filter)) },
    { key: 'who', header: t('who'), width: 80 },
  ];
  const action: Column<Maintenance> = {
    key: 'updated_at', header: t('end'), isAction: true, width: 230,
    render: (row) => (stateOf(row) === 'over' ? null : (
      <Group gap={4} wrap="nowrap">
        <EndButton isSmall path="/api/v1/maintenances/" id={row.id ?? 0} name={row.title ?? ''} />
        <LaterButton isSmall row={row} />
      </Group>
    )),
  };
  return (
    <Page title={t('app:area.maintenance')} actions={(
      <Can role="admin"><Button component={Link} to="/maintenances/new" leftSection={<IconPlus size={16} />}>{t('window.add')}</Button></Can>
    )}>
      <NoticeTabs />
      <DataList<Maintenance> path="/api/v1/maintenances/" label={t('app:area.maintenance')} storageKey="maintenances" ordering="-id"
        columns={mayEnd ? [...columns, action] : columns} rowLink={(row) => `/maintenances/${row.id}`}
        empty={<Empty icon={IconCalendarTime} title={t('window.none')} text={t('window.noneText')} />} />
    </Page>
  );
}

Next.asText = ({ row }: { row: Maintenance }) => Moment.asText({ at: row.next[0]?.from_at ?? row.from_at });
