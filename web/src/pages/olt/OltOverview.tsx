// SPDX-License-Identifier: Apache-2.0
//
// The first tab: contact, ONUs, this hour, the chassis, and the device.
import { Anchor, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Age, Duration, NextRun, Num, useNow } from '@/ui';
import { causeWord } from '@/ui/states';
import { Chassis, useChassis } from './Chassis';
import { Figures, RoundTrip, Section } from './Figures';
import { ANY_DEVICE } from './form-values';
import { NoJobs } from './NoJobs';
import { OwnCharts } from './OwnCharts';
import { SILENT_AFTER_MS, useOlt, type Olt } from './olt';

function OfflineCauses() {
  const { t } = useTranslation(['olt', 'common']);
  const { olt, health: { onus } } = useOlt();
  const causes = Object.entries(onus.offline_by_cause as Record<string, number>).sort((a, b) => b[1] - a[1]);
  if (!causes.length && !onus.unknown) return <Text size="sm" c="dimmed">{t('onus.allOnline')}</Text>;
  return (
    <Table>
      <Table.Tbody>
        {causes.map(([cause, count]) => (
          <Table.Tr key={cause}>
            <Table.Td>
              <Anchor component={Link} size="sm" to={`/olts/${olt.id}/onus?cause=${cause}`}>
                {causeWord(t as TFunction, cause)}
              </Anchor>
            </Table.Td>
            <Table.Td ta="right"><Num value={count} /></Table.Td>
          </Table.Tr>
        ))}
        {onus.unknown > 0 && (
          <Table.Tr>
            <Table.Td>
              <Anchor component={Link} size="sm" c="dimmed" to={`/olts/${olt.id}/onus?is_unknown=true`}>{t('common:state.onu.unknown')}</Anchor>
            </Table.Td>
            <Table.Td ta="right" c="dimmed"><Num value={onus.unknown} /></Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

const LEVELS = [['bad', 'bad'], ['warn', 'warn'], ['good', 'good'], ['none', 'noLevel']] as const;

/** By the worse of both directions. */
function Levels() {
  const { t } = useTranslation('olt');
  const { olt, health: { onus: { levels } } } = useOlt();
  return (
    <Table>
      <Table.Tbody>
        {LEVELS.map(([level, word]) => (
          <Table.Tr key={level}>
            <Table.Td>
              <Anchor component={Link} size="sm" to={`/olts/${olt.id}/onus?quality=${level}`}>{t(`onus.${word}`)}</Anchor>
            </Table.Td>
            <Table.Td ta="right" className={levels[level] && level !== 'good' && level !== 'none' ? `tone-${level}` : ''}>
              <Num value={levels[level]} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function LastHour() {
  const { t } = useTranslation('olt');
  const { olt, health: { executions } } = useOlt();
  const rows = [
    ['SUCCESS', executions.SUCCESS], ['PARTIAL', executions.PARTIAL], ['FAILED', executions.FAILED],
    ['INTERRUPTED', executions.INTERRUPTED],
  ] as const;
  return (
    <Table>
      <Table.Tbody>
        {rows.map(([state, count]) => (
          <Table.Tr key={state}>
            <Table.Td>
              <Anchor component={Link} size="sm" to={`/olts/${olt.id}/executions?state=${state}`}>{t(`run.${state}`)}</Anchor>
            </Table.Td>
            <Table.Td ta="right"><Num value={count} /></Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Td>{t('run.late')}</Table.Td>
          <Table.Td ta="right"><Num value={executions.late} /></Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

function useDeviceUptime(olt: Olt): number | undefined {
  const parts = useChassis(olt);
  const now = useNow();
  const row = parts.find((part) => part.uptime_s != null && part.updated_at);
  if (!row?.updated_at) return undefined;
  return (row.uptime_s ?? 0) * 1000 + now - Date.parse(row.updated_at);
}

export function Component() {
  const { t } = useTranslation(['olt', 'common']);
  const { olt, health } = useOlt();
  const uptime = useDeviceUptime(olt);
  const { onus, quotas } = health;
  const hasOnus = olt.brand !== ANY_DEVICE;
  const ofOnus = [
    { label: t('onus.online'), value: <Num value={onus.online} />,
      note: [t('onus.ofPresent', { count: onus.present }), onus.unknown > 0 && `${onus.unknown} ${t('common:onus.unknown')}`]
        .filter(Boolean).join(' · ') },
    { label: t('onus.offline'), value: <span className={onus.offline ? 'tone-bad' : ''}><Num value={onus.offline} /></span>,
      note: onus.absent ? t('onus.absent', { count: onus.absent }) : undefined },
  ];
  return (
    <Stack gap="md">
      <NoJobs olt={olt} />
      <Figures of={[
        ...(hasOnus ? ofOnus : []),
        { label: t('field.lastAnswer'), value: <Age at={health.last_answer_at} staleAfterMs={SILENT_AFTER_MS} />,
          note: <>{t('field.lastWalk')}: <Age at={health.last_walk_at} /></> },
        { label: t('field.quota'), value: t('quota.of', { done: quotas.completed, required: quotas.required }),
          note: <Progress value={quotas.percent} size={6} mt={6} aria-label={t('field.quota')} /> },
        { label: t('health.uptime'), value: <Duration ms={uptime} /> },
        { label: t('health.roundTrip'), value: <RoundTrip ms={health.round_trip_ms} /> },
        { label: t('field.nextRun'), value: <NextRun of={health} />,
          note: health.is_busy ? t('health.busy') : t('health.waiting', { count: health.waiting }) },
        { label: t('field.late'), value: <Duration ms={health.late_ms} />, note: t('health.lateNote') },
      ]} />
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {hasOnus && <Section title={t('overview.causes')}><OfflineCauses /></Section>}
        {hasOnus && <Section title={t('overview.levels')}><Levels /></Section>}
        <Section title={t('overview.hour')}><LastHour /></Section>
      </SimpleGrid>
      <Chassis olt={olt} />
      <OwnCharts olt={olt.id ?? 0} />
      {olt.description && <Section title={t('field.description')}><Text size="sm">{olt.description}</Text></Section>}
    </Stack>
  );
}
