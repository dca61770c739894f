// SPDX-License-Identifier: Apache-2.0
//
// The incidents of the past 30 days with the present routes: who would have been told. Nothing is
// sent.
import { Anchor, Badge, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sentenceOf } from '@/api/incidents';
import { useApi } from '@/api/query';
import type { Schemas } from '@/api/client';
import { Badge as StateBadge, Failure, Loading, Moment, Wide } from '@/ui';

type Row = Schemas['RoutePastRow'];

/** How many each would have been told of. */
function Sums({ rows }: { rows: Row[] }) {
  const { t } = useTranslation('notice');
  const counts = new Map<string, number>();
  for (const name of rows.flatMap(({ targets }) => [...new Set(targets)])) counts.set(name, (counts.get(name) ?? 0) + 1);
  const nobody = rows.filter(({ targets }) => !targets.length).length;
  return (
    <Group gap="xs">
      {[...counts].map(([name, count]) => <Badge key={name} variant="default" tt="none">{name}: {count}</Badge>)}
      {nobody > 0 && <Badge variant="default" tt="none" className="tone-warn">{t('past.nobody')}: {nobody}</Badge>}
    </Group>
  );
}

function Line({ row }: { row: Row }) {
  const { t, i18n } = useTranslation('notice');
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}><Moment at={row.since_at} /></Table.Td>
      <Table.Td><StateBadge kind="problem" value={row.severity} /></Table.Td>
      <Table.Td><Anchor component={Link} to={`/incidents/${row.incident}`} size="sm">{sentenceOf(row, i18n.language) || row.incident}</Anchor></Table.Td>
      <Table.Td>{row.targets.length ? [...new Set(row.targets)].join(', ') : <span className="quiet">{t('past.nobody')}</span>}</Table.Td>
    </Table.Tr>
  );
}

export function PastRoutes() {
  const { t } = useTranslation('notice');
  const { data, error, isLoading } = useApi('/api/v1/routes/past/', {}, { topics: ['changes'] });
  const rows = data?.results ?? [];
  return (
    <Paper withBorder p="md" component="section" aria-label={t('past.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('past.title')}</Title>
        <Text size="sm" c="dimmed">{t('past.about')}</Text>
        <Failure error={error} />
        {isLoading && <Loading />}
        {data && !rows.length && <Text size="sm">{t('past.none')}</Text>}
        {rows.length > 0 && <Sums rows={rows} />}
        {rows.length > 0 && (
          <Wide label={t('past.title')} width={640} height={360}>
            <Table fz="sm" verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>{['since', 'severity', 'what', 'whom'].map((key) => <Table.Th key={key} style={{ whiteSpace: 'nowrap' }}>{t(`past.${key}`)}</Table.Th>)}</Table.Tr>
              </Table.Thead>
              <Table.Tbody>{rows.map((row) => <Line key={row.incident} row={row} />)}</Table.Tbody>
            </Table>
          </Wide>
        )}
      </Stack>
    </Paper>
  );
}
