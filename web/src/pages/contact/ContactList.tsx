// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { type Column, DataList, Empty, Page } from '@/ui';
import { NoticeTabs } from '@/ui/NoticeTabs';

type Contact = Schemas['Contact'];

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const columns: Column<Contact>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 160 },
    { key: 'user_name', header: t('contact.user'), minWidth: 130 },
    { key: 'quiet_from', header: t('contact.quiet'), width: 160, render: (row) => (row.quiet_from ? `${row.quiet_from}–${row.quiet_until}` : '') },
    { key: 'zone', header: t('zone'), minWidth: 160 },
    { key: 'language', header: t('language'), width: 120, render: (row) => ({ es: 'Español', en: 'English' })[row.language ?? ''] ?? '' },
  ];
  return (
    <Page title={t('app:area.contact')} actions={(
      <Button component={Link} to="/contacts/new" leftSection={<IconPlus size={16} />}>{t('contact.add')}</Button>
    )}>
      <NoticeTabs />
      <DataList<Contact> path="/api/v1/contacts/" label={t('app:area.contact')} storageKey="contacts" ordering="name" columns={columns}
        rowLink={(row) => `/contacts/${row.id}`} empty={<Empty icon={IconAddressBook} title={t('contact.none')} text={t('contact.noneText')} />} />
    </Page>
  );
}
