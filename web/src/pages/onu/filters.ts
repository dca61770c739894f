// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '@/ui';
import { CAUSES, RUN_STATES } from '@/ui/states';
import { qualityParams } from './limits';

const QUALITIES = ['good', 'warn', 'bad', 'high', 'none'];

export function useOnuFilters(): Filter[] {
  const { t } = useTranslation('onu');
  return useMemo<Filter[]>(() => {
    const choices = (values: readonly string[], words: string) => values.map((value) => ({ value, label: t(`${words}.${value}`) }));
    return [
      { key: 'run_state', label: t('column.state'), kind: 'choice', options: choices(RUN_STATES, 'common:state.onu') },
      { key: 'cause', label: t('filter.cause'), kind: 'choice', options: choices(CAUSES, 'common:cause') },
      { key: 'quality', label: t('filter.quality'), kind: 'choice', options: choices(QUALITIES, 'quality'), params: qualityParams },
      { key: 'olt', label: t('column.olt_name'), kind: 'thing', path: '/api/v1/olts/' },
      { key: 'is_offline', label: t('filter.offline'), kind: 'flag', yes: t('filter.offlineYes'), no: t('filter.offlineNo') },
      { key: 'is_unknown', label: t('common:state.onu.unknown'), kind: 'flag' },
      { key: 'brand', label: t('column.brand'), kind: 'thing', path: '/api/v1/brands/', value: 'name' },
      { key: 'slot', label: t('filter.slot'), kind: 'text' },
      { key: 'port', label: t('filter.port'), kind: 'text' },
      { key: 'is_present', label: t('filter.presence'), kind: 'flag', yes: t('fact.present'), no: t('fact.absent') },
      { key: 'is_duplicate', label: t('filter.duplicate'), kind: 'flag' },
    ];
  }, [t]);
}
