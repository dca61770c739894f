// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '@/ui';
import { qualityParams, useLimits } from './limits';

const STATES = ['online', 'offline', 'los', 'power', 'disabled', 'transitional', 'reset', 'fault'];
const CAUSES = ['offline', 'los', 'power', 'disabled', 'reset', 'fault'];
const QUALITIES = ['good', 'warn', 'bad', 'high', 'none'];

export function useOnuFilters(): Filter[] {
  const { t } = useTranslation('onu');
  const limits = useLimits().onu_rx_dbm;
  return useMemo<Filter[]>(() => {
    const choices = (values: string[], words: string) => values.map((value) => ({ value, label: t(`${words}.${value}`) }));
    return [
      { key: 'run_state', label: t('column.state'), kind: 'choice', options: choices(STATES, 'common:state.onu') },
      { key: 'is_offline', label: t('filter.offline'), kind: 'flag', yes: t('filter.offlineYes'), no: t('filter.offlineNo') },
      { key: 'is_unknown', label: t('common:state.onu.unknown'), kind: 'flag' },
      { key: 'offline_cause', label: t('filter.cause'), kind: 'choice', options: choices(CAUSES, 'causeShort') },
      { key: 'quality', label: t('filter.quality'), kind: 'choice', options: choices(QUALITIES, 'quality'),
        params: (value) => qualityParams(value, limits) },
      { key: 'olt', label: t('column.olt_name'), kind: 'thing', path: '/api/v1/olts/' },
      { key: 'brand', label: t('column.brand'), kind: 'thing', path: '/api/v1/brands/', value: 'name' },
      { key: 'slot', label: t('filter.slot'), kind: 'text' },
      { key: 'port', label: t('filter.port'), kind: 'text' },
      { key: 'is_present', label: t('filter.presence'), kind: 'flag', yes: t('fact.present'), no: t('fact.absent') },
      { key: 'is_duplicate', label: t('filter.duplicate'), kind: 'flag' },
    ];
  }, [t, limits]);
}
