// SPDX-License-Identifier: Apache-2.0
//
// The columns of ports in lists: of the network, and of one OLT.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Age, Level, type Column, type Filter } from '@/ui';
import { useLimits } from '../onu/limits';
import { OnuShare } from '../olt/OnuShare';
import { Change, Fill, InterfaceState, isOld, PortLevel, PortState, Rate, type PonPort } from './values';

const CONDITIONS = ['dark', 'partly', 'up', 'empty', 'unknown', 'disabled', 'unheard'];

export function usePortColumns(): Column<PonPort>[] {
  const { t } = useTranslation('port');
  return useMemo(() => {
    const header = (key: string) => ({ key, header: t(`column.${key}`) });
    const number = { sortable: true, align: 'right' as const };
    return [
      { ...header('olt_name'), sortable: true, width: 150, minWidth: 140 },
      { ...header('place'), sortable: true, width: 80, render: (row) => <b className="mono">{row.place}</b> },
      { ...header('condition'), sortable: true, width: 165, render: (row) => <PortState port={row} /> },
      { ...header('onus_online'), sortable: true, width: 150, render: (row) => <OnuShare of={row} stale={isOld(row)} /> },
      { ...header('onu_rx_median_dbm'), ...number, unit: 'dBm', width: 125, render: (row) => <PortLevel port={row} dbm={row.onu_rx_median_dbm} /> },
      { ...header('onu_rx_worst_dbm'), ...number, unit: 'dBm', width: 120, render: (row) => <PortLevel port={row} dbm={row.onu_rx_worst_dbm} /> },
      { ...header('onu_rx_change_db'), ...number, unit: 'dB', width: 135, render: (row) => <Change port={row} /> },
      { ...header('fill_percent'), ...number, unit: '%', width: 75, render: (row) => <Fill port={row} /> },
      { ...header('out_bps'), ...number, width: 115, render: (row) => <Rate bps={row.out_bps} /> },
      { ...header('in_bps'), ...number, width: 120, hidden: true, render: (row) => <Rate bps={row.in_bps} /> },
      { ...header('description'), minWidth: 110, hideEmpty: true },
      { ...header('condition_since'), sortable: true, width: 120, hidden: true, render: (row) => <Age at={row.condition_since} /> },
      { ...header('name'), sortable: true, width: 150, hidden: true },
      { ...header('onus_present'), ...number, width: 100, hidden: true },
      { ...header('onus_bad'), ...number, width: 110, hidden: true },
      { ...header('onus_offline'), ...number, width: 100, hidden: true },
      { ...header('onus_unknown'), ...number, width: 110, hidden: true },
      { ...header('onus_disabled'), ...number, width: 110, hidden: true },
      { ...header('onus'), ...number, width: 110, hidden: true },
      { ...header('tx_dbm'), ...number, unit: 'dBm', width: 110, hidden: true, render: (row) => <Level dbm={row.tx_dbm} stale={isOld(row)} /> },
      { ...header('updated_at'), sortable: true, width: 120, hidden: true, render: (row) => <Age at={row.updated_at} /> },
    ];
  }, [t]);
}

/** Those of a device of any brand, which has no ONUs. */
export function useInterfaceColumns(): Column<PonPort>[] {
  const { t } = useTranslation('port');
  return useMemo(() => [
    { key: 'name', header: t('interface.name'), sortable: true, minWidth: 160, render: (row) => <b>{row.name ?? row.place}</b> },
    { key: 'state', header: t('column.condition'), width: 145, render: (row) => <InterfaceState port={row} /> },
    { key: 'in_bps', header: t('interface.in'), sortable: true, align: 'right', width: 120, render: (row) => <Rate bps={row.in_bps} /> },
    { key: 'out_bps', header: t('interface.out'), sortable: true, align: 'right', width: 120, render: (row) => <Rate bps={row.out_bps} /> },
    { key: 'description', header: t('column.description'), minWidth: 160 },
    { key: 'updated_at', header: t('column.updated_at'), sortable: true, width: 120, render: (row) => <Age at={row.updated_at} /> },
  ], [t]);
}

export function usePortFilters(): Filter[] {
  const { t } = useTranslation(['port', 'common']);
  const limits = useLimits().onu_rx_dbm;
  return useMemo<Filter[]>(() => {
    const worst: Record<string, Record<string, string>> = limits
      ? { warn: { onu_rx_worst_dbm__lt: String(limits.warn) }, bad: { onu_rx_worst_dbm__lt: String(limits.bad) } } : {};
    return [
      { key: 'condition', label: t('column.condition'), kind: 'choice',
        options: CONDITIONS.map((value) => ({ value, label: t(`common:state.port.${value}`) })) },
      { key: 'worst', label: t('column.onu_rx_worst_dbm'), kind: 'choice', params: (value) => worst[value] ?? {},
        options: ['warn', 'bad'].map((value) => ({ value, label: t(`worst.${value}`) })) },
      { key: 'olt', label: t('column.olt_name'), kind: 'thing', path: '/api/v1/olts/' },
    ];
  }, [t, limits]);
}
