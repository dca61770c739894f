// SPDX-License-Identifier: Apache-2.0
//
// One plan: each run as planned and as it happened.
import { Alert, Anchor, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Badge, Empty, Failure, Loading, Moment, Page, useNow } from '@/ui';
import { HourTimeline } from '@/ui/HourTimeline';
import type { RunState, TimelineRow, TimelineRun } from '@/ui/timeline';
import { jobName } from '@/phrasebook/jobs';

type Plan = Schemas['PlanWhole'];
type PlanRun = Schemas['PlanRun'];

interface Actual {
  id: number;
  state: RunState;
  started_at: string | null;
  finished_at: string | null;
  late_ms: number | null;
  message: string | null;
}

const momentOf = (text: string | null | undefined) => (text ? Date.parse(text) : undefined);

function runOf(run: PlanRun): TimelineRun {
  const actual = run.actual as Actual | null;
  return {
    key: `${run.node} ${run.due_at}`,
    due: Date.parse(run.due_at),
    planned: { start: Date.parse(run.start_at), ms: run.duration_ms },
    ...(actual && {
      execution: actual.id, state: actual.state, start: momentOf(actual.started_at), end: momentOf(actual.finished_at),
      lateMs: actual.late_ms ?? 0, message: actual.message || undefined,
    }),
  };
}

/** A row for each node of the OLT, by the name of its job. */
function rowsOf(plan: Plan, nameOf: (node: number) => string): TimelineRow[] {
  const byNode = new Map<number, TimelineRun[]>();
  for (const run of plan.runs) byNode.set(run.node, [...(byNode.get(run.node) ?? []), runOf(run)]);
  return [...byNode].map(([node, runs]) => ({ key: String(node), label: nameOf(node), hint: nameOf(node), runs }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

function useNodeNames(olt: number | null) {
  const nodes = useApi('/api/v1/olts/{id}/nodes/', { path: { id: String(olt) }, query: { page_size: 1000 } });
  const names = new Map(nodes.data?.results.map((node) => [node.id, jobName(node.job_name)]));
  return (node: number) => names.get(node) ?? `#${node}`;
}

function Shown({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plan');
  const navigate = useNavigate();
  const now = useNow();
  const rows = rowsOf(plan, useNodeNames(plan.olt));
  const from = Date.parse(plan.period_start ?? '');
  const to = Date.parse(plan.period_end ?? '');
  return (
    <Page title={t('one', { olt: plan.olt_name })} breadcrumbs={[{ title: t('title'), to: '/plans' }]}
      aside={<Badge kind="plan" value={plan.status} />}>
      <Group gap="xs">
        <Moment at={plan.period_start} />
        <Text>· {t('progress', { done: plan.completed ?? 0, of: plan.total ?? 0, failed: plan.failed ?? 0 })}</Text>
        <Anchor component={Link} to={`/olts/${plan.olt}/timeline?hour=${plan.period_start}`}>{t('whole')}</Anchor>
      </Group>
      {plan.status === 'SUPERSEDED' && <Text size="sm" c="dimmed">{t('superseded')}</Text>}
      {!plan.fits && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('fitsNo')}
          styles={{ title: { color: 'var(--tone-warn)' }, icon: { color: 'var(--tone-warn)' } }}>{t('fitsNoText')}</Alert>
      )}
      {rows.length === 0
        ? <Empty title={t('empty')} />
        : (
          <Paper withBorder p="md">
            <HourTimeline from={from} to={to} now={now} rows={rows} onOpen={(id) => void navigate(`/executions/${id}`)} />
          </Paper>
        )}
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const plan = useApi('/api/v1/plans/{id}/', { path: { id } }, { topics: ['executions'], throttleMs: 5000 });
  if (plan.data) return <Shown plan={plan.data} />;
  return plan.error ? <Failure error={plan.error} retry={() => void plan.refetch()} /> : <Loading />;
}
