// SPDX-License-Identifier: Apache-2.0
//
// The pages of the coordinator (quotas, violations, plans, log), which share one menu entry.
import { useTranslation } from 'react-i18next';
import { Tabs } from './Tabs';

export function CoordinatorTabs() {
  const { t } = useTranslation('app');
  return (
    <Tabs label={t('area.coordinator')} tabs={[
      { to: '/quotas', title: t('area.quota') },
      { to: '/quotas/history', title: t('area.quotaHistory') },
      { to: '/violations', title: t('area.violation') },
      { to: '/plans', title: t('area.plan') },
      { to: '/log', title: t('area.log') },
    ]} />
  );
}
