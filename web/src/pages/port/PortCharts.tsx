// SPDX-License-Identifier: Apache-2.0
//
// The levels of a port's ONUs, its traffic and its transmit power over time. The range is in the
// URL.
import { Group, SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Failure } from '@/ui';
import { TimeChart } from '@/ui/chart';
import { Section } from '../olt/Figures';
import { HistoryChart, RangeChoice, stretchOf, type HistoryChartProps } from '../olt/HistoryChart';
import { concernsOlt } from '../olt/olt';
import { useLimits } from '../onu/limits';
import { pointsOf } from '../onu/MetricChart';
import { bandsOf } from '../onu/metrics';
import { useRange, type Range } from '../onu/range';
import type { PonPort } from './values';

const FROM_ZERO = [0];
const BITS = 8; // rates are kept in bytes a second; people say bits
const NEWS_MS = 15_000;
const HOUR_GAP_MS = 2.5 * 3_600_000;

interface ChartProps {
  port: PonPort;
  range: Range;
  zoom: HistoryChartProps['zoom'];
}

const gapOf = (range: Range) => (range.resolution === 'hour' ? { gapMs: HOUR_GAP_MS } : {});

function useHistory(port: PonPort, metric: string, range: Range) {
  return useApi('/api/v1/ports/{id}/history/', {
    path: { id: String(port.id) }, query: { metric, ...stretchOf(range) },
  }, { keep: true, topics: ['executions'], throttleMs: NEWS_MS, concerns: concernsOlt(port.olt) });
}

function LevelChart({ port, range, zoom }: ChartProps) {
  const { t } = useTranslation('port');
  const median = useHistory(port, 'rx_median_dbm', range);
  const worst = useHistory(port, 'rx_worst_dbm', range);
  const limits = useLimits().onu_rx_dbm;
  const bands = useMemo(() => bandsOf(limits), [limits]);
  const include = useMemo(() => (limits ? [limits.warn, limits.bad] : []), [limits]);
  const series = useMemo(() => [
    { key: 'median', label: t('column.onu_rx_median_dbm'), points: pointsOf(median.data), color: 'primary' as const },
    { key: 'worst', label: t('column.onu_rx_worst_dbm'), points: pointsOf(worst.data), color: 'orange' as const },
  ], [median.data, worst.data, t]);
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{t('levels')}, dBm</Text>
      <Failure error={median.error ?? worst.error} />
      <TimeChart label={t('levels')} series={series} bands={bands} include={include} from={range.from} to={range.to} unit="dBm"
        digits={1} sync="port" onZoom={zoom} height={190} {...gapOf(range)} />
    </div>
  );
}

function TrafficChart({ port, range, zoom }: ChartProps) {
  const { t } = useTranslation('port');
  const inside = useHistory(port, 'traffic_in', range);
  const outside = useHistory(port, 'traffic_out', range);
  const series = useMemo(() => [
    { key: 'in', label: t('column.in_bps'), points: pointsOf(inside.data, BITS), color: 'primary' as const },
    { key: 'out', label: t('column.out_bps'), points: pointsOf(outside.data, BITS), color: 'blue' as const, fill: true },
  ], [inside.data, outside.data, t]);
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{t('traffic')}, bit/s</Text>
      <Failure error={inside.error ?? outside.error} />
      <TimeChart label={t('traffic')} series={series} from={range.from} to={range.to} unit="bit/s" include={FROM_ZERO} sync="port"
        onZoom={zoom} height={190} {...gapOf(range)} />
    </div>
  );
}

function PortChart({ port, ...chart }: HistoryChartProps & { port: PonPort }) {
  return <HistoryChart {...chart} history={useHistory(port, chart.name, chart.range)} />;
}

export function PortCharts({ port }: { port: PonPort }) {
  const { t } = useTranslation('port');
  const { range, choose, zoom } = useRange();
  const chart = { port, range, zoom };
  return (
    <Section title={t('charts')}>
      <Group mb="sm"><RangeChoice range={range} choose={choose} zoom={zoom} /></Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <LevelChart {...chart} />
        {port.traffic_at !== null && <TrafficChart {...chart} />}
        {port.onus !== null && <PortChart {...chart} name="port_onus" label={t('count')} unit="" digits={0} include={FROM_ZERO} />}
        {port.tx_dbm !== null && <PortChart {...chart} name="port_tx" label={t('tx')} unit="dBm" digits={1} />}
      </SimpleGrid>
    </Section>
  );
}
