// SPDX-License-Identifier: Apache-2.0
//
// What a port sent and how many ONUs it had, over time. The stretch is in the address.
import { Group, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { useRange } from '../onu/range';
import { Section } from './Figures';
import { HistoryChart, RangeChoice, stretchOf, type HistoryChartProps } from './HistoryChart';

type PonPort = Schemas['PonPort'];

const FROM_ZERO = [0];

function PortChart({ port, ...chart }: HistoryChartProps & { port: PonPort }) {
  const history = useApi('/api/v1/ports/{id}/history/', {
    path: { id: String(port.id) }, query: { metric: chart.name, ...stretchOf(chart.range) },
  }, { keep: true });
  return <HistoryChart {...chart} history={history} />;
}

export function PortCharts({ port }: { port: PonPort }) {
  const { t } = useTranslation('olt');
  const { range, choose, zoom } = useRange();
  const chart = { port, range, zoom };
  const countsOnus = port.onus !== null; // not every device does
  return (
    <Section title={t('port.charts')}>
      <Group mb="sm"><RangeChoice range={range} choose={choose} /></Group>
      <SimpleGrid cols={{ base: 1, md: countsOnus ? 2 : 1 }} spacing="md">
        {countsOnus && <PortChart {...chart} name="port_onus" label={t('port.count')} unit="" digits={0} include={FROM_ZERO} />}
        <PortChart {...chart} name="port_tx" label={t('port.levels')} unit="dBm" digits={1} />
      </SimpleGrid>
    </Section>
  );
}
