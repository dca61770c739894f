// SPDX-License-Identifier: Apache-2.0
import { Anchor, Card, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Duration, Wide } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { reasonOf, type Poller, type Queued, type Stats } from './load';

const LATE_MS = 1000;

interface QueueProps {
  stats: Stats;
  pollers: Poller[];
}

/** Why it is where it is in the queue, and why it has not begun. */
function Why({ queued, stats, pollers }: QueueProps & { queued: Queued }) {
  const { t } = useTranslation('poller');
  const reason = reasonOf(queued, pollers, stats);
  const order = [
    queued.asked_by && t('order.hand', { who: queued.asked_by }),
    queued.late_ms >= LATE_MS && t('order.late'),
    queued.attempt > 1 && t('order.retry', { n: queued.attempt }),
    t('order.priority', { n: queued.priority }),
  ].filter(Boolean);
  return (
    <>
      <Text size="sm">{t(`why.${reason.why}`, { n: 'n' in reason ? reason.n : 0 })}</Text>
      <Text size="xs" c="dimmed">{order.join(' · ')}</Text>
    </>
  );
}

function Row({ queued, stats, pollers }: QueueProps & { queued: Queued }) {
  return (
    <Table.Tr>
      <Table.Td className="num" ta="right">{queued.place}</Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/olts/${queued.olt}`} size="sm">{queued.olt_name ?? queued.olt}</Anchor>
        <br />
        <Anchor component={Link} to={`/executions/${queued.execution}`} size="xs" c="dimmed">{jobName(queued.job_name) || `#${queued.execution}`}</Anchor>
      </Table.Td>
      <Table.Td ta="right">{queued.late_ms >= LATE_MS && <Duration ms={queued.late_ms} />}</Table.Td>
      <Table.Td><Why queued={queued} stats={stats} pollers={pollers} /></Table.Td>
    </Table.Tr>
  );
}

/** waiting: the first of them. */
export function Queue({ stats, pollers, waiting }: QueueProps & { waiting: Queued[] }) {
  const { t } = useTranslation('poller');
  const more = stats.queue_size - waiting.length;
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} mb="xs">{t('queue.title')}</Title>
      {waiting.length === 0 ? <Text c="dimmed" size="sm">{t('queue.none')}</Text> : (
        <Wide label={t('queue.title')} width={420}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th ta="right">{t('queue.place')}</Table.Th>
                <Table.Th>{t('queue.olt')}</Table.Th>
                <Table.Th ta="right">{t('queue.late')}</Table.Th>
                <Table.Th>{t('queue.why')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {waiting.map((queued) => (
                <Row key={queued.execution} queued={queued} stats={stats} pollers={pollers} />
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
      {more > 0 && <Text c="dimmed" size="sm" mt="xs">{t('queue.more', { count: more })}</Text>}
    </Card>
  );
}
