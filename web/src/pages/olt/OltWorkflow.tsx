// SPDX-License-Identifier: Apache-2.0
//
// What runs on the OLT: each master with its chain. It is changed on the workflow's own page.
import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconArrowRight, IconCornerDownRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Age, Badge, Duration, Failure, Loading } from '@/ui';
import { NoJobs } from './NoJobs';
import { concernsOlt, useOlt } from './olt';

type Node = Schemas['Node'];

function NodeRow({ node, isChained }: { node: Node; isChained: boolean }) {
  const { t } = useTranslation('olt');
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6} wrap="nowrap" pl={isChained ? 20 : 0}>
          {isChained && <IconCornerDownRight size={16} aria-label={t('workflow.after')} />}
          <Anchor component={Link} size="sm" to={`/jobs/${node.job}`}>{node.job_name}</Anchor>
        </Group>
      </Table.Td>
      <Table.Td><Badge kind="enabled" value={node.runs} label={node.runs ? t('workflow.runs') : t('workflow.off')} /></Table.Td>
      <Table.Td ta="right" className="num">{node.cron || <Duration ms={node.interval_ms} />}</Table.Td>
      <Table.Td ta="right" className="num">{node.priority}</Table.Td>
      <Table.Td ta="right"><Age at={isChained ? null : node.next_run_at} /></Table.Td>
      <Table.Td ta="right"><Age at={node.last_success_at} /></Table.Td>
    </Table.Tr>
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olt } = useOlt();
  const workflow = useApi('/api/v1/olts/{id}/workflow/', { path: { id: String(olt.id) } },
    { topics: ['olts', 'executions'], concerns: concernsOlt(olt.id) });
  if (workflow.error) return <Failure error={workflow.error} retry={() => void workflow.refetch()} />;
  if (!workflow.data) return <Loading />;
  const nodes = workflow.data.units.flatMap((unit) => [
    { node: unit as Node, isChained: false }, ...unit.chain.map((node) => ({ node, isChained: true })),
  ]);
  return (
    <Stack gap="md">
      <NoJobs olt={olt} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">{t('workflow.about')}</Text>
        <Button component={Link} to={`/workflows/${olt.id}`} variant="default" rightSection={<IconArrowRight size={16} />}>
          {t('workflow.open')}
        </Button>
      </Group>
      {nodes.length > 0 && (
        <Table.ScrollContainer minWidth={640}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('execution.job')}</Table.Th>
                <Table.Th>{t('field.state')}</Table.Th>
                <Table.Th ta="right">{t('workflow.every')}</Table.Th>
                <Table.Th ta="right">{t('workflow.priority')}</Table.Th>
                <Table.Th ta="right">{t('field.nextRun')}</Table.Th>
                <Table.Th ta="right">{t('workflow.lastSuccess')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{nodes.map(({ node, isChained }) => <NodeRow key={node.id} {...{ node, isChained }} />)}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
