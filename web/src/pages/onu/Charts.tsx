// SPDX-License-Identifier: Apache-2.0
//
// What its levels and states were, from an hour to two years.
import { Button, Chip, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from './Card';
import { MetricChart, TrafficChart } from './MetricChart';
import { METRICS, type Metric } from './metrics';
import type { Onu } from './model';
import { RANGES, useRange, type RangeName } from './range';
import { States } from './States';

const AT_FIRST = ['onu_rx', 'olt_rx'];

function Wanted({ metrics, chosen, choose }: { metrics: Metric[]; chosen: string[]; choose: (names: string[]) => void }) {
  const { t } = useTranslation('onu');
  if (metrics.length < 2) return null;
  return (
    <Chip.Group multiple value={chosen} onChange={choose}>
      <Group gap={6} role="group" aria-label={t('shownMetrics')}>
        {metrics.map(({ name, key }) => <Chip key={name} value={name} size="xs">{t(`value.${key}`)}</Chip>)}
      </Group>
    </Chip.Group>
  );
}

export function Charts({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const { range, choose, zoom } = useRange();
  const metrics = METRICS.filter(({ key }) => onu.values[key]);
  const [chosen, setChosen] = useState(AT_FIRST);
  const hasTraffic = 'in_octets' in onu.values || 'out_octets' in onu.values;
  const ranges = Object.keys(RANGES).map((value) => ({ value, label: t(`range.${value}`) }));
  return (
    <Card
      title={t('charts')}
      aside={
        <Group gap="xs">
          {!range.name && (
            <Button size="compact-xs" variant="default" leftSection={<IconZoomOut size={14} />} onClick={() => zoom()}>{t('wholeRange')}</Button>
          )}
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
