// SPDX-License-Identifier: Apache-2.0
//
// The pages of notifications, which share one menu entry.
import { useTranslation } from 'react-i18next';
import { useCan } from '@/api/me';
import { Tabs } from './Tabs';

const FOR_ALL = [['/silences', 'silence'], ['/maintenances', 'maintenance'], ['/deliveries', 'delivery'], ['/limits', 'limit']] as const;
const FOR_ADMINS = [
  ['/routes', 'route'], ['/targets', 'target'], ['/contacts', 'contact'], ['/channels', 'channel'], ['/templates', 'template'],
] as const;

export function NoticeTabs() {
  const { t } = useTranslation('app');
  const shown = useCan('admin') ? [...FOR_ALL, ...FOR_ADMINS] : FOR_ALL;
  return <Tabs label={t('area.notice')} tabs={shown.map(([to, area]) => ({ to, title: t(`area.${area}`) }))} />;
}
