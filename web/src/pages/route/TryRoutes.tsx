// SPDX-License-Identifier: Apache-2.0
//
// "Who would have been told": the routes as they are now, asked about an incident of before. Nothing is sent.
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { Failure, Loading, Moment, Wide } from '@/ui';
import { IncidentSelect } from '@/ui/IncidentSelect';

type Tried = Schemas['RouteTried'];

function Told({ tried }: { tried: Tried }) {
  const { t } = useTranslation('notice');
  const heads = [t('try.route'), t('try.whom'), t('try.at'), t('try.why')];
  if (!tried.results.length) return <Text size="sm" role="status">{t('try.nobody')}</Text>;
  return (
    <Wide label={t('try.title')} width={520}>
      <Table fz="sm">
        <Table.Thead><Table.Tr>{heads.map((head) => <Table.Th key={head}>{head}</Table.Th>)}</Table.Tr></Table.Thead>
        <Table.Tbody>
          {tried.results.map((line, i) => (
            <Table.Tr key={i}>
              <Table.Td>{t(`route.shipped.${line.route_name}`, { defaultValue: line.route_name ?? '' })}</Table.Td>
              <Table.Td>{line.target_name ?? <span className="quiet">{t('route.nobody')}</span>}</Table.Td>
              <Table.Td><Moment at={line.at} /></Table.Td>
              <Table.Td>{t(`try.whys.${line.why}`, { defaultValue: line.why })}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

export function TryRoutes() {
  const { t } = useTranslation('notice');
  const [incident, setIncident] = useState<string | null>(null);
  const tried = useQuery<Tried, ApiError>({
    queryKey: ['try-routes', incident], enabled: incident !== null,
    queryFn: () => ok(api.POST('/api/v1/routes/try/', { body: { incident: Number(incident) } })),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={t('try.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('try.title')}</Title>
        <Text size="sm" c="dimmed">{t('try.about')}</Text>
        <Group><IncidentSelect label={t('try.incident')} value={incident} onChange={setIncident} /></Group>
        <Failure error={tried.error} />
        {tried.isFetching && <Loading />}
        {tried.data && <Told tried={tried.data} />}
      </Stack>
    </Paper>
  );
}
