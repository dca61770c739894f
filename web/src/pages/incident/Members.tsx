// SPDX-License-Identifier: Apache-2.0
//
// The ONUs that it touched: when each went and came back, and what it said.
import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Badge, type Column, DataList, Empty, Moment, MOMENT_WIDTH, Num } from '@/ui';

/** They have no number of their own. */
type Member = Schemas['IncidentMember'] & { id: number | null };

function useColumns(): Column<Member>[] {
  const { t } = useTranslation('incident');
  return useMemo(() => [
    { key: 'serial', header: t('member.serial'), minWidth: 150, render: (row) => <span className="mono">{row.serial}</span> },
    { key: 'description', header: t('member.description'), minWidth: 180 },
    { key: 'place', header: t('member.place'), width: 130, render: (row) => <span className="mono">{row.place}</span> },
    { key: 'evidence', header: t('member.evidence'), width: 220, render: (row) => <Badge kind="cause" value={row.evidence} /> },
    { key: 'down_at', header: t('member.down'), ...MOMENT_WIDTH, render: (row) => <Moment at={row.down_at} /> },
    { key: 'up_at', header: t('member.up'), ...MOMENT_WIDTH, render: (row) => (row.up_at ? <Moment at={row.up_at} /> : t('member.still')) },
    { key: 'distance_m', header: t('member.distance'), align: 'right', width: 110, unit: 'm', render: (row) => <Num value={row.distance_m} /> },
  ], [t]);
}

export function Members({ incident }: { incident: Schemas['Incident'] }) {
  const { t } = useTranslation('incident');
  const columns = useColumns();
  return (
    <Stack gap="xs" component="section" aria-label={t('member.title')}>
      <Title order={2} size="h3">{t('member.title')}</Title>
      <DataList<Member> path="/api/v1/incidents/{id}/members/" id={incident.id ?? 0} isPaged label={t('member.title')} storageKey="incident-members"
        columns={columns} rowLink={(row) => `/onus/${row.onu_id}`} topics={['incidents']} height={420} searchable={false}
        concerns={(event) => event.id === undefined || event.id === incident.id} empty={<Empty title={t('member.none')} />} />
    </Stack>
  );
}
