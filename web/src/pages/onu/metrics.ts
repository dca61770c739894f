// SPDX-License-Identifier: Apache-2.0
import type { ChartBand } from '@/ui/chart';
import type { ChartColor } from '@/ui/chart/types';
import type { Limits } from './model';

export interface Metric {
  name: string; // as history is asked for it
  key: string; // as values are called
  unit: string;
  digits: number;
  color: ChartColor;
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
