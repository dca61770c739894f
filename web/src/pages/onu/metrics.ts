// SPDX-License-Identifier: Apache-2.0
import type { ChartBand } from '@/ui/chart';
import type { ChartColor } from '@/ui/chart/types';
import { unitWord } from '@/ui/units';
import type { Limits, Onu } from './model';

export interface Metric {
  name: string; // as history is asked for it
  key: string; // as values are called
  unit: string;
  digits: number;
  color: ChartColor;
  /** What it is called, of one's own; others have words. */
  label?: string;
  /** The others of the port behind it: what is the same for all of them is the fibre. */
  hasSiblings: boolean;
}

export const METRICS: Metric[] = [
  { name: 'onu_rx', key: 'onu_rx_dbm', unit: 'dBm', digits: 1, color: 'primary', hasSiblings: true },
  { name: 'olt_rx', key: 'olt_rx_dbm', unit: 'dBm', digits: 1, color: 'blue', hasSiblings: true },
  { name: 'onu_tx', key: 'onu_tx_dbm', unit: 'dBm', digits: 1, color: 'grape', hasSiblings: true },
  { name: 'temperature', key: 'temperature_c', unit: '°C', digits: 1, color: 'orange', hasSiblings: true },
  { name: 'voltage', key: 'voltage_v', unit: 'V', digits: 2, color: 'grape', hasSiblings: false },
  { name: 'bias', key: 'bias_ma', unit: 'mA', digits: 1, color: 'blue', hasSiblings: false },
  { name: 'distance', key: 'distance_m', unit: 'm', digits: 0, color: 'primary', hasSiblings: false },
];

const OWN_COLORS: ChartColor[] = ['primary', 'blue', 'orange', 'grape'];

/** Numbers of OIDs that somebody added; a counter is drawn as its rate. */
export function ownMetrics(onu: Onu): Metric[] {
  const own = Object.entries(onu.values).filter(([, reading]) => reading.is_custom && typeof reading.value === 'number');
  return own.map(([key, reading], i) => ({
    name: `custom:${key}`, key, label: key, hasSiblings: false, color: OWN_COLORS[i % OWN_COLORS.length] as ChartColor, digits: 2,
    unit: reading.is_counter ? `${unitWord(reading.unit)}/s` : unitWord(reading.unit),
  }));
}

export function bandsOf(limits?: Limits): ChartBand[] {
  if (!limits) return [];
  const { warn, bad, high } = limits;
  if (high === undefined)
    return [{ to: warn, level: 'good' }, { from: warn, to: bad, level: 'warn' }, { from: bad, level: 'bad' }];
  return [
    { to: bad, level: 'bad' },
    { from: bad, to: warn, level: 'warn' },
    { from: warn, to: high, level: 'good' },
    { from: high, level: 'bad' },
  ];
}
