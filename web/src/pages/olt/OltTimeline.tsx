// SPDX-License-Identifier: Apache-2.0
//
// An hour of one OLT: planned and actual runs. The hour is in the URL.
import { useQueries } from '@tanstack/react-query';
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ask, keyOf, useApi } from '@/api/query';
import { HourTimeline } from '@/ui/HourTimeline';
import { Empty, Failure, Loading, sayShort, sayTime, useNow } from '@/ui';
import { concernsOlt, useOlt } from './olt';
import { useSkips } from './skips';
import { HOUR_MS, hourOf, timelineRows } from './timeline-data';

/** The hour that is looked at, and how to look at another. */
function useHour(now: number) {
  const [params, setParams] = useSearchParams();
  const asked = Date.parse(params.get('hour') ?? '');
  const from = hourOf(Number.isNaN(asked) ? now : asked);
  return {
    from,
    isNow: from === hourOf(now),
    go(at: number) {
      setParams(hourOf(at) >= hourOf(now) ? {} : { hour: new Date(hourOf(at)).toISOString() }, { replace: true });
    },
  };
}

function useHourData(olt: number | null, from: number) {
  const id = String(olt);
  const concerns = concernsOlt(olt);
  const nodes = useApi('/api/v1/olts/{id}/nodes/', { path: { id }, query: { page_size: 1000 } },
    { topics: ['olts'], concerns });
  const plans = useApi('/api/v1/plans/', { query: { olt: id, period_start: new Date(from).toISOString(), page_size: 100 } },
    { topics: ['olts'], concerns, everyMs: 30_000 }); // made at the hour, and again when what is to run changes
  const wholes = useQueries({
    queries: (plans.data?.results ?? []).map((plan) => {
      const params = { path: { id: String(plan.id) } };
      const queryFn = () => ask('/api/v1/plans/{id}/', params);
      return { queryKey: keyOf('/api/v1/plans/{id}/', params), queryFn, staleTime: Infinity };
    }),
  });
  const executions = useApi('/api/v1/executions/', {
    query: {
      olt: id, queued_at__gte: new Date(from).toISOString(), queued_at__lt: new Date(from + HOUR_MS).toISOString(),
      page_size: 1000, ordering: 'queued_at',
    },
  }, { topics: ['executions'], concerns });
  const skips = useSkips(olt, from + HOUR_MS);
  const all = [nodes, plans, executions, ...wholes];
  return {
    isPending: all.some((part) => part.isPending),
    error: all.find((part) => part.error)?.error,
    rows: timelineRows({
      plans: wholes.flatMap((whole) => (whole.data ? [whole.data] : [])),
      executions: executions.data?.results ?? [],
      nodes: nodes.data?.results ?? [],
      whyOf: skips.at,
    }),
  };
}

function Steps({ hour }: { hour: ReturnType<typeof useHour> }) {
  const { t, i18n } = useTranslation('olt');
  const { from, isNow, go } = hour;
  const until = sayTime(from + HOUR_MS, i18n.language).slice(0, 5);
  return (
    <Group gap="xs">
      <ActionIcon variant="default" size={32} aria-label={t('timeline.before')} onClick={() => go(from - HOUR_MS)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text fw={600} className="num" role="status">{sayShort(from, i18n.language)} – {until}</Text>
      <ActionIcon variant="default" size={32} aria-label={t('timeline.after')} disabled={isNow} onClick={() => go(from + HOUR_MS)}>
        <IconChevronRight size={18} />
      </ActionIcon>
      {!isNow && <Button variant="subtle" size="xs" onClick={() => go(Date.now())}>{t('timeline.now')}</Button>}
    </Group>
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olt } = useOlt();
  const navigate = useNavigate();
  const now = useNow();
  const hour = useHour(now);
  const { rows, isPending, error } = useHourData(olt.id, hour.from);
  return (
    <Stack gap="sm">
      <Steps hour={hour} />
      <Failure error={error} />
      {isPending && !error && <Loading />}
      {!isPending && rows.length === 0 && <Empty title={t('timeline.none')} text={t('timeline.noneText')} />}
      {rows.length > 0 && (
        <Paper withBorder p="md">
          <HourTimeline from={hour.from} to={hour.from + HOUR_MS} now={now} rows={rows}
            onOpen={(id) => void navigate(`/executions/${id}`)} />
        </Paper>
      )}
    </Stack>
  );
}
