// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useFirstReadings } from '@/api/readings';
import { Age, Badge, Duration, Level, Moment, Num, plainNumber, type Column } from '@/ui';
import { levelOf, useLimits, type LevelName } from './limits';
import { isSilent, STALE_MS, stateOf, type Limits } from './model';

type Row = Schemas['OnuRow'];

/** What an OLT that is not asked said last is history, and looks like it. A state is as old as its
 * own reading; of a device that tells none, as anything of it. */
function isOld(row: Row): boolean {
  const at = row.run_state_at ?? row.values_at;
  return isSilent(row) || !at || Date.now() - Date.parse(at) > STALE_MS;
}

/** Of one that was not asked yet: that, and not that it has none. */
function BeingRead() {
  const { t } = useTranslation('common');
  return <span className="quiet nowrap">{t('firstReading.cell')}</span>;
}

/** With its unit; none: nobody knows it. */
function Amount({ value, unit }: { value: number | null; unit: string }) {
  return value === null ? <Num value={null} /> : <span className="nowrap"><Num value={value} /> {unit}</span>;
}

Amount.asText = ({ value }: { value: number | null }) => plainNumber(value);

function level(key: LevelName, limits: Record<string, Limits>, unread: Set<number>) {
  return function LevelCell(row: Row) {
    const dbm = row[key];
    if (dbm == null && unread.has(row.olt ?? 0)) return <BeingRead />;
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
  const readings = useFirstReadings();
  const ids = readings.map(({ olt }) => olt).join();
  return useMemo(() => {
    const unread = new Set(ids ? ids.split(',').map(Number) : []);
    const header = (key: string) => ({ key, header: t(`column.${key}`, { defaultValue: t(`value.${key}`) }) });
    const text = (key: string, hidden = true): Column<Row> => ({ ...header(key), hidden });
    return [
      { ...header('serial'), sortable: true, width: 150, text: (row) => row.serial ?? '',
        render: (row) => (
          <span className="mono">
            {row.serial}
            {row.is_duplicate && <span className="tone-warn" title={t('filter.duplicate')} aria-label={t('filter.duplicate')}> ×2</span>}
          </span>
        ) },
      { ...header('run_state'), header: t('column.state'), sortable: true, width: 216,
        render: (row) => <Badge kind="onu" value={stateOf(row)} stale={isOld(row)} /> },
      { ...header('onu_rx_dbm'), sortable: true, unit: 'dBm', width: 120, align: 'right', render: level('onu_rx_dbm', limits, unread) },
      { ...header('olt_rx_dbm'), sortable: true, unit: 'dBm', width: 120, align: 'right', render: level('olt_rx_dbm', limits, unread) },
      { ...header('subscriber'), sortable: true, width: 130, hideEmpty: true },
      { ...header('description'), sortable: true, minWidth: 200 },
      { ...header('olt_name'), sortable: true, width: 135 },
      { ...header('place'), sortable: true, width: 110, render: mono('place') },
      { ...header('run_since'), sortable: true, width: 110, render: (row) => <Age at={row.run_since} /> },
      { ...header('values_at'), sortable: true, width: 110, from: 1600,
        render: (row) => <Age at={row.values_at} stale={isSilent(row)} staleAfterMs={STALE_MS} /> },
      { ...header('name'), sortable: true, hidden: true },
      { ...header('brand'), hidden: true, width: 120 },
      { ...header('model'), sortable: true, from: 1800, hideEmpty: true },
      { ...header('mac'), hidden: true, width: 150, render: mono('mac') },
      { ...header('ip'), hidden: true, width: 130, render: mono('ip') },
      { ...header('onu_tx_dbm'), sortable: true, unit: 'dBm', hidden: true, width: 110, align: 'right',
        render: (row) => <Level dbm={row.onu_tx_dbm} stale={isOld(row)} /> },
      { ...header('distance_m'), sortable: true, unit: 'm', from: 1800, hideEmpty: true, width: 110, align: 'right', render: (row) => <Amount value={row.distance_m} unit="m" /> },
      { ...header('temperature_c'), sortable: true, unit: '°C', hidden: true, width: 110, align: 'right', render: (row) => <Amount value={row.temperature_c} unit="°C" /> },
      { ...header('uptime_s'), sortable: true, hidden: true, width: 120, align: 'right',
        render: (row) => <Duration ms={row.uptime_s === null ? null : row.uptime_s * 1000} /> },
      { ...header('admin_state'), hidden: true, width: 120, render: (row) => row.admin_label },
      { ...header('first_seen_at'), sortable: true, hidden: true, width: 170, render: (row) => <Moment at={row.first_seen_at} /> },
      { ...header('last_seen_at'), sortable: true, hidden: true, width: 120, render: (row) => <Age at={row.last_seen_at} /> },
      { ...text('sw_version'), hidden: false, from: 2600, hideEmpty: true },
      text('hw_version'),
      text('line_profile'),
      text('service_profile'),
    ];
  }, [t, limits, ids]);
}
