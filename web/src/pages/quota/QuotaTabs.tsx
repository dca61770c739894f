// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { Tabs } from '@/ui/Tabs';

export function QuotaTabs() {
  const { t } = useTranslation('quota');
  return <Tabs label={t('title')} tabs={[{ to: '/quotas', title: t('tab.now') }, { to: '/quotas/history', title: t('tab.history') }]} />;
}
