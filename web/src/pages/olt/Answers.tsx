// SPDX-License-Identifier: Apache-2.0
//
// The columns that the device does not have. Firmware versions differ more than models.
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Age, Badge, Wide } from '@/ui';
import { Section } from './Figures';
import { concernsOlt, type Olt } from './olt';

/** The catalogue's names of a profile's OIDs. */
function useOidNames(profile: string | null): Map<string, string> {
  const oids = useApi('/api/v1/oids/', { query: { profile: profile ?? '', page_size: 1000 } }, { enabled: !!profile });
  return new Map((oids.data?.results ?? []).map((row) => [row.oid ?? '', `${row.table}/${row.name}`]));
}

/** Has a job ever brought anything? That it answers "are you there" says nothing about columns. undefined: not known yet. */
function useWasRead(olt: Olt): boolean | undefined {
  const nodes = useApi('/api/v1/olts/{id}/nodes/', { path: { id: String(olt.id) }, query: { page_size: 1000 } },
    { topics: ['executions'], concerns: concernsOlt(olt.id) });
  return nodes.data?.results.some((node) => node.last_success_at !== null);
}

export function Answers({ olt }: { olt: Olt }) {
  const { t } = useTranslation('olt');
  const names = useOidNames(olt.profile ?? null);
  const columns = useApi('/api/v1/olts/{id}/columns/', { path: { id: String(olt.id) }, query: { page_size: 1000, ordering: 'oid' } },
    { topics: ['executions'], concerns: concernsOlt(olt.id) });
  const rows = columns.data?.results ?? [];
  const wasRead = useWasRead(olt);
  if (!columns.data || wasRead === undefined) return null;
  const says = rows.length ? 'text' : wasRead ? 'all' : 'unread';
  return (
    <Section title={t('columns.title')}>
      <Text size="sm" c="dimmed" mb="xs">{t(`columns.${says}`)}</Text>
      {rows.length > 0 && (
        <Wide label={t('columns.title')} width={520}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('columns.name')}</Table.Th>
                <Table.Th>{t('columns.oid')}</Table.Th>
                <Table.Th>{t('field.state')}</Table.Th>
                <Table.Th ta="right">{t('columns.since')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.oid}>
                  <Table.Td>{names.get(row.oid ?? '') ?? '–'}</Table.Td>
                  <Table.Td className="mono">{row.oid}</Table.Td>
                  <Table.Td>
                    <Badge kind="column" value={row.state} label={t(`columns.state.${row.state}`, { defaultValue: row.state ?? '' })} />
                  </Table.Td>
                  <Table.Td ta="right"><Age at={row.since} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
    </Section>
  );
}
