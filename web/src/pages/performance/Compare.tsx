// SPDX-License-Identifier: Apache-2.0
//
// Some OLTs in one chart, so that a slow one is easy to see.
import { Group, MultiSelect, Paper, Select, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ask, keyOf, useApi } from '@/api/query';
import { useNow } from '@/ui';
import { TimeChart, type ChartSeries } from '@/ui/chart';
import { gapOf, METRICS, pointsOf } from './metrics';

const PATH = '/api/v1/olts/{id}/performance/';
const COLORS = ['primary', 'orange', 'blue', 'grape', 'grey'] as const;
const STEP = 600_000;

/** The numbers of the chosen OLTs, at most as many as there are colours. */
function useSeries(olts: { value: string; label: string }[], metric: (typeof METRICS)[number], from: number, to: number) {
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const answers = useQueries({
    queries: olts.map(({ value }) => {
      const params = { path: { id: value }, query };
      return { queryKey: keyOf(PATH, params), queryFn: ({ signal }: { signal: AbortSignal }) => ask(PATH, params, signal) };
    }),
  });
  const data = answers.map((answer) => answer.data);
  const series = olts.map(({ value, label }, i): ChartSeries => ({
    key: value, label, color: COLORS[i] ?? 'grey',
    points: pointsOf(data[i]?.points, metric).map(({ at, value: number }) => ({ at, value: number })),
  }));
  const shape = JSON.stringify([metric.key, olts, data.map((one) => one?.points.length), query]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another array is drawn anew: only when it is another
  return { series: useMemo(() => series, [shape]), gapMs: gapOf(data.find(Boolean)?.resolution) };
}

export function Compare({ spanMs }: { spanMs: number }) {
  const { t } = useTranslation('performance');
  const [search, setSearch] = useSearchParams();
  const { data } = useApi('/api/v1/olts/', { query: { page_size: 1000, ordering: 'name' } }, {});
  const all = useMemo(() => (data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' })), [data]);
  const asked = search.get('compare');
  const ids = asked === null ? all.slice(0, COLORS.length).map(({ value }) => value) : asked.split(',').filter(Boolean);
  const metric = METRICS.find(({ key }) => key === search.get('metric')) ?? METRICS.find(({ key }) => key === 'round_trip_ms') ?? METRICS[0]!;
  const to = Math.ceil(useNow() / STEP) * STEP;
  const chosen = all.filter(({ value }) => ids.includes(value)).slice(0, COLORS.length);
  const { series, gapMs } = useSeries(chosen, metric, to - spanMs, to);
  const set = (key: string, value: string) => setSearch((before) => {
    const next = new URLSearchParams(before);
    next.set(key, value);
    return next;
  }, { replace: true });
  const label = t(`metric.${metric.key}`);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('compare.title')}>
      <Group gap="xs" mb="sm" align="end">
        <Select size="xs" label={t('compare.what')} value={metric.key} allowDeselect={false} onChange={(key) => key && set('metric', key)}
          data={METRICS.map(({ key, unit }) => ({ value: key, label: unit ? `${t(`metric.${key}`)}, ${unit}` : t(`metric.${key}`) }))} />
        <MultiSelect size="xs" label={t('compare.olts')} data={all} value={chosen.map(({ value }) => value)} maxValues={COLORS.length} searchable
          onChange={(values) => set('compare', values.join(','))} style={{ flex: '1 1 260px' }} />
      </Group>
      {chosen.length === 0 ? <Text size="sm" c="dimmed">{t('compare.none')}</Text> : (
        <TimeChart label={label} series={series} from={to - spanMs} to={to} unit={metric.unit} digits={metric.digits} height={220} gapMs={gapMs}
          {...(metric.include ? { include: metric.include } : {})} />
      )}
    </Paper>
  );
}
