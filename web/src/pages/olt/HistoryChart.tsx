// SPDX-License-Identifier: Apache-2.0
//
// One number of a port or of the chassis over time, and the ranges to choose from.
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Failure } from '@/ui';
import { TimeChart, ZoomOut } from '@/ui/chart';
import { pointsOf } from '../onu/MetricChart';
import type { Range, RangeName } from '../onu/range';

const SHOWN: RangeName[] = ['6h', '24h', '7d', '30d'];
const HOUR_GAP_MS = 2.5 * 3_600_000;

export interface HistoryChartProps {
  name: string;
  label: string;
  unit: string;
  digits: number;
  range: Range;
  zoom: (range?: { from: number; to: number }) => void;
  /** Values that the axis shows whatever the readings are; remembered by the caller. */
  include?: readonly number[] | undefined;
}

/** What the API is asked for a stretch of time. */
export function stretchOf({ from, to, resolution }: Range) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), resolution };
}

interface Asked {
  data?: Schemas['History'] | undefined;
  error: unknown;
}

export function HistoryChart({ name, label, unit, digits, range, zoom, include, history }: HistoryChartProps & { history: Asked }) {
  const { data, error } = history;
  const series = useMemo(
    () => [{ key: name, label, points: pointsOf(data), color: 'primary' as const }],
    [data, label, name],
  );
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{unit ? `${label}, ${unit}` : label}</Text>
      {error
        ? <Failure error={error} />
        : <TimeChart label={label} series={series} from={range.from} to={range.to} unit={unit} digits={digits} sync="olt"
            onZoom={zoom} height={160} {...(include ? { include } : {})}
            {...(range.resolution === 'hour' ? { gapMs: HOUR_GAP_MS } : {})} />}
    </div>
  );
}

interface RangeChoiceProps {
  range: Range;
  choose: (name: RangeName) => void;
  zoom: () => void;
}

export function RangeChoice({ range, choose, zoom }: RangeChoiceProps) {
  const { t } = useTranslation('olt');
  return (
    <Group gap="xs">
      <SegmentedControl size="xs" aria-label={t('port.range')} value={range.name ?? ''}
        onChange={(name) => choose(name as RangeName)} data={SHOWN.map((value) => ({ value, label: t(`range.${value}`) }))} />
      {!range.name && <ZoomOut zoom={zoom} />}
    </Group>
  );
}
