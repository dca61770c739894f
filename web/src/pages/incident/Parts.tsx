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
import { Age, Badge, Duration, Failure, Loading, Num, sayMoment, sayShort, sayTime, Wide } from '@/ui';
import { Section } from '../olt/Figures';
import { lineText, toldText } from './timeline';
import { codedText, valueText, wordOf } from './words';

interface Of {
  id: number;
}

const LINES = 200;
const path = (id: number) => ({ path: { id: String(id) } });
const ofIncident = (id: number) => ({ query: { incident: String(id), ordering: '-id', page_size: LINES } });
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

/** What decides comes first; what nobody said is left out, but for those who could have said that they lost power. */
const ORDER = ['los', 'gasped', 'mute', 'waiting', 'burst_ms'];
const MAY_BE_NONE = ['los', 'gasped'];

function inOrder(all: Schemas['IncidentEvidence'][]) {
  const rank = (key: string | null) => (ORDER.indexOf(key ?? '') + ORDER.length + 1) % (ORDER.length + 1);
  return all.filter(({ key, value }) => key !== 'outlook' && (value !== 0 || MAY_BE_NONE.includes(key ?? ''))) // the outlook is beside the sentence
    .sort((one, other) => rank(one.key) - rank(other.key));
}

export function Evidence({ id }: Of) {
  const { t, i18n } = useTranslation(['incident', 'common']);
  const { data, error, isLoading } = useApi('/api/v1/incidents/{id}/evidence/', path(id), { topics: ['incidents'], concerns: concerns(id), keep: true });
  const rows = inOrder(data?.results ?? []);
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

interface Happening {
  key: string;
  at: string | null;
  text: string;
  who: string;
}

/** What the watch and people did, and the messages about it, the newest first. */
function useHappenings(id: number) {
  const { t, i18n } = useTranslation(['incident', 'notice', 'common']);
  const lines = useApi('/api/v1/incidents/{id}/timeline/', { ...path(id), query: { ordering: '-id', page_size: LINES } },
    { topics: ['incidents', 'deliveries'], concerns: concerns(id), keep: true });
  const told = useApi('/api/v1/outbox/', ofIncident(id), { topics: ['incidents', 'deliveries'], keep: true });
  const rows: Happening[] = [
    ...(lines.data?.results ?? []).map((line) => ({ key: `l${line.id}`, at: line.at, text: lineText(t as TFunction, line, i18n.language), who: line.who ?? '' })),
    ...(told.data?.results ?? []).map((row) => ({ key: `d${row.id}`, at: row.sent_at ?? row.created_at, text: toldText(t as TFunction, row), who: '' })),
  ];
  rows.sort((one, other) => Date.parse(other.at ?? '') - Date.parse(one.at ?? ''));
  return { rows, error: lines.error ?? told.error, isLoading: lines.isLoading };
}

/** Seconds where the day need not be said. */
function clockText(at: string, language: string): string {
  const short = sayShort(at, language);
  return /^\d+:\d+$/.test(short) ? sayTime(at, language) : short;
}

export function Timeline({ id }: Of) {
  const { t, i18n } = useTranslation('incident');
  const { rows, error, isLoading } = useHappenings(id);
  return (
    <Rows title={t('timeline.title')} heads={[t('timeline.at'), t('timeline.what'), t('timeline.who')]} width={280}
      none={t('timeline.none')} error={error} isLoading={isLoading} count={rows.length}>
      {rows.map((row) => (
        <Table.Tr key={row.key}>
          <Table.Td style={{ whiteSpace: 'nowrap' }} title={row.at ? sayMoment(row.at, i18n.language) : undefined}>{row.at && clockText(row.at, i18n.language)}</Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{row.text}</Table.Td>
          <Table.Td>{row.who || <span className="quiet">Facho</span>}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

export function Deliveries({ id }: Of) {
  const { t } = useTranslation(['incident', 'notice']);
  const { data, error, isLoading } = useApi('/api/v1/outbox/', ofIncident(id), { topics: ['incidents', 'deliveries'], keep: true });
  const rows = data?.results ?? [];
  return (
    <Rows title={t('deliveries.title')} heads={[t('deliveries.who'), t('deliveries.by'), t('deliveries.at'), t('deliveries.arrived')]} width={420}
      none={t('deliveries.none')} error={error} isLoading={isLoading} count={rows.length}>
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td>
            <Anchor component={Link} to={`/deliveries/${row.id}`} size="sm" fw={600}>{row.target_name}</Anchor>
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
