// SPDX-License-Identifier: Apache-2.0
//
// The performance of the OLT over time: success of its runs, their duration, and how fast it
// answers.
import { Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Failure, Loading, useNow } from '@/ui';
import { TimeChart } from '@/ui/chart';
import { gapOf, METRICS, pointsOf, type Metric } from '../performance/metrics';
import { concernsOlt, useOlt } from './olt';

const DAY = 86_400_000;
const SPANS = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '1y': 365 * DAY };
type SpanName = keyof typeof SPANS;

function useSpan() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('span');
  const name = (asked && asked in SPANS ? asked : '7d') as SpanName;
  const step = Math.max(60_000, SPANS[name] / 500);
  const to = Math.ceil(useNow() / step) * step;
  return { name, from: to - SPANS[name], to, choose: (span: string) => setSearch({ span }, { replace: true }) };
}

function MetricChart({ metric, data, from, to }: { metric: Metric; data: Schemas['PerformancePoints']; from: number; to: number }) {
  const { t } = useTranslation('performance');
  const label = t(`metric.${metric.key}`);
  const series = useMemo(() => [{ key: metric.key, label, points: pointsOf(data.points, metric), color: 'primary' as const }], [data, label, metric]);
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{metric.unit ? `${label}, ${metric.unit}` : label}</Text>
      <TimeChart label={label} series={series} from={from} to={to} unit={metric.unit} digits={metric.digits} sync="performance" height={170}
        gapMs={gapOf(data.resolution)} {...(metric.include ? { include: metric.include } : {})} />
    </div>
  );
}

export function Component() {
  const { t } = useTranslation('performance');
  const { olt } = useOlt();
  const { name, from, to, choose } = useSpan();
  const { data, error } = useApi('/api/v1/olts/{id}/performance/', {
    path: { id: String(olt.id) }, query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  }, { keep: true, topics: ['executions'], concerns: concernsOlt(olt.id), throttleMs: 15_000 });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">{t('about')}</Text>
        <SegmentedControl size="xs" aria-label={t('span.label')} value={name} onChange={choose}
          data={Object.keys(SPANS).map((value) => ({ value, label: t(`span.${value}`) }))} />
      </Group>
      <Failure error={error} />
      {!data && !error && <Loading />}
      {data && data.points.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      {data && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {METRICS.map((metric) => <MetricChart key={metric.key} metric={metric} data={data} from={from} to={to} />)}
        </SimpleGrid>
      )}
    </Stack>
  );
}
