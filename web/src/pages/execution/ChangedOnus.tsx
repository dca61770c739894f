// SPDX-License-Identifier: Apache-2.0
import { Anchor, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Wide } from '@/ui';
import { eventValue } from '../onu/event-words';

type Execution = Schemas['Execution'];

const SHOWN = 50;

/** Events have the moment of the answer: between start and end, with room for rounding. */
function whenOf({ started_at, finished_at }: Execution) {
  const end = finished_at ? Date.parse(finished_at) : Date.now();
  return { at__gte: started_at ?? undefined, at__lt: new Date(end + 1000).toISOString() };
}

/** The ONUs about which it brought news. */
export function ChangedOnus({ execution }: { execution: Execution }) {
  const { t } = useTranslation('execution');
  const isThrough = execution.finished_at !== null && execution.started_at !== null;
  const { data } = useApi('/api/v1/olts/{id}/events/', {
    path: { id: String(execution.olt) },
    query: { execution: String(execution.id), ...(isThrough ? whenOf(execution) : {}), page_size: SHOWN },
  }, { enabled: isThrough });
  if (!data || (data.count === 0 && !execution.onus_seen)) return null;
  return (
    <section>
      <Title order={2} mb="xs">{t('detail.events')} {data.count > 0 && <Text span c="dimmed">({data.count})</Text>}</Title>
      {data.count === 0 ? <Text c="dimmed">{t('detail.eventsNone')}</Text> : (
        <Wide label={t('detail.events')} width={500}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>ONU</Table.Th>
                <Table.Th>{t('detail.what')}</Table.Th>
                <Table.Th>{t('detail.before')}</Table.Th>
                <Table.Th>{t('detail.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.results.map((event) => (
                <Table.Tr key={event.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/onus/${event.onu}`} className="mono">{event.serial || event.place}</Anchor>
                  </Table.Td>
                  <Table.Td>{t(`detail.kind.${event.kind}`, { defaultValue: event.kind })}</Table.Td>
                  <Table.Td>{eventValue(t, event.kind, event.before)}</Table.Td>
                  <Table.Td>{eventValue(t, event.kind, event.after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
    </section>
  );
}
