// SPDX-License-Identifier: Apache-2.0
//
// Charts of custom OIDs, on the page of the object to which they belong: those of a PON port, or
// those of the OLT that do not belong to a port. A chart for each name, with a line for each index;
// the list has all values.
import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ask, keyOf, useApi } from '@/api/query';
import { TimeChart, type ChartSeries } from '@/ui/chart';
import type { ChartColor } from '@/ui/chart/types';
import { unitWord } from '@/ui/units';
import { pointsOf } from '../onu/MetricChart';
import { useRange, type Range } from '../onu/range';
import { Section } from './Figures';
import { RangeChoice, stretchOf, type HistoryChartProps } from './HistoryChart';
import { concernsOlt } from './olt';
import { isNumber, type OltValue } from './Reading';

const COLORS: ChartColor[] = ['primary', 'blue', 'orange', 'grape'];
const CHARTS_MAX = 6;
const HOUR_GAP_MS = 2.5 * 3_600_000;
const NEWS_MS = 15_000;

interface NamedProps {
  values: OltValue[];
  range: Range;
  zoom: HistoryChartProps['zoom'];
}

/** Those of one name, the first few of them. */
function NamedChart({ values, range, zoom }: NamedProps) {
  const shown = values.slice(0, COLORS.length);
  const [first] = shown;
  const query = stretchOf(range);
  const asked = useQueries({
    queries: shown.map((value) => {
      const params = { path: { id: String(value.id) }, query };
      return {
        queryKey: [...keyOf('/api/v1/values/{id}/history/', params), value.at],
        queryFn: ({ signal }: { signal: AbortSignal }) => ask('/api/v1/values/{id}/history/', params, signal),
        placeholderData: <T,>(before: T) => before,
      };
    }),
  });
  const histories = asked.map(({ data }) => data);
  const series = useMemo((): ChartSeries[] => shown.map((value, i) => ({
    key: String(value.id), label: shown.length > 1 ? value.place || value.index || '' : value.name ?? '',
    points: pointsOf(histories[i]), color: COLORS[i] as ChartColor,
  })), [shown.map(({ id }) => id).join(), ...histories]); // eslint-disable-line react-hooks/exhaustive-deps -- by what they hold
  const name = first?.name ?? '';
  const unit = first?.is_counter ? `${unitWord(first.unit)}/s` : unitWord(first?.unit);
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>{unit ? `${name}, ${unit}` : name}</Text>
      <TimeChart label={name} series={series} from={range.from} to={range.to} unit={unit} digits={2} sync="olt" onZoom={zoom} height={160}
        {...(range.resolution === 'hour' ? { gapMs: HOUR_GAP_MS } : {})} />
    </div>
  );
}

function byName(values: OltValue[]): OltValue[][] {
  const names = new Map<string, OltValue[]>();
  for (const value of values) names.set(value.name ?? '', [...(names.get(value.name ?? '') ?? []), value]);
  return [...names.values()];
}

/** With a place: of that PON port. Without: of the OLT itself. Nothing where there is no number. */
export function OwnCharts({ olt, place = '' }: { olt: number; place?: string }) {
  const { t } = useTranslation('olt');
  const { range, choose, zoom } = useRange();
  const { data } = useApi('/api/v1/olts/{id}/values/', {
    path: { id: String(olt) }, query: { page_size: 200, ordering: 'name', place },
  }, { topics: ['executions'], concerns: concernsOlt(olt), throttleMs: NEWS_MS, keep: true });
  const numbers = (data?.results ?? []).filter((value) => isNumber(value) && (value.place ?? '') === place);
  const charts = byName(numbers);
  if (!charts.length) return null;
  return (
    <Section title={t('value.charts')}>
      <Group mb="sm" justify="space-between">
        <RangeChoice range={range} choose={choose} zoom={zoom} />
        <Anchor component={Link} size="sm" to={`/olts/${olt}/values`}>{t('value.all')}</Anchor>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {charts.slice(0, CHARTS_MAX).map((values) => <NamedChart key={values[0]?.name} values={values} range={range} zoom={zoom} />)}
      </SimpleGrid>
    </Section>
  );
}
