// SPDX-License-Identifier: Apache-2.0
//
// The events of an ONU, newest first.
import { Anchor, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Moment } from '@/ui/moments';
import { Failure, Loading } from '@/ui/Page';
import { badgeWord } from '@/ui/Badge';
import { stateWord } from '@/ui/states';
import { Wide } from '@/ui/Wide';
import { Card } from './Card';
import { eventValue } from './event-words';
import type { Onu } from './model';

const FIRST = 20;
const MORE = 200;

/** What it became, and why; the device's own words are in its title. */
function StateEvent({ event }: { event: Schemas['OnuEvent'] }) {
  const { t } = useTranslation('common');
  const cause = event.cause ? `: ${badgeWord(t, 'cause', event.cause)}` : '';
  return <span title={`${event.before || '–'} → ${event.after || '–'}`}>{stateWord(t, event.state ?? '')}{cause}</span>;
}

function Change({ event }: { event: Schemas['OnuEvent'] }) {
  const { t } = useTranslation('common');
  if (event.kind === 'run_state' && event.state) return <StateEvent event={event} />;
  if (event.kind === 'dropped') return <Moment at={event.after} />;
  const before = eventValue(t, event.kind, event.before);
  const after = eventValue(t, event.kind, event.after);
  if (!before && !after) return <span className="quiet">–</span>;
  if (!before) return <>{after}</>;
  return <>{before} <span className="quiet">→</span> {after || '–'}</>;
}

function EventRow({ event }: { event: Schemas['OnuEvent'] }) {
  const { t } = useTranslation('onu');
  return (
    <Table.Tr>
      <Table.Td><Moment at={event.at} /></Table.Td>
      <Table.Td>{t(`event.${event.kind}`, { defaultValue: event.kind ?? '' })}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}><Change event={event} /></Table.Td>
      <Table.Td ta="right">
        {event.execution && (
          <Anchor component={Link} to={`/executions/${event.execution}`} size="sm" className="num">{event.execution}</Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

export function Events({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const [size, setSize] = useState(FIRST);
  const { data, error, isLoading } = useApi('/api/v1/onus/{id}/events/', {
    path: { id: String(onu.id) }, query: { ordering: '-at', page_size: size },
  }, { topics: ['executions'], concerns: (event) => event.olt === onu.olt && event.kind === 'ended', keep: true });
  const rows = data?.results ?? [];
  return (
    <Card title={t('events')}>
      {isLoading && <Loading />}
      <Failure error={error} />
      {data && rows.length === 0 && <Text size="sm" c="dimmed">{t('noEvents')}</Text>}
      {rows.length > 0 && (
        <Wide label={t('events')} width={520}>
          <Table verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('eventAt')}</Table.Th><Table.Th>{t('eventKind')}</Table.Th>
                <Table.Th>{t('eventChange')}</Table.Th><Table.Th ta="right">{t('eventRun')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{rows.map((event) => <EventRow key={event.id} event={event} />)}</Table.Tbody>
          </Table>
        </Wide>
      )}
      {data && data.count > rows.length && size < MORE && (
        <Button mt="xs" size="xs" variant="default" onClick={() => setSize(MORE)}>{t('moreEvents', { count: data.count })}</Button>
      )}
    </Card>
  );
}
