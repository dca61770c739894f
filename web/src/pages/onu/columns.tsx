// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Age, Badge, Duration, Level, Moment, Num, type Column } from '@/ui';
import { levelOf, useLimits, type LevelName } from './limits';
import { isSilent, STALE_MS, stateOf, type Limits } from './model';

type Row = Schemas['OnuRow'];

/** What an OLT that is not asked said last is history, and looks like it. */
function isOld(row: Row): boolean {
  return isSilent(row) || !row.values_at || Date.now() - Date.parse(row.values_at) > STALE_MS;
}

function level(key: LevelName, limits: Record<string, Limits>) {
  return function LevelCell(row: Row) {
    const dbm = row[key];
    const quality = levelOf(dbm, limits[key]);
    return <Level dbm={dbm} stale={isOld(row) || stateOf(row) !== 'online'} {...(quality ? { quality } : {})} />;
  };
}

const mono = (key: 'serial' | 'place' | 'mac' | 'ip') =>
  function MonoCell(row: Row) {
    return <span className="mono">{row[key]}</span>;
  };

export function useOnuColumns(): Column<Row>[] {
  const { t } = useTranslation('onu');
  const limits = useLimits();
  return useMemo(() => {
    const header = (key: string) => ({ key, header: t(`column.${key}`, { defaultValue: t(`value.${key}`) }) });
    const text = (key: string, hidden = true): Column<Row> => ({ ...header(key), hidden });
    return [
      { ...header('serial'), sortable: true, width: 150, render: mono('serial') },
      { ...header('run_state'), header: t('column.state'), sortable: true, width: 130,
        render: (row) => <Badge kind="onu" value={stateOf(row)} stale={isOld(row)} /> },
      { ...header('onu_rx_dbm'), sortable: true, width: 140, align: 'right', render: level('onu_rx_dbm', limits) },
      { ...header('subscriber'), sortable: true, width: 120 },
      { ...header('description'), sortable: true, minWidth: 200 },
      { ...header('olt_name'), sortable: true, width: 150 },
      { ...header('place'), sortable: true, width: 110, render: mono('place') },
      { ...header('run_since'), sortable: true, width: 120, render: (row) => <Age at={row.run_since} /> },
      { ...header('values_at'), sortable: true, width: 110,
        render: (row) => <Age at={row.values_at} stale={isSilent(row)} staleAfterMs={STALE_MS} /> },
      { ...header('name'), sortable: true, hidden: true },
      { ...header('brand'), hidden: true, width: 120 },
      { ...header('model'), sortable: true, hidden: true },
      { ...header('mac'), hidden: true, width: 150, render: mono('mac') },
      { ...header('ip'), hidden: true, width: 130, render: mono('ip') },
      { ...header('olt_rx_dbm'), sortable: true, hidden: true, width: 110, align: 'right', render: level('olt_rx_dbm', limits) },
      { ...header('onu_tx_dbm'), sortable: true, hidden: true, width: 110, align: 'right',
        render: (row) => <Level dbm={row.onu_tx_dbm} stale={isOld(row)} /> },
      { ...header('distance_m'), sortable: true, hidden: true, width: 110, align: 'right', render: (row) => <Num value={row.distance_m} /> },
      { ...header('temperature_c'), sortable: true, hidden: true, width: 110, align: 'right', render: (row) => <Num value={row.temperature_c} /> },
      { ...header('uptime_s'), sortable: true, hidden: true, width: 120, align: 'right',
        render: (row) => <Duration ms={row.uptime_s === null ? null : row.uptime_s * 1000} /> },
      { ...header('admin_state'), hidden: true, width: 120, render: (row) => row.admin_label },
      { ...header('first_seen_at'), sortable: true, hidden: true, width: 170, render: (row) => <Moment at={row.first_seen_at} /> },
      { ...header('last_seen_at'), sortable: true, hidden: true, width: 120, render: (row) => <Age at={row.last_seen_at} /> },
      text('sw_version'),
      text('hw_version'),
      text('line_profile'),
      text('service_profile'),
    ];
  }, [t, limits]);
}
