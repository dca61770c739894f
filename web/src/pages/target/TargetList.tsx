// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Badge, type Column, DataList, Empty, Page } from '@/ui';
import { NoticeTabs } from '@/ui/NoticeTabs';

type Target = Schemas['Target'];

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const columns: Column<Target>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 160 },
    { key: 'channel_name', header: t('channelOf'), sortable: true, minWidth: 140 },
    { key: 'contact_name', header: t('contactOf'), minWidth: 140 },
    { key: 'address', header: t('address'), minWidth: 160 },
    { key: 'enabled', header: t('state'), sortable: true, width: 150, render: (row) => <Badge kind="enabled" value={row.enabled} /> },
  ];
  return (
    <Page title={t('app:area.target')} actions={(
      <Button component={Link} to="/targets/new" leftSection={<IconPlus size={16} />}>{t('target.add')}</Button>
    )}>
      <NoticeTabs />
      <DataList<Target> path="/api/v1/targets/" label={t('app:area.target')} storageKey="targets" ordering="name" columns={columns}
        rowLink={(row) => `/targets/${row.id}`} empty={<Empty icon={IconUsersGroup} title={t('target.none')} text={t('target.noneText')} />} />
    </Page>
  );
}
