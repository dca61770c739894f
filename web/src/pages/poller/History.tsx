// SPDX-License-Identifier: Apache-2.0
//
// Lateness of runs and length of the queue, one value per minute.
import { Card, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { ask } from '@/api/query';
import { TimeChart, type ChartSeries } from '@/ui/chart';

type Stat = Schemas['PollerStat'];
type Figure = 'late_p50_ms' | 'late_p99_ms' | 'busy' | 'queue';

const MINUTE_MS = 60_000;
const PAGE = 1000;
const RANGES = { hour: 60, hours6: 360, day: 1440 } as const;
type Range = keyof typeof RANGES;

interface Past {
  from: number;
  to: number;
  rows: Stat[];
}

async function past(minutes: number, signal: AbortSignal): Promise<Past> {
  const to = Date.now();
  const from = to - minutes * MINUTE_MS;
  const pages = Array.from({ length: Math.ceil(minutes / PAGE) }, (_, i) => i + 1);
  const answers = await Promise.all(pages.map((page) => ask('/api/v1/pollers/history/', {
    query: { at__gte: new Date(from).toISOString(), ordering: 'at', page, page_size: PAGE },
  }, signal)));
  return { from, to, rows: answers.flatMap((answer) => answer.results) };
}

function useHistory(range: Range) {
  return useQuery({
    queryKey: ['/api/v1/pollers/history/', range],
    queryFn: ({ signal }) => past(RANGES[range], signal),
    refetchInterval: MINUTE_MS,
  });
}

const line = (rows: Stat[], key: Figure, label: string, divisor: number, color: ChartSeries['color']): ChartSeries => ({
  key, label, color,
  points: rows.map((row) => ({ at: Date.parse(row.at ?? ''), value: (row[key] ?? 0) / divisor })),
});

function Charts({ data }: { data: Past }) {
  const { t } = useTranslation('poller');
  const { rows, from, to } = data;
  const lateness = useMemo(() => [
    line(rows, 'late_p50_ms', t('history.p50'), 1000, 'primary'),
    line(rows, 'late_p99_ms', t('history.p99'), 1000, 'orange'),
  ], [rows, t]);
  const load = useMemo(() => [
    line(rows, 'busy', t('history.busy'), 1, 'primary'),
    line(rows, 'queue', t('history.queue'), 1, 'orange'),
  ], [rows, t]);
  const common = { from, to, gapMs: 3 * MINUTE_MS, include: ZERO, height: 180, sync: 'pollers' };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <div>
        <Text size="sm" fw={600}>{t('history.lateness')}</Text>
        <TimeChart {...common} label={t('history.lateness')} series={lateness} unit="s" digits={2} />
      </div>
      <div>
        <Text size="sm" fw={600}>{t('history.load')}</Text>
        <TimeChart {...common} label={t('history.load')} series={load} digits={0} />
      </div>
    </SimpleGrid>
  );
}

const ZERO = [0];

export function History() {
  const { t } = useTranslation('poller');
  const [range, setRange] = useState<Range>('hour');
  const { data } = useHistory(range);
  return (
    <Card withBorder padding="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('history.title')}</Title>
        <SegmentedControl
          size="xs"
          aria-label={t('history.range')}
          value={range}
          onChange={(value) => setRange(value as Range)}
          data={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: t(`history.${value}`) }))}
        />
      </Group>
      {data && data.rows.length === 0 && <Text c="dimmed" size="sm">{t('history.none')}</Text>}
      {data && data.rows.length > 0 && <Charts data={data} />}
    </Card>
  );
}
