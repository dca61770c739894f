// SPDX-License-Identifier: Apache-2.0
//
// An hour in which a quota was not met: by how much, why as far as known, and whether it was
// acknowledged.
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { api, ok, type Schemas } from '@/api/client';
import { Can } from '@/api/me';
import { useApi } from '@/api/query';
import { Age, Badge, Duration, Failure, JsonView, Loading, Moment, notify, Num, Page } from '@/ui';
import { jobName } from '@/phrasebook/jobs';

type Violation = Schemas['ViolationWhole'];

/** That somebody has seen it is no event. */
const OTHERS_MS = 10_000;

interface Report {
  required?: number;
  completed?: number;
  partial?: number;
  failed?: number;
  skipped?: number;
  missing?: number;
  percent?: number;
  average_duration_ms?: number;
  errors?: Record<string, number>;
}

function Figure({ title, value, tone }: { title: string; value?: number; tone?: string }) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">{title}</Text>
      <Text size="xl" fw={600} className={value ? tone : undefined}><Num value={value} /></Text>
    </Paper>
  );
}

/** What stood in the way, the most frequent first. */
function Troubles({ troubles }: { troubles: Record<string, number> }) {
  const { t } = useTranslation('violation');
  const all = Object.entries(troubles).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
  if (!all.length) return null;
  return (
    <Stack gap={4}>
      <Title order={2} size="h3">{t('troubles')}</Title>
      {all.map(([name, n]) => <Text key={name} size="sm"><span className="num">{n} ×</span> {t(`trouble.${name}`, { defaultValue: name })}</Text>)}
    </Stack>
  );
}

function Ack({ violation }: { violation: Violation }) {
  const { t } = useTranslation('violation');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const ack = async () => {
    setBusy(true);
    try {
      await ok(api.POST('/api/v1/violations/{id}/ack/', { params: { path: { id: String(violation.id) } } }));
      notify.done(t('acked'));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return <Button leftSection={<IconCheck size={16} />} loading={busy} onClick={() => void ack()}>{t('ack')}</Button>;
}

function Shown({ violation }: { violation: Violation }) {
  const { t } = useTranslation('violation');
  const report = violation.report as Report;
  const hour = `olt=${violation.olt}&hour=${violation.period_start}`;
  return (
    <Page title={t('one', { olt: violation.olt_name })} breadcrumbs={[{ title: t('title'), to: '/violations' }]}
      aside={<Badge kind="severity" value={violation.severity} />}
      actions={!violation.acked_at && <Can role="operator"><Ack violation={violation} /></Can>}>
      <Text>
        {violation.job_name ? jobName(violation.job_name) : t(`kind.${violation.task_type}`, { defaultValue: violation.task_type ?? '' })} · <Moment at={violation.period_start} /> ·{' '}
        {t('sentence', { done: report.completed ?? 0, of: report.required ?? 0, percent: Math.round(report.percent ?? 0) })}
      </Text>
      <Text size="sm" c={violation.acked_at ? 'dimmed' : undefined}>
        {violation.acked_at ? <>{t('ackedBy', { who: violation.acked_by })} · <Age at={violation.acked_at} /></> : t('unseenLong')}
      </Text>
      <Text size="sm" c="dimmed">{violation.notified ? <>{t('notified')} · <Age at={violation.notified_at} /></> : t('notNotified')}</Text>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 7 }} spacing="sm">
        <Figure title={t('required')} value={report.required} />
        <Figure title={t('completed')} value={report.completed} />
        <Figure title={t('partial')} value={report.partial} tone="tone-warn" />
        <Figure title={t('failed')} value={report.failed} tone="tone-bad" />
        <Figure title={t('skipped')} value={report.skipped} tone="tone-warn" />
        <Figure title={t('missing')} value={report.missing} tone="tone-warn" />
        <Paper withBorder p="sm">
          <Text size="xs" c="dimmed">{t('average')}</Text>
          <Text size="xl" fw={600}><Duration ms={(report.completed ?? 0) + (report.partial ?? 0) + (report.failed ?? 0) > 0 ? report.average_duration_ms : null} /></Text>
        </Paper>
      </SimpleGrid>
      <Troubles troubles={report.errors ?? {}} />
      <Group gap="md">
        <Anchor component={Link} to={`/olts/${violation.olt}/timeline?hour=${violation.period_start}`}>{t('timeline')}</Anchor>
        <Anchor component={Link} to={`/executions?${hour}${violation.job ? `&job=${violation.job}` : ''}`}>{t('executions')}</Anchor>
        <Anchor component={Link} to={`/log?${hour}`}>{t('log')}</Anchor>
      </Group>
      <details>
        <summary>{t('raw')}</summary>
        <JsonView value={violation.report} label={t('raw')} />
      </details>
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const violation = useApi('/api/v1/violations/{id}/', { path: { id } }, { everyMs: OTHERS_MS });
  if (violation.data) return <Shown violation={violation.data} />;
  return violation.error ? <Failure error={violation.error} retry={() => void violation.refetch()} /> : <Loading />;
}
