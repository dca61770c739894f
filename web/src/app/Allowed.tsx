// SPDX-License-Identifier: Apache-2.0
//
// The page, for those who may use it. No link leads others there; an address can be typed all the same.
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
