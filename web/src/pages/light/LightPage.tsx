// SPDX-License-Identifier: Apache-2.0
//
// Shared by the pages about light: the title, the tabs, and the selected view.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/ui';
import { Tabs } from '@/ui/Tabs';

const TABS = { worst: '/light', week: '/light/week', month: '/light/month', olts: '/light/olts', ports: '/light/ports' } as const;

export function LightPage({ tab, children }: { tab: keyof typeof TABS; children: ReactNode }) {
  const { t } = useTranslation('light');
  const tabs = Object.entries(TABS).map(([key, to]) => ({ to, title: t(`tab.${key}`) }));
  return (
    <Page title={t('title')}>
      <Tabs tabs={tabs} label={t('tabs')} />
      <Text size="sm" c="dimmed">{t(`about.${tab}`)}</Text>
      {children}
    </Page>
  );
}
