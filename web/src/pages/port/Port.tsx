// SPDX-License-Identifier: Apache-2.0
//
// One PON port: its state and since when, its figures over time, its ONUs.
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { touchesPort, useIncidentsOfOlt } from '@/api/incidents';
import { useApi } from '@/api/query';
import { Age, DataList, Empty, Failure, Level, Loading, Num, Page } from '@/ui';
import { PartOf } from '@/ui/PartOf';
import { Figures } from '../olt/Figures';
import { useColumnsOfOlt, useFiltersOfOlt, type OnuRow } from '../olt/onu-columns';
import { concernsOlt } from '../olt/olt';
import { OnuShare } from '../olt/OnuShare';
import { OwnCharts } from '../olt/OwnCharts';
import { PortCharts } from './PortCharts';
import { Change, Fill, isOld, PortLevel, PortState, Rate, type PonPort } from './values';

function PortFigures({ port }: { port: PonPort }) {
  const { t } = useTranslation('port');
  const fill = port.capacity === null ? [] : [{
    label: t('column.fill_percent'), value: <Fill port={port} />, note: t('fillNote', { present: port.onus_present, count: port.capacity }),
  }];
  const traffic = port.in_bps === null && port.out_bps === null ? [] : [{
    label: t('traffic'), value: <>↓ <Rate bps={port.out_bps} /></>, note: <>↑ <Rate bps={port.in_bps} /> · <Age at={port.traffic_at} /></>,
  }];
  return (
    <Figures of={[
      { label: t('column.onus_online'), value: <Num value={port.onus_online} />, note: <OnuShare of={port} stale={isOld(port)} /> },
      { label: t('column.onu_rx_median_dbm'), value: <PortLevel port={port} dbm={port.onu_rx_median_dbm} />,
        note: port.onu_rx_median_dbm !== null && port.onu_rx_change_db !== null && <>{t('sinceYesterday')}: <Change port={port} /></> },
      { label: t('column.onu_rx_worst_dbm'), value: <PortLevel port={port} dbm={port.onu_rx_worst_dbm} />, note: t('worstNote') },
      ...traffic,
      ...fill,
      { label: t('column.tx_dbm'), value: <Level dbm={port.tx_dbm} stale={isOld(port)} />,
        note: <>{t('column.updated_at')}: <Age at={port.updated_at} /></> },
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

function Since({ port }: { port: PonPort }) {
  const { t } = useTranslation('onu');
  const told = port.state_label && t('fact.asTold', { label: port.state_label });
  return (
    <Group gap="xs">
      <PortState port={port} />
      {port.condition_since && <Text span size="sm" c="dimmed"><Age at={port.condition_since} /></Text>}
      <Text span size="sm" c="dimmed">{[port.description, port.name, told].filter(Boolean).join(' · ')}</Text>
    </Group>
  );
}

function PartOfIncident({ port }: { port: PonPort }) {
  return <PartOf incidents={useIncidentsOfOlt(port.olt).filter((incident) => touchesPort(incident, port.place ?? ''))} />;
}

export function Component() {
  const { t } = useTranslation(['port', 'olt']);
  const { id = '' } = useParams();
  const { data: port, error, refetch } = useApi('/api/v1/ports/{id}/', { path: { id } }, { topics: ['executions', 'olts'] });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!port) return <Loading />;
  const crumbs = [
    { title: t('title'), to: '/ports' }, { title: port.olt_name ?? '', to: `/olts/${port.olt}` },
    { title: t('olt:tab.ports'), to: `/olts/${port.olt}/ports` },
  ];
  return (
    <Page title={t('one', { place: port.place })} breadcrumbs={crumbs} aside={<Since port={port} />}>
      <Stack gap="md">
        <PartOfIncident port={port} />
        <PortFigures port={port} />
        {port.condition === 'dark' && <PortOnus port={port} />}
        <PortCharts port={port} />
        <OwnCharts olt={port.olt ?? 0} place={port.place ?? ''} />
        {port.condition !== 'dark' && <PortOnus port={port} />}
      </Stack>
    </Page>
  );
}
