// SPDX-License-Identifier: Apache-2.0
//
// CPU load and temperature of a part of the chassis over time. The range is in the URL.
import { Group, Select, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { useRange } from '../onu/range';
import { useChassis } from './Chassis';
import { Section } from './Figures';
import { HistoryChart, RangeChoice, stretchOf, type HistoryChartProps } from './HistoryChart';
import type { Olt } from './olt';
import { partName } from './parts';

type Part = Schemas['Chassis'];

const PERCENT = [0, 100];

const METRICS = [
  { name: 'cpu', label: 'chassis.cpu', unit: '%', include: PERCENT, of: (part: Part) => part.cpu_pct },
  { name: 'memory', label: 'chassis.memory', unit: '%', include: PERCENT, of: (part: Part) => part.memory_pct },
  { name: 'chassis_temperature', label: 'chassis.temperature', unit: '°C', include: undefined, of: (part: Part) => part.temperature_c },
];

function PartChart({ olt, part, ...chart }: HistoryChartProps & { olt: Olt; part: string }) {
  const history = useApi('/api/v1/olts/{id}/history/', {
    path: { id: String(olt.id) }, query: { part, metric: chart.name, ...stretchOf(chart.range) },
  }, { keep: true });
  return <HistoryChart {...chart} history={history} />;
}

export function ChassisCharts({ olt }: { olt: Olt }) {
  const { t } = useTranslation('olt');
  const { range, choose, zoom } = useRange();
  const [chosen, setChosen] = useState<string | null>(null);
  const parts = useChassis(olt).filter((part) => METRICS.some(({ of }) => of(part) !== null));
  const shown = parts.find(({ part }) => part === chosen) ?? parts[0];
  if (!shown) return null;
  const names = parts.map(({ part }) => ({ value: part ?? '', label: partName(t, part) }));
  return (
    <Section title={t('chassis.charts')}>
      <Group mb="sm" align="end">
        <RangeChoice range={range} choose={choose} zoom={zoom} />
        {parts.length > 1 && (
          <Select size="xs" aria-label={t('chassis.part')} data={names} value={shown.part} onChange={setChosen} allowDeselect={false} />
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {METRICS.filter(({ of }) => of(shown) !== null).map(({ name, label, unit, include }) => (
          <PartChart key={name} olt={olt} part={shown.part ?? ''} name={name} label={t(label)} unit={unit} digits={0}
            range={range} zoom={zoom} include={include} />
        ))}
      </SimpleGrid>
    </Section>
  );
}
