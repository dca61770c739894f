// SPDX-License-Identifier: Apache-2.0
//
// Each time the ONU was down: cause, start, end, duration. Newest first.
import { Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Duration, Moment } from '@/ui/moments';
import { Failure, Loading } from '@/ui/Page';
import { useNow } from '@/ui/time';
import { Wide } from '@/ui/Wide';
import { Card } from './Card';
import type { Onu } from './model';
import { useRange } from './range';
import { downTone, downWords, useTimeline } from './timeline';

const MOST = 50;

export function Outages({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const { range } = useRange();
  const now = useNow();
  const { data, error, isLoading } = useTimeline(onu, range);
  const rows = data?.outages.slice(0, MOST) ?? [];
  return (
    <Card title={t('outages.title')}>
      {isLoading && <Loading />}
      <Failure error={error} />
      {data && rows.length === 0 && <Text size="sm" c="dimmed">{t('outages.none')}</Text>}
      {rows.length > 0 && (
        <Wide label={t('outages.title')} width={520}>
          <Table verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('outages.what')}</Table.Th><Table.Th>{t('outages.since')}</Table.Th>
                <Table.Th>{t('outages.until')}</Table.Th><Table.Th ta="right">{t('outages.length')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.since}>
                  <Table.Td><span className={`tone-${downTone(row)}`}>{downWords(row, t as TFunction)}</span></Table.Td>
                  <Table.Td><Moment at={row.since} /></Table.Td>
                  <Table.Td>{row.until ? <Moment at={row.until} /> : t('outages.still')}</Table.Td>
                  <Table.Td ta="right"><Duration ms={row.until ? row.duration_ms : now - Date.parse(row.since)} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
    </Card>
  );
}
