// SPDX-License-Identifier: Apache-2.0
//
// One incident: what it is in a sentence, how sure that is, whom it touches, where, what it rests on, what
// was done and who was told.
import { Alert, Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { causeText, isGoingOn, isSilent, momentText, paramsOf, sentenceOf } from '@/api/incidents';
import { useApi } from '@/api/query';
import { useIsCutOff } from '@/live/live';
import { Age, Badge, Duration, Failure, Loading, Moment, Num, Page, sayShort, sayTime, toneOf, useNow } from '@/ui';
import { Figures, type Figure } from '../olt/Figures';
import { Actions } from './Actions';
import { Members } from './Members';
import { Outlook } from './Outlook';
import { ActPanel, type Panel } from './Panels';
import { Deliveries, Evidence, Similar, Timeline } from './Parts';
import { Place } from './Place';
import { Silences } from './Silences';
import { useActs } from './useActs';
import { codedText } from './words';

type Whole = Schemas['Incident'];

/** Kinds whose customers go and come back, each of them kept. */
const LOSE_SERVICE = ['outage', 'planned'];
const COLOR: Record<string, string> = { bad: 'red', warn: 'yellow', busy: 'yellow', good: 'facho', calm: 'gray' };

/** Ranging says where customers are, and that the break is no farther than the nearest of them. */
function useDistance(incident: Whole): string {
  const { t, i18n } = useTranslation('incident');
  const { d_m: most = 0, d1_m: from = 0, d2_m: to = 0 } = paramsOf(incident);
  const km = (metres: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(metres / 1000);
  const parts = [to > 0 && t('customersAt', { from: km(from), to: km(to) }), most > 0 && !sentenceOf(incident, i18n.language).includes(`${km(most)} km`) && t('breakAt', { to: km(most) })];
  return parts.filter(Boolean).join(' ');
}

/** Red is for what must be acted on: a level that gets worse is not. */
function toneOfIncident({ state, severity }: Whole) {
  const tone = toneOf('incident', state ?? '');
  return tone === 'bad' && severity !== 'critical' && severity !== 'major' ? (severity === 'minor' ? 'warn' : 'calm') : tone;
}

function Sentence({ incident }: { incident: Whole }) {
  const { t, i18n } = useTranslation('incident');
  const cutOff = useIsCutOff();
  const tone = cutOff ? 'calm' : toneOfIncident(incident);
  const distance = useDistance(incident);
  return (
    <Alert color={COLOR[tone]} variant="light" p="sm" role="status" data-testid="sentence">
      <Text size="lg" fw={600} c="var(--mantine-color-text)">{sentenceOf(incident, i18n.language)}</Text>
      <Text size="sm" c="var(--mantine-color-text)">{t('causeIs', { cause: causeText(t as TFunction, { ...incident, kind: null }) })}</Text>
      {distance && <Text size="sm" c="var(--mantine-color-text)">{distance}</Text>}
      <Outlook incident={incident} />
    </Alert>
  );
}

/** What else is to be known of it, a line each. */
function Remarks({ incident }: { incident: Whole }) {
  const { t, i18n } = useTranslation('incident');
  const short = (at: string | null) => momentText(t as TFunction, at, i18n.language);
  const clock = (at: string | null) => (at ? sayShort(at, i18n.language) : '');
  const lines = [
    incident.merged_into && <Anchor key="m" component={Link} to={`/incidents/${incident.merged_into}`}>{t('mergedInto', { id: incident.merged_into })}</Anchor>,
    incident.repeat_of && <Anchor key="r" component={Link} to={`/incidents/${incident.repeat_of}`}>{t('repeatOf', { id: incident.repeat_of })}</Anchor>,
    incident.is_flapping && t('isFlapping'),
    (incident.reopened ?? 0) > 0 && t('reopenedTimes', { count: incident.reopened ?? 0 }),
    incident.blind_since_at && t('isBlind', { when: short(incident.blind_since_at) }),
    incident.acked_at && t(incident.acked_until_at ? 'ackedUntil' : 'ackedBy',
      { who: incident.acked_by, when: clock(incident.acked_at), until: short(incident.acked_until_at) }),
    incident.owner && t('ownedBy', { who: incident.owner }),
    incident.false_alarm && t('wasFalse'),
    incident.real_cause && t('realCauseIs', { what: codedText(t as TFunction, 'class', incident.real_cause) }),
    incident.close_reason && t('closedFor', { why: codedText(t as TFunction, 'close', incident.close_reason), who: incident.closed_by }),
    incident.is_held && t('isHeld'),
    incident.note && t('noteIs', { note: incident.note }),
  ].filter(Boolean);
  if (!lines.length) return null;
  return <Stack gap={2}>{lines.map((line, i) => <Text size="sm" component="div" key={i}>{line}</Text>)}</Stack>;
}

/** A moment where the device told it; otherwise between two readings. */
function Since({ incident }: { incident: Whole }) {
  const { t, i18n } = useTranslation('incident');
  const { since_at: since, since_from_at: from } = incident;
  if (!from || !since) return null;
  if (from === since) return incident.kind === 'outage' ? <>{t('exact')}</> : null;
  const [first, last] = [momentText(t as TFunction, from, i18n.language), momentText(t as TFunction, since, i18n.language)];
  // Within a minute the seconds tell them apart.
  const inSeconds = (at: string) => t('clock', { at: sayTime(at, i18n.language) });
  return <>{first === last ? t('between', { from: inSeconds(from), until: inSeconds(since) }) : t('between', { from: first, until: last })}</>;
}

/** Who lost service and came back; others are only counted, if it concerns customers at all. */
function customersOf(t: TFunction, incident: Whole): Figure[] {
  const { at_risk: atRisk, affected, affected_max: most } = incident;
  if (isSilent(incident)) return [{ label: t('unseen'), value: <Num value={atRisk} />, note: t('unseenText') }];
  const now = {
    label: t('affectedNow'), value: <span className={isGoingOn(incident) && affected ? 'tone-bad' : ''}><Num value={affected} /></span>,
    note: atRisk ? t('ofAtRisk', { count: atRisk }) : undefined,
  };
  if (!LOSE_SERVICE.includes(incident.kind ?? '')) return most ? [now, { label: t('most'), value: <Num value={most} /> }] : [];
  return [
    now, { label: t('most'), value: <Num value={most} /> }, { label: t('returned'), value: <Num value={incident.recovered} /> },
    { label: t('leftOver'), value: <span className={incident.left_over ? 'tone-warn' : ''}><Num value={incident.left_over} /></span> },
  ];
}

function HowMuch({ incident }: { incident: Whole }) {
  const { t, i18n } = useTranslation('incident');
  const now = useNow();
  const end = incident.resolved_at ?? incident.closed_at;
  const length = incident.since_at ? (end ? Date.parse(end) : now) - Date.parse(incident.since_at) : null;
  return (
    <Figures of={[
      ...customersOf(t as TFunction, incident),
      { label: t('since'), value: incident.since_at ? sayShort(incident.since_at, i18n.language) : '–', note: <Since incident={incident} /> },
      { label: t('length'), value: <Duration ms={length} />,
        note: end ? <Moment at={end} /> : <>{t('detected')}: <Age at={incident.detected_at} /></> },
    ]} />
  );
}

function Shown({ incident }: { incident: Whole }) {
  const { t } = useTranslation('incident');
  const id = incident.id ?? 0;
  const acts = useActs(id);
  const [panel, setPanel] = useState<Panel | null>(null);
  return (
    <Page title={t('one', { id })} breadcrumbs={[{ title: t('title'), to: '/incidents' }]}
      aside={<Group gap="xs"><Badge kind="incident" value={incident.state} /><Badge kind="problem" value={incident.severity} /></Group>}
      actions={<Actions incident={incident} acts={acts} open={setPanel} />}>
      {panel && <ActPanel key={panel} panel={panel} incident={incident} acts={acts} close={() => setPanel(null)} />}
      <Place incident={incident} />
      <Sentence incident={incident} />
      <Remarks incident={incident} />
      <HowMuch incident={incident} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Evidence id={id} />
        <Deliveries id={id} />
      </SimpleGrid>
      {LOSE_SERVICE.includes(incident.kind ?? '') && <Members incident={incident} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Timeline id={id} />
        <Stack gap="md">
          <Silences incident={incident} />
          <Similar id={id} />
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useApi('/api/v1/incidents/{id}/', { path: { id } }, {
    topics: ['incidents'], concerns: (event) => event.id === undefined || String(event.id) === id, everyMs: 30_000,
  });
  if (data) return <Shown key={id} incident={data} />;
  return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />;
}
