// SPDX-License-Identifier: Apache-2.0
import { Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Duration, Moment, Wide } from '@/ui';
import { sayDuration } from '@/ui/time';
import type { Job } from './values';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed">{label}</Text>
      <Text size="sm" ta="right">{children}</Text>
    </Group>
  );
}

function Retries({ job }: { job: Job }) {
  const { t, i18n } = useTranslation('job');
  if (!job.max_retries) return t('detail.noRetries');
  const delay = sayDuration(job.retry_delay_ms ?? 0, i18n.language);
  return `${t('detail.delay', { count: job.max_retries, delay })}${job.retry_grows ? ` (${t('detail.grows')})` : ''}`;
}

/** The rows of the catalogue that it asks for. */
function Oids({ job }: { job: Job }) {
  const { t } = useTranslation('job');
  const { data } = useApi('/api/v1/oids/', { query: { page_size: 1000, brand: String(job.brand_id) } });
  const rows = (data?.results ?? []).filter((oid) => job.oids.includes(oid.id ?? 0));
  return (
    <Card withBorder padding="md">
      <Title order={2} mb="xs">{t('detail.oidList')} <Text span c="dimmed">({job.oids.length})</Text></Title>
      <Wide label={t('detail.oidList')} width={360}>
        <Table>
          <Table.Tbody>
            {rows.map((oid) => (
              <Table.Tr key={oid.id}>
                <Table.Td>{oid.name}</Table.Td>
                <Table.Td className="quiet">{oid.table}</Table.Td>
                <Table.Td className="mono">{oid.oid}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </Card>
  );
}

export function JobFacts({ job }: { job: Job }) {
  const { t } = useTranslation(['job', 'execution']);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Card withBorder padding="md">
        <Title order={2} mb="xs">{t('detail.facts')}</Title>
        <Stack gap={6}>
          <Fact label={t('column.brand')}>{job.brand}</Fact>
          <Fact label={t('column.type')}>{t(`type.${job.type}`)}</Fact>
          <Fact label={t('column.target')}>{t(`target.${job.target}`)}</Fact>
          <Fact label={t('column.priority')}><span className="num">{job.priority}</span></Fact>
          <Fact label={t('column.lane')}>{t(`execution:lane.${job.lane}`)}</Fact>
          <Fact label={t('column.retries')}><Retries job={job} /></Fact>
          <Fact label={t('column.timeout')}>{job.timeout_ms ? <Duration ms={job.timeout_ms} /> : t('detail.ofLane')}</Fact>
          <Fact label={t('column.updated')}><Moment at={job.updated_at} /></Fact>
        </Stack>
      </Card>
      <Oids job={job} />
    </SimpleGrid>
  );
}
