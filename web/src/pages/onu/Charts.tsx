// SPDX-License-Identifier: Apache-2.0
//
// Levels and states of an ONU, from an hour to two years.
import { Chip, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZoomOut } from '@/ui/chart';
import { Card } from './Card';
import { MetricChart, TrafficChart } from './MetricChart';
import { METRICS, ownMetrics, type Metric } from './metrics';
import type { Onu } from './model';
import { RANGES, useRange, type RangeName } from './range';
import { States } from './States';

const AT_FIRST = ['onu_rx', 'olt_rx'];
const OWN_AT_FIRST = 4; // what somebody added is what he wants to see

function Wanted({ metrics, chosen, choose }: { metrics: Metric[]; chosen: string[]; choose: (names: string[]) => void }) {
  const { t } = useTranslation('onu');
  if (metrics.length < 2) return null;
  return (
    <Chip.Group multiple value={chosen} onChange={choose}>
      <Group gap={6} role="group" aria-label={t('shownMetrics')}>
        {metrics.map(({ name, key, label }) => <Chip key={name} value={name} size="xs">{label ?? t(`value.${key}`)}</Chip>)}
      </Group>
    </Chip.Group>
  );
}

export function Charts({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const { range, choose, zoom } = useRange();
  const own = ownMetrics(onu);
  const metrics = [...METRICS.filter(({ key }) => onu.values[key] && !onu.values[key].is_custom), ...own];
  const [picked, setChosen] = useState<string[] | null>(null);
  const chosen = picked ?? [...AT_FIRST, ...own.slice(0, OWN_AT_FIRST).map(({ name }) => name)];
  const hasTraffic = 'in_octets' in onu.values || 'out_octets' in onu.values;
  const ranges = Object.keys(RANGES).map((value) => ({ value, label: t(`range.${value}`) }));
  return (
    <Card
      title={t('charts')}
      aside={
        <Group gap="xs">
          {!range.name && <ZoomOut zoom={zoom} />}
          <SegmentedControl size="xs" value={range.name ?? ''} data={ranges} aria-label={t('range.label')}
            onChange={(value) => choose(value as RangeName)} />
        </Group>
      }
    >
      <Stack gap="lg">
        <States onu={onu} range={range} />
        <Wanted metrics={metrics} chosen={chosen} choose={setChosen} />
        {metrics.length === 0 && <Text size="sm" c="dimmed">{t('noCharts')}</Text>}
        {metrics.filter(({ name }) => chosen.includes(name)).map((metric) => (
          <MetricChart key={metric.name} onu={onu} metric={metric} range={range} zoom={zoom} />
        ))}
        {hasTraffic && <TrafficChart onu={onu} range={range} zoom={zoom} />}
      </Stack>
    </Card>
  );
}
