// SPDX-License-Identifier: Apache-2.0
//
// The other ONUs of its port, to distinguish a fibre problem from a problem at the customer.
import { Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Badge } from '@/ui/Badge';
import { valueText } from '@/ui/chart/axis';
import { Level } from '@/ui/moments';
import { Failure, Loading } from '@/ui/Page';
import { Wide } from '@/ui/Wide';
import { Card } from './Card';
import { stateOf, type Onu } from './model';

type Neighbour = Schemas['Neighbour'];

const NEAR_DB = 1;

function medianOf(values: number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** "3.1 dB below the median of its port: it is the house." */
function Compared({ rows }: { rows: readonly Neighbour[] }) {
  const { t, i18n } = useTranslation('onu');
  const own = rows.find((row) => row.is_self)?.value;
  const others = rows.filter((row) => !row.is_self && row.value !== null).map((row) => row.value as number);
  const median = medianOf(others);
  const online = rows.filter((row) => row.run_state === 'online').length;
  const difference = own == null || median === undefined ? undefined : own - median;
  const key = difference === undefined ? undefined
    : Math.abs(difference) < NEAR_DB ? 'neighbours.near' : difference < 0 ? 'neighbours.below' : 'neighbours.above';
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {t('neighbours.online', { count: rows.length, online })}
      {online === 0 && rows.length > 1 && ` ${t('neighbours.allDown')}`}
      {key && difference !== undefined && ` ${t(key, { db: valueText(Math.abs(difference), i18n.language, 1) })}`}
    </Text>
  );
}

function NeighbourRow({ row, stale }: { row: Neighbour; stale: boolean }) {
  const { t } = useTranslation('onu');
  return (
    <Table.Tr bg={row.is_self ? 'var(--mark)' : undefined}>
      <Table.Td className="mono nowrap">{row.place}</Table.Td>
      <Table.Td className="mono">
        {row.is_self ? <b>{row.serial || t('neighbours.self')}</b>
          : <Anchor component={Link} to={`/onus/${row.id}`} size="sm">{row.serial || row.place}</Anchor>}
      </Table.Td>
      <Table.Td><Badge kind="onu" value={stateOf({ ...row, is_present: true })} stale={stale} /></Table.Td>
      <Table.Td ta="right"><Level dbm={row.value} stale={stale} {...(row.level ? { quality: row.level } : {})} /></Table.Td>
    </Table.Tr>
  );
}

/** 0/1/0:2 comes before 0/1/0:10. */
function byPlace(a: Neighbour, b: Neighbour): number {
  return a.place.localeCompare(b.place, undefined, { numeric: true });
}

export function Neighbours({ onu, stale }: { onu: Onu; stale: boolean }) {
  const { t } = useTranslation('onu');
  const { data, error, isLoading } = useApi('/api/v1/onus/{id}/neighbours/', {
    path: { id: String(onu.id) }, query: { metric: 'onu_rx' },
  }, { topics: ['executions'], concerns: (event) => event.olt === onu.olt && event.kind === 'ended' });
  return (
    <Card title={t('neighbours.title')}>
      {isLoading && <Loading />}
      <Failure error={error} />
      {data && <Compared rows={data.results} />}
      {data && (
        <Wide label={t('neighbours.title')} height={360}>
          <Table verticalSpacing={3} horizontalSpacing={6} fz="sm" stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('column.place')}</Table.Th><Table.Th>{t('column.serial')}</Table.Th>
                <Table.Th>{t('column.state')}</Table.Th><Table.Th ta="right">{t('filter.quality')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{[...data.results].sort(byPlace).map((row) => <NeighbourRow key={row.id} row={row} stale={stale} />)}</Table.Tbody>
          </Table>
        </Wide>
      )}
    </Card>
  );
}
