// SPDX-License-Identifier: Apache-2.0
//
// A page for users with a certain role. Other users see no link to it, but can type its address.
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router-dom';
import { useCan, type RouteFor } from '@/api/me';
import { Empty, Page } from '@/ui';

export function Allowed() {
  const { t } = useTranslation('app');
  const handles = useMatches().map(({ handle }) => handle as RouteFor | undefined);
  const isAllowed = useCan(handles.find((handle) => handle?.role)?.role ?? 'viewer');
  if (isAllowed) return <Outlet />;
  return <Page title={t('forAdmins.title')}><Empty icon={IconLock} title={t('forAdmins.text')} /></Page>;
}
