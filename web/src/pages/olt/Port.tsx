// SPDX-License-Identifier: Apache-2.0
//
// One PON port: its figures and its ONUs.
import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Age, DataList, Empty, Failure, Level, Loading, Num, Page } from '@/ui';
import { Figures } from './Figures';
import { OnuShare } from './OnuShare';
import { useColumnsOfOlt, useFiltersOfOlt, type OnuRow } from './onu-columns';
import { concernsOlt } from './olt';
import { PortCharts } from './PortCharts';

type PonPort = Schemas['PonPort'];

function PortFigures({ port }: { port: PonPort }) {
  const { t } = useTranslation('olt');
  return (
    <Figures of={[
      { label: t('port.onus'), value: <Num value={port.onus_online} />, note: <OnuShare of={port} /> },
      { label: t('port.average'), value: <Level dbm={port.onu_rx_average_dbm} />, note: t('port.averageNote') },
      { label: t('port.worst'), value: <Level dbm={port.onu_rx_worst_dbm} />, note: t('port.worstNote') },
      { label: t('port.tx'), value: <Level dbm={port.tx_dbm} />, note: <>{t('field.updated')}: <Age at={port.updated_at} /></> },
    ]} />
  );
}

function PortOnus({ port }: { port: PonPort }) {
  const { t } = useTranslation('olt');
  const columns = useColumnsOfOlt();
  const filters = useFiltersOfOlt(['slot', 'port']);
  const fixed = { olt: String(port.olt), frame: String(port.frame), slot: String(port.slot), port: String(port.port) };
  return (
    <DataList<OnuRow> path="/api/v1/onus/" fixed={fixed} label={t('tab.onus')} storageKey="port-onus" ordering="place"
      columns={columns} filters={filters} rowLink={(row) => `/onus/${row.id}`} topics={['executions']}
      concerns={concernsOlt(port.olt)} height={480} empty={<Empty title={t('onu.none')} text={t('onu.noneText')} />} />
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const { id = '' } = useParams();
  const { data: port, error, refetch } = useApi('/api/v1/ports/{id}/', { path: { id } }, { topics: ['executions'] });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!port) return <Loading />;
  const crumbs = [
    { title: t('title'), to: '/olts' }, { title: port.olt_name ?? '', to: `/olts/${port.olt}` },
    { title: t('tab.ports'), to: `/olts/${port.olt}/ports` },
  ];
  return (
    <Page title={t('port.title', { place: port.place })} breadcrumbs={crumbs}
      aside={<Group gap="xs">{[port.name, port.state_label || port.state].filter(Boolean).join(' · ')}</Group>}>
      <Stack gap="md">
        <PortFigures port={port} />
        <PortCharts port={port} />
        <PortOnus port={port} />
      </Stack>
    </Page>
  );
}
