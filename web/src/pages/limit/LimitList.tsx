// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconPlus, IconRuler2 } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Can } from '@/api/me';
import { Badge, type Column, DataList, Empty, Page } from '@/ui';
import { NoticeTabs } from '@/ui/NoticeTabs';
import { type Limit, nameOf, purposeWord, unitOf } from './values';

/** "above 90 %". */
function sayWrong(row: Limit, t: TFunction): string {
  if (row.entity === 'uplink') return t('down');
  return `${t(`op.${row.op}`)} ${row.value ?? ''} ${unitOf(row.purpose ?? '')}`.trim();
}

export function Component() {
  const { t } = useTranslation(['limit', 'app']);
  const words = t as TFunction;
  const where = (row: Limit) => [row.olt_name, row.brand_name, row.site, row.place].filter(Boolean).join(' · ');
  const columns: Column<Limit>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 190, render: (row) => nameOf(row, words) },
    { key: 'entity', header: t('entity'), sortable: true, width: 140, render: (row) => t(`entities.${row.entity}`) },
    { key: 'purpose', header: t('value'), sortable: true, minWidth: 170, render: (row) => purposeWord(row.purpose ?? '', words) },
    { key: 'value', header: t('wrong'), width: 140, render: (row) => sayWrong(row, words) },
    { key: 'for_s', header: t('minutes'), sortable: true, width: 100, align: 'right', render: (row) => (row.for_s ?? 0) / 60 },
    { key: 'severity', header: t('severityOf'), sortable: true, width: 130, render: (row) => <Badge kind="problem" value={row.severity} /> },
    { key: 'site', header: t('where'), minWidth: 120, render: (row) => where(row) || t('everywhere') },
    { key: 'incidents', header: t('incidents'), width: 90, align: 'right' },
    { key: 'enabled', header: t('enabled'), sortable: true, width: 135, render: (row) => <Badge kind="enabled" value={row.enabled} /> },
  ];
  return (
    <Page title={t('app:area.limit')} actions={(
      <Can role="admin"><Button component={Link} to="/limits/new" leftSection={<IconPlus size={16} />}>{t('add')}</Button></Can>
    )}>
      <NoticeTabs />
      <DataList<Limit> path="/api/v1/limits/" label={t('app:area.limit')} storageKey="limits" ordering="id" columns={columns}
        rowLink={(row) => `/limits/${row.id}`} empty={<Empty icon={IconRuler2} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
