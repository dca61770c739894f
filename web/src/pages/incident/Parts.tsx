// SPDX-License-Identifier: Apache-2.0
//
// The parts of an incident's page that are tables: evidence, timeline, deliveries, similar ones.
import { Anchor, Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { sentenceOf } from '@/api/incidents';
import { useApi } from '@/api/query';
import { translate } from '@/phrasebook/translate';
import { Age, Badge, Duration, Failure, Loading, Moment, Num, Wide } from '@/ui';
import { Section } from '../olt/Figures';
import { codedText, valueText, wordOf } from './words';

interface Of {
  id: number;
}

const LINES = 200;
const path = (id: number) => ({ path: { id: String(id) } });
/** Only what is said of this one. */
const concerns = (id: number) => (event: Record<string, unknown>) => event.incident === undefined || event.incident === id || event.id === id;

function Rows({ title, heads, width = 420, none, error, isLoading, children, count }: {
  title: string; heads: string[]; width?: number; none: string; error: unknown; isLoading: boolean; children: ReactNode; count: number;
}) {
  return (
    <Section title={title}>
      {isLoading && <Loading />}
      <Failure error={error} />
      {!isLoading && !error && count === 0 && <Text size="sm" c="dimmed">{none}</Text>}
      {count > 0 && (
        <Wide label={title} width={width} height={420}>
          <Table verticalSpacing={4} fz="sm">
            <Table.Thead><Table.Tr>{heads.map((head) => <Table.Th key={head}>{head}</Table.Th>)}</Table.Tr></Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </Wide>
      )}
    </Section>
  );
}

export function Evidence({ id }: Of) {
  const { t, i18n } = useTranslation(['incident', 'common']);
  const { data, error, isLoading } = useApi('/api/v1/incidents/{id}/evidence/', path(id), { topics: ['incidents'], concerns: concerns(id), keep: true });
  const rows = (data?.results ?? []).filter(({ key }) => key !== 'outlook'); // it is said beside the sentence
  return (
    <Rows title={t('evidence.title')} heads={[t('evidence.what'), t('evidence.value'), t('evidence.at')]} none={t('evidence.none')}
      error={error} isLoading={isLoading} count={rows.length}>
      {rows.map((row) => (
        <Table.Tr key={row.key}>
          <Table.Td>{wordOf(t as TFunction, row.key ?? '')}</Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(t as TFunction, row.value, i18n.language)}</Table.Td>
          <Table.Td><Age at={row.at} /></Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

/** "opened: affected 64, class fibre", as far as there are words. */
function Line({ line }: { line: Schemas['IncidentLog'] }) {
  const { t, i18n } = useTranslation(['incident', 'common']);
  const details = Object.entries((line.details ?? {}) as Record<string, unknown>).filter(([, value]) => value !== null && value !== '');
  return (
    <Table.Tr>
      <Table.Td><Moment at={line.at} /></Table.Td>
      <Table.Td>{t(`log.${line.kind}`, { defaultValue: line.kind ?? '' })}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {details.map(([key, value]) => `${wordOf(t as TFunction, key)}: ${valueText(t as TFunction, value, i18n.language)}`).join('; ')}
      </Table.Td>
      <Table.Td>{line.who || <span className="quiet">Facho</span>}</Table.Td>
    </Table.Tr>
  );
}

export function Timeline({ id }: Of) {
  const { t } = useTranslation('incident');
  const { data, error, isLoading } = useApi('/api/v1/incidents/{id}/timeline/', { ...path(id), query: { ordering: '-id', page_size: LINES } },
    { topics: ['incidents', 'deliveries'], concerns: concerns(id), keep: true });
  const rows = data?.results ?? [];
  return (
    <Rows title={t('timeline.title')} heads={[t('timeline.at'), t('timeline.what'), t('timeline.more'), t('timeline.who')]} width={560}
      none={t('timeline.none')} error={error} isLoading={isLoading} count={rows.length}>
      {rows.map((line) => <Line key={line.id} line={line} />)}
    </Rows>
  );
}

export function Deliveries({ id }: Of) {
  const { t } = useTranslation(['incident', 'notice']);
  const { data, error, isLoading } = useApi('/api/v1/outbox/', { query: { incident: String(id), ordering: '-id', page_size: LINES } },
    { topics: ['incidents', 'deliveries'], keep: true });
  const rows = data?.results ?? [];
  return (
    <Rows title={t('deliveries.title')} heads={[t('deliveries.who'), t('deliveries.by'), t('deliveries.at'), t('deliveries.arrived')]} width={520}
      none={t('deliveries.none')} error={error} isLoading={isLoading} count={rows.length}>
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td>
            <b>{row.target_name}</b>
            <div className="quiet">{t(`notice:act.${row.act}`, { defaultValue: row.act ?? '' })}{row.is_test && ` · ${t('notice:isTest')}`}</div>
          </Table.Td>
          <Table.Td>{t(`notice:kind.${row.channel_kind}`, { defaultValue: row.channel_kind ?? '' })}</Table.Td>
          <Table.Td><Age at={row.sent_at ?? row.created_at} /></Table.Td>
          <Table.Td><Badge kind="delivery" value={row.state} hint={translate(row.last_error)} /></Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

export function Similar({ id }: Of) {
  const { t, i18n } = useTranslation('incident');
  const { data, error, isLoading } = useApi('/api/v1/incidents/{id}/similar/', path(id));
  const rows = data?.results ?? [];
  const length = (row: Schemas['Incident']) => (row.resolved_at && row.since_at ? Date.parse(row.resolved_at) - Date.parse(row.since_at) : null);
  return (
    <Rows title={t('similar.title')} heads={[t('similar.what'), t('customers'), t('since'), t('similar.length'), t('similar.was')]} width={560}
      none={t('similar.none')} error={error} isLoading={isLoading} count={rows.length}>
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td><Anchor component={Link} to={`/incidents/${row.id}`} size="sm">{sentenceOf(row, i18n.language) || row.id}</Anchor></Table.Td>
          <Table.Td ta="right"><Num value={row.affected_max} /></Table.Td>
          <Table.Td><Age at={row.since_at} /></Table.Td>
          <Table.Td><Duration ms={length(row)} /></Table.Td>
          <Table.Td>{codedText(t as TFunction, 'class', row.real_cause || row.cause_class || 'unknown')}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
