// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Age, Badge, type Column, DataList, type Filter, Page } from '@/ui';

type User = Schemas['User'];

export const ROLES = ['viewer', 'operator', 'admin'] as const;

export function Component() {
  const { t } = useTranslation(['user', 'common']);
  const columns: Column<User>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 140 },
    { key: 'full_name', header: t('fullName'), sortable: true, minWidth: 180 },
    { key: 'role', header: t('role'), sortable: true, width: 140, render: (row) => <Badge kind="role" value={row.role} /> },
    { key: 'enabled', header: t('enabled'), sortable: true, width: 150, render: (row) => <Badge kind="enabled" value={row.enabled} /> },
    { key: 'email', header: t('email'), minWidth: 180 },
    { key: 'last_login_at', header: t('lastLogin'), sortable: true, width: 150, render: (row) => <Age at={row.last_login_at} /> },
  ];
  const filters: Filter[] = [
    { key: 'role', label: t('role'), kind: 'choice', options: ROLES.map((value) => ({ value, label: t(`common:state.role.${value}`) })) },
    { key: 'enabled', label: t('enabled'), kind: 'flag' },
  ];
  return (
    <Page title={t('title')} actions={(
      <Button component={Link} to="/users/new" leftSection={<IconPlus size={16} />}>{t('add')}</Button>
    )}>
      <DataList<User> path="/api/v1/users/" label={t('title')} storageKey="users" ordering="name" columns={columns} filters={filters}
        rowLink={(row) => `/users/${row.id}`} />
    </Page>
  );
}
