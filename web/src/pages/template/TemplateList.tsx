// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Age, type Column, DataList, Empty, Page } from '@/ui';
import { NoticeTabs } from '@/ui/NoticeTabs';

type Template = Schemas['Template'];

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const columns: Column<Template>[] = [
    { key: 'set', header: t('template.set'), sortable: true, minWidth: 140 },
    { key: 'kind', header: t('template.kind'), sortable: true, minWidth: 180, render: (row) => t(`template.kinds.${(row.kind ?? '').replace('.', '_')}`, { defaultValue: row.kind ?? '' }) },
    { key: 'language', header: t('language'), sortable: true, width: 130, render: (row) => ({ es: 'Español', en: 'English' })[row.language ?? ''] ?? '' },
    { key: 'updated_at', header: t('template.changed'), sortable: true, width: 150, render: (row) => <Age at={row.updated_at} /> },
  ];
  return (
    <Page title={t('app:area.template')} actions={(
      <Button component={Link} to="/templates/new" leftSection={<IconPlus size={16} />}>{t('template.add')}</Button>
    )}>
      <NoticeTabs />
      <DataList<Template> path="/api/v1/templates/" label={t('app:area.template')} storageKey="templates" ordering="set" columns={columns}
        rowLink={(row) => `/templates/${row.id}`} empty={<Empty icon={IconFileText} title={t('template.none')} text={t('template.noneText')} />} />
    </Page>
  );
}
