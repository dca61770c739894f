// SPDX-License-Identifier: Apache-2.0
import { Card, Progress, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Num, Wide } from '@/ui';
import type { Stats } from './load';

type Lane = Stats['lanes'][number];

function Row({ lane }: { lane: Lane }) {
  const { t } = useTranslation('poller');
  const share = lane.reserved > 0 ? t('lanes.any', { n: lane.reserved }) : t('lanes.atMost', { n: lane.most });
  return (
    <Table.Tr>
      <Table.Td>
        {t(`lanes.${lane.lane}`)}
        <Progress value={lane.most ? (100 * lane.busy) / lane.most : 0} size="xs" mt={4} aria-hidden />
      </Table.Td>
      <Table.Td ta="right"><Num value={lane.busy} /></Table.Td>
      <Table.Td ta="right"><Num value={lane.waiting} /></Table.Td>
      <Table.Td>{share}</Table.Td>
    </Table.Tr>
  );
}

/** The queues by what they are for, each with its share of the pollers. */
export function Lanes({ stats }: { stats: Stats }) {
  const { t } = useTranslation('poller');
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} mb="xs">{t('lanes.title')}</Title>
      <Wide label={t('lanes.title')} width={380}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('lanes.lane')}</Table.Th>
              <Table.Th ta="right">{t('lanes.running')}</Table.Th>
              <Table.Th ta="right">{t('lanes.waiting')}</Table.Th>
              <Table.Th>{t('lanes.share')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{stats.lanes.map((lane) => <Row key={lane.lane} lane={lane} />)}</Table.Tbody>
        </Table>
      </Wide>
    </Card>
  );
}
