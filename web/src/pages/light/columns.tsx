// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Badge, Level, type Column, type Filter } from '@/ui';
import { levelOf, useLimits } from '../onu/limits';
import { isSilent, stateOf } from '../onu/model';
import { Change } from './Change';

type Worst = Schemas['OnuRow'];
type Worse = Schemas['LightRow'];

/** Who it is and where: of both lists. */
function useWho<Row extends Worst | Worse>() {
  const { t } = useTranslation(['light', 'onu']);
  const limits = useLimits();
  return useMemo(() => {
    const header = (key: string) => ({ key, header: t(`onu:column.${key}`, { defaultValue: t(`onu:value.${key}`) }) });
    const level = (key: 'onu_rx_dbm' | 'olt_rx_dbm'): Column<Row> => ({
      ...header(key), sortable: true, unit: 'dBm', width: 110, align: 'right',
      render: (row) => {
        const quality = levelOf(row[key], limits[key]);
        return <Level dbm={row[key]} stale={isSilent(row) || stateOf(row) !== 'online'} {...(quality ? { quality } : {})} />;
      },
    });
    return {
      serial: { ...header('serial'), sortable: true, width: 150, render: (row: Row) => <span className="mono">{row.serial}</span> },
      levels: [level('onu_rx_dbm'), level('olt_rx_dbm')],
      rest: [
        { ...header('run_state'), header: t('onu:column.state'), width: 130,
          render: (row: Row) => <Badge kind="onu" value={stateOf(row)} stale={isSilent(row)} /> },
        { ...header('olt_name'), sortable: true, width: 140 },
        { ...header('place'), sortable: true, width: 110, render: (row: Row) => <span className="mono">{row.place}</span> },
        { ...header('subscriber'), sortable: true, width: 130, hideEmpty: true },
        { ...header('description'), sortable: true, minWidth: 200 },
        { ...header('name'), sortable: true, hidden: true },
      ] as Column<Row>[],
    };
  }, [t, limits]);
}

export function useWorstColumns(): Column<Worst>[] {
  const { t } = useTranslation('light');
  const { serial, levels, rest } = useWho<Worst>();
  return useMemo(() => [
    serial,
    { key: 'margin_db', header: t('column.margin'), sortable: true, unit: 'dB', width: 110, align: 'right', render: (row) => <Change db={row.margin_db} stale={isSilent(row)} /> },
    ...levels, ...rest,
  ], [t, serial, levels, rest]);
}

export function useWorseColumns(days: 7 | 30): Column<Worse>[] {
  const { t } = useTranslation('light');
  const { serial, levels, rest } = useWho<Worse>();
  return useMemo(() => {
    const change = (of: 7 | 30): Column<Worse> => ({
      key: `change_${of}d_db`, header: t(`column.change${of}`), sortable: true, unit: 'dB', width: 110, align: 'right', hidden: of !== days,
      render: (row) => <Change db={row[`change_${of}d_db`]} stale={isSilent(row)} />,
    });
    return [serial, change(days), change(days === 7 ? 30 : 7), ...levels, ...rest];
  }, [t, serial, levels, rest, days]);
}

export function useLightFilters(): Filter[] {
  const { t } = useTranslation('onu');
  return useMemo<Filter[]>(() => [
    { key: 'olt', label: t('column.olt_name'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'slot', label: t('filter.slot'), kind: 'text' },
    { key: 'port', label: t('filter.port'), kind: 'text' },
    { key: 'brand', label: t('column.brand'), kind: 'thing', path: '/api/v1/brands/', value: 'name' },
  ], [t]);
}
