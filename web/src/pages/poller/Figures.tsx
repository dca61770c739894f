// SPDX-License-Identifier: Apache-2.0
import { Card, Group, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsCutOff } from '@/live/live';
import { sayDuration } from '@/ui';
import { loadOf, sayShare, type Stats } from './load';

/** Whether there is too much to do, why, and what helps. */
export function LoadSentence({ stats }: { stats: Stats }) {
  const { t } = useTranslation('poller');
  const cutOff = useIsCutOff();
  const load = loadOf(stats);
  const tone = cutOff ? 'calm' : load === 'ok' ? 'good' : load === 'held' ? 'bad' : 'warn';
  const Icon = load === 'ok' ? IconCircleCheck : IconAlertTriangle;
  return (
    <Group gap="sm" wrap="nowrap" p="sm" role="status" bg={`var(--tone-${tone}-bg)`} bdrs="sm">
      <Icon size={20} className={`tone-${tone}`} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">
        <b>{t(`load.${load}`)}</b>
        {load !== 'ok' && ` ${t(load === 'held' ? 'load.todoHeld' : 'load.todo')}`}
      </Text>
    </Group>
  );
}

function Figure({ label, value, text }: { label: string; value: string; text: string }) {
  return (
    <Card withBorder padding="sm">
      <Text size="sm" c="dimmed">{label}</Text>
      <Text fz={24} fw={600} className="num" lh={1.3}>{value}</Text>
      <Text size="sm" c="dimmed" className="num">{text}</Text>
    </Card>
  );
}

export function Figures({ stats }: { stats: Stats }) {
  const { t, i18n } = useTranslation('poller');
  const number = new Intl.NumberFormat(i18n.language);
  const span = (ms: number) => sayDuration(ms, i18n.language);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Figure
        label={t('figures.busy')}
        value={t('figures.busyText', { busy: stats.busy_pollers, total: stats.total_pollers })}
        text={t('figures.minute', { percent: sayShare(stats.busy_percentage, i18n.language) })}
      />
      <Figure
        label={t('figures.queue')}
        value={number.format(stats.queue_size)}
        text={t('figures.queueText', { retries: number.format(stats.retries_waiting) })}
      />
      <Figure
        label={t('figures.late')}
        value={span(stats.late_p50_ms)}
        text={t('figures.lateText', { p99: span(Math.min(stats.late_p99_ms, stats.late_max_ms)), max: span(stats.late_max_ms) })}
      />
      <Figure
        label={t('figures.completed')}
        value={number.format(stats.total_tasks_completed)}
        text={t('figures.completedText', {
          delayed: number.format(stats.total_tasks_delayed), skipped: number.format(stats.skipped),
        })}
      />
    </SimpleGrid>
  );
}
