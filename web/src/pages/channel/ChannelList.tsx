// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { Age, Badge, type Column, DataList, Empty, Page } from '@/ui';
import { NoticeTabs } from '@/ui/NoticeTabs';

type Channel = Schemas['Channel'];

/** One that never delivered anything works only as far as anybody knows. */
export function stateOf(channel: Pick<Channel, 'enabled' | 'state' | 'last_ok_at'>): string {
  if (!channel.enabled) return 'off';
  return channel.state === 'ok' && !channel.last_ok_at ? 'untested' : channel.state ?? 'ok';
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const columns: Column<Channel>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 160 },
    { key: 'kind', header: t('kindOf'), sortable: true, width: 130, render: (row) => t(`kind.${row.kind}`) },
    { key: 'state', header: t('state'), sortable: true, width: 140, render: (row) => <Badge kind="channel" value={stateOf(row)} /> },
    { key: 'last_ok_at', header: t('lastOk'), sortable: true, width: 150, render: (row) => <Age at={row.last_ok_at} /> },
    { key: 'last_error', header: t('lastError'), minWidth: 240, render: (row) => translate(row.last_error) },
  ];
  return (
    <Page title={t('app:area.channel')} actions={(
      <Button component={Link} to="/channels/new" leftSection={<IconPlus size={16} />}>{t('channel.add')}</Button>
    )}>
      <NoticeTabs />
      <DataList<Channel> path="/api/v1/channels/" label={t('app:area.channel')} storageKey="channels" ordering="name" columns={columns}
        rowLink={(row) => `/channels/${row.id}`} topics={['deliveries']}
        empty={<Empty icon={IconSend} title={t('channel.none')} text={t('channel.noneText')} />} />
    </Page>
  );
}
