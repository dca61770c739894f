// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { Tabs } from '@/ui/Tabs';
import { KINDS } from './kinds';

export function KindTabs() {
  const { t } = useTranslation('catalogue');
  const kinds = KINDS.map(({ name }, i) => ({ to: i === 0 ? '/catalogue' : `/catalogue/${name}`, title: t(`kind.${name}`) }));
  return <Tabs label={t('title')} tabs={[...kinds, { to: '/catalogue/transfer', title: t('transfer.title') }]} />;
}
