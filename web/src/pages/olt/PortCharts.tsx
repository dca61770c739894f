// SPDX-License-Identifier: Apache-2.0
//
// What a port sent and how many ONUs it had, over time. The stretch is in the address.
import { SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Failure } from '@/ui';
import { TimeChart } from '@/ui/chart';
import { pointsOf } from '../onu/MetricChart';
import { useRange, type Range, type RangeName } from '../onu/range';
import { Section } from './Figures';

const SHOWN: RangeName[] = ['6h', '24h', '7d', '30d'];
const HOUR_GAP_MS = 2.5 * 3_600_000;

interface ChartProps {
  port: Schemas['PonPort'];
  range: Range;
  metric: 'port_tx' | 'port_onus';
  label: string;
  unit: string;
  digits: number;
  zoom: (range?: { from: number; to: number }) => void;
}

function PortChart({ port, range, metric, label, unit, digits, zoom }: ChartProps) {
  const history = useApi('/api/v1/ports/{id}/history/', {
    path: { id: String(port.id) },
    query: {
      metric, from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString(), resolution: range.resolution,
    },
  }, { keep: true });
  const series = useMemo(
    () => [{ key: metric, label, points: pointsOf(history.data), color: 'primary' as const }],
    [history.data, label, metric],
  );
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{unit ? `${label}, ${unit}` : label}</Text>
      {history.error
        ? <Failure error={history.error} />
        : <TimeChart label={label} series={series} from={range.from} to={range.to} unit={unit} digits={digits} sync="port"
            onZoom={zoom} height={160} {...(range.resolution === 'hour' ? { gapMs: HOUR_GAP_MS } : {})} />}
    </div>
  );
}

export function PortCharts({ port }: { port: Schemas['PonPort'] }) {
  const { t } = useTranslation('olt');
  const { range, choose, zoom } = useRange();
  const chart = { port, range, zoom };
  return (
    <Section title={t('port.charts')}>
      <SegmentedControl size="xs" mb="sm" aria-label={t('port.range')} value={range.name ?? ''}
        onChange={(name) => choose(name as RangeName)} data={SHOWN.map((value) => ({ value, label: t(`range.${value}`) }))} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <PortChart {...chart} metric="port_onus" label={t('port.count')} unit="" digits={0} />
        <PortChart {...chart} metric="port_tx" label={t('port.levels')} unit="dBm" digits={1} />
      </SimpleGrid>
    </Section>
  );
}
