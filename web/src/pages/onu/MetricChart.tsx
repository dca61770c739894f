// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { TimeChart, type ChartPoint } from '@/ui/chart';
import { Failure } from '@/ui/Page';
import { useNow } from '@/ui/time';
import { bandsOf, type Metric } from './metrics';
import type { Onu } from './model';
import type { Range } from './range';

const HOUR_GAP = 2.5 * 3_600_000;
const BITS = 8;
const NEWS_MS = 15_000; // between two looks for new readings

export type Zoom = (range?: { from: number; to: number }) => void;

interface Props {
  onu: Onu;
  range: Range;
  zoom: Zoom;
}

function question(onu: Onu, metric: string, range: Range) {
  return {
    path: { id: String(onu.id) },
    query: {
      metric,
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      resolution: range.resolution,
    },
  };
}

export function pointsOf(history: Schemas['History'] | undefined, factor = 1): ChartPoint[] {
  const scaled = (value?: number) => (value === undefined ? undefined : value * factor);
  return (history?.points ?? []).map(({ at, value, min, max }) => ({
    at: Date.parse(at), value: value === null ? null : value * factor, min: scaled(min), max: scaled(max),
  }));
}

/** What goes up to now goes on while one looks. */
function useHistory(onu: Onu, metric: string, range: Range) {
  const isOpen = range.to > useNow();
  return useApi('/api/v1/onus/{id}/history/', question(onu, metric, range), {
    keep: true, topics: isOpen ? ['executions'] : [], throttleMs: NEWS_MS,
    concerns: (event) => event.olt === onu.olt && event.kind === 'ended',
  });
}

function useSiblings(onu: Onu, metric: Metric, range: Range) {
  const { t } = useTranslation('onu');
  const { data } = useApi('/api/v1/onus/{id}/siblings/', question(onu, metric.name, range), {
    keep: true, enabled: metric.hasSiblings,
  });
  return useMemo(() => {
    if (!data || data.points.length === 0) return undefined;
    const points = data.points.map(({ at, low, median, high }) => ({ at: Date.parse(at), low, middle: median, high }));
    return { label: t('siblings'), points };
  }, [data, t]);
}

function Titled({ title, error, children }: { title: string; error: unknown; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{title}</Text>
      {error ? <Failure error={error} /> : children}
    </div>
  );
}

const gapOf = (range: Range) => (range.resolution === 'hour' ? { gapMs: HOUR_GAP } : {});

export function MetricChart({ onu, metric, range, zoom }: Props & { metric: Metric }) {
  const { t } = useTranslation('onu');
  const label = metric.label ?? t(`value.${metric.key}`);
  const history = useHistory(onu, metric.name, range);
  const background = useSiblings(onu, metric, range);
  const limits = onu.values[metric.key]?.limits;
  const [warn, bad, high] = [limits?.warn, limits?.bad, limits?.high];
  const bands = useMemo(
    () => bandsOf(warn === undefined || bad === undefined ? undefined : { warn, bad, ...(high === undefined ? {} : { high }) }),
    [warn, bad, high],
  );
  const include = useMemo(() => (warn === undefined || bad === undefined || high === undefined ? [] : [warn, bad]), [warn, bad, high]);
  const series = useMemo(
    () => [{ key: metric.name, label, points: pointsOf(history.data), color: metric.color }],
    [history.data, label, metric],
  );
  return (
    <Titled title={metric.unit ? `${label}, ${metric.unit}` : label} error={history.error}>
      <TimeChart label={label} series={series} background={background} bands={bands} include={include}
        from={range.from} to={range.to} unit={metric.unit} digits={metric.digits} sync="onu" onZoom={zoom} height={200}
        {...gapOf(range)} />
    </Titled>
  );
}

/** Rates are kept in bytes a second; people say bits. */
export function TrafficChart({ onu, range, zoom }: Props) {
  const { t } = useTranslation('onu');
  const inside = useHistory(onu, 'traffic_in', range);
  const outside = useHistory(onu, 'traffic_out', range);
  const series = useMemo(() => [
    { key: 'in', label: t('trafficIn'), points: pointsOf(inside.data, BITS), color: 'primary' as const, fill: true },
    { key: 'out', label: t('trafficOut'), points: pointsOf(outside.data, BITS), color: 'blue' as const },
  ], [inside.data, outside.data, t]);
  return (
    <Titled title={`${t('traffic')}, bit/s`} error={inside.error ?? outside.error}>
      <TimeChart label={t('traffic')} series={series} from={range.from} to={range.to} unit="bit/s" sync="onu"
        onZoom={zoom} height={200} {...gapOf(range)} />
    </Titled>
  );
}
