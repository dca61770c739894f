// SPDX-License-Identifier: Apache-2.0
//
// One OLT: its state, the actions, and its tabs. Each tab has its own URL.
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router-dom';
import { useIncidentsOfOlt } from '@/api/incidents';
import { useApi } from '@/api/query';
import { Badge, Failure, Loading, Page } from '@/ui';
import { FirstReadings } from '@/ui/FirstReading';
import { PartOf } from '@/ui/PartOf';
import { Tabs } from '@/ui/Tabs';
import { OltActions } from './OltActions';
import { concernsOlt, isSilent, type Health, type Olt, type OltContext } from './olt';
import { useSentence, useStateLabel } from './words';

const TABS = ['', 'ports', 'onus', 'values', 'workflow', 'timeline', 'executions', 'performance', 'log', 'health'] as const;

function OltTabs({ id }: { id: string }) {
  const { t } = useTranslation('olt');
  const tabs = TABS.map((tab) => ({ to: tab ? `/olts/${id}/${tab}` : `/olts/${id}`, title: t(`tab.${tab || 'overview'}`) }));
  return <Tabs tabs={tabs} label={t('tab.label')} />;
}

function Shown({ olt, health }: { olt: Olt; health: Health }) {
  const { t } = useTranslation('olt');
  const sentence = useSentence(health, olt.brand);
  const label = useStateLabel(health);
  const context: OltContext = { olt, health };
  return (
    <Page title={olt.name ?? ''} breadcrumbs={[{ title: t('title'), to: '/olts' }]}
      aside={<Badge kind="olt" value={health.state} label={label} stale={health.state === 'up' && isSilent(health)} />} actions={<OltActions olt={olt} health={health} />}>
      <div>
        <Text c="dimmed" size="sm">
          {[`${olt.brand ?? ''} ${olt.model ?? ''}`.trim(), `${olt.address}:${olt.port}`, olt.site].filter(Boolean).join(' · ')}
        </Text>
        <Text mt={4} role="status">{sentence}</Text>
        <FirstReadings olt={olt.id} />
      </div>
      <PartOf incidents={useIncidentsOfOlt(olt.id)} />
      <OltTabs id={String(olt.id)} />
      <Outlet context={context} />
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const concerns = concernsOlt(Number(id));
  const path = { path: { id } };
  const olt = useApi('/api/v1/olts/{id}/', path, { topics: ['olts'], concerns });
  const health = useApi('/api/v1/olts/{id}/health/', path,
    { topics: ['olts', 'executions'], concerns, everyMs: 5_000 });
  const error = olt.error ?? health.error;
  if (olt.data && health.data) return <Shown olt={olt.data} health={health.data} />;
  if (!error) return <Loading />;
  return <Failure error={error} retry={() => { void olt.refetch(); void health.refetch(); }} />;
}
