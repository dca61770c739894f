// SPDX-License-Identifier: Apache-2.0
//
// Messages: waiting, delivered, and failed with the reason.
import { Anchor } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { Age, Badge, type Column, DataList, Empty, type Filter, Moment, MOMENT_WIDTH, Num, Page } from '@/ui';
import { NoticeTabs } from '@/ui/NoticeTabs';

type Delivery = Schemas['OutboxRow'];

const STATES = ['queued', 'sending', 'sent', 'confirmed', 'unsure', 'dead', 'dropped'];

export function Component() {
  const { t } = useTranslation(['notice', 'app', 'common']);
  const columns: Column<Delivery>[] = [
    { key: 'id', header: t('number'), sortable: true, width: 80, align: 'right' },
    { key: 'state', header: t('state'), sortable: true, width: 150, render: (row) => <Badge kind="delivery" value={row.state} /> },
    { key: 'created_at', header: t('delivery.made'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.created_at} /> },
    { key: 'target_name', header: t('delivery.to'), sortable: true, minWidth: 140 },
    { key: 'channel_kind', header: t('delivery.by'), sortable: true, width: 120, render: (row) => t(`kind.${row.channel_kind}`, { defaultValue: row.channel_kind ?? '' }) },
    {
      key: 'incident', header: t('delivery.incident'), sortable: true, width: 110,
      render: (row) => (row.incident ? <Anchor component={Link} to={`/incidents/${row.incident}`} size="sm">{row.incident}</Anchor> : row.is_test ? t('isTest') : ''),
    },
    { key: 'act', header: t('delivery.act'), width: 130, render: (row) => t(`act.${row.act}`, { defaultValue: row.act ?? '' }) },
    { key: 'attempts', header: t('delivery.attempts'), sortable: true, width: 100, align: 'right', render: (row) => <Num value={row.attempts} /> },
    { key: 'last_error', header: t('delivery.error'), minWidth: 200, render: (row) => translate(row.last_error) },
    { key: 'sent_at', header: t('delivery.sent'), sortable: true, width: 130, hidden: true, render: (row) => <Age at={row.sent_at} /> },
  ];
  const filters: Filter[] = [
    { key: 'state', label: t('state'), kind: 'choice', options: STATES.map((value) => ({ value, label: t(`common:state.delivery.${value}`) })) },
    { key: 'incident', label: t('delivery.incident'), kind: 'text' },
  ];
  return (
    <Page title={t('app:area.delivery')}>
      <NoticeTabs />
      <DataList<Delivery> path="/api/v1/outbox/" label={t('app:area.delivery')} storageKey="deliveries" ordering="-id" columns={columns} filters={filters}
        rowLink={(row) => `/deliveries/${row.id}`} topics={['deliveries']}
        empty={<Empty icon={IconMailCheck} title={t('delivery.none')} text={t('delivery.noneText')} />} />
    </Page>
  );
}
