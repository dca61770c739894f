// SPDX-License-Identifier: Apache-2.0
//
// Incidents, for all pages that tell of them.
import type { TFunction } from 'i18next';
import { sayShort, type When } from '@/ui/time';
import type { Schemas } from './client';
import { useApi } from './query';

export type Incident = Schemas['Incident'];
export type Severity = 'critical' | 'major' | 'minor' | 'info';

export const STATES = ['suspect', 'open', 'recovering', 'resolved', 'closed', 'dismissed', 'merged'] as const;
export const SEVERITIES: Severity[] = ['critical', 'major', 'minor', 'info'];
export const CLASSES = ['fibre', 'power', 'equipment', 'admin', 'collector', 'optical', 'unknown'] as const;

const GOING_ON = ['suspect', 'open', 'recovering'];

export const isGoingOn = ({ state }: Pick<Incident, 'state'>) => GOING_ON.includes(state ?? '');

/** We do not see them: nobody knows whether their customers have service. */
export const isSilent = ({ kind }: Pick<Incident, 'kind'>) => kind === 'olt_silent' || kind === 'site_silent';

interface Sentences {
  sentence_en: string | null;
  sentence_es: string | null;
}

/** The server makes it in both languages. */
export function sentenceOf(of: Sentences, language: string): string {
  return (language.startsWith('es') ? of.sentence_es : of.sentence_en) ?? '';
}

/** How sure it is, in words; below a half no cause is named. */
export function sureOf(confidence: number | null): 'certain' | 'probable' | 'possible' | null {
  const n = confidence ?? 0;
  return n >= 90 ? 'certain' : n >= 70 ? 'probable' : n >= 50 ? 'possible' : null;
}

type Caused = Pick<Incident, 'kind' | 'cause_class' | 'confidence'>;

/** Classes that say no more than the kind: levels that got worse, a network that we do not see. */
const SAID_BY_KIND = ['optical', 'collector'];

/** "Fibre, almost certain"; what it is where customers are not simply down: "The OLT does not answer". t: of any namespace. */
export function causeText(t: TFunction, { kind, cause_class: name, confidence }: Caused): string {
  const sure = sureOf(confidence);
  const isKnown = sure !== null && name !== 'unknown';
  const cause = isKnown
    ? t('incident:causeSure', { cause: t(`incident:class.${name}`, { defaultValue: name }), sure: t(`incident:sure.${sure}`) })
    : t('incident:class.unknown');
  if (!kind || kind === 'outage') return cause;
  const what = t(`incident:kinds.${kind}`, { defaultValue: kind });
  return isKnown && !SAID_BY_KIND.includes(name ?? '') ? t('incident:kindCause', { kind: what, cause }) : what;
}

/** Within a sentence: "las 10:02", "el 14 nov, 02:31". */
export function momentText(t: TFunction, at: When | null, language: string): string {
  if (at === null) return '';
  const text = sayShort(at, language);
  return t(/^\d+:\d+$/.test(text) ? 'incident:clock' : 'incident:day', { at: text });
}

interface Params {
  olt?: string;
  site?: string;
  port?: string;
  card?: string;
  node?: string;
  onu?: string;
  k?: number;
  d_m?: number;
  d1_m?: number;
  d2_m?: number;
}

export const paramsOf = ({ params }: Pick<Incident, 'params'>) => (params ?? {}) as Params;

/** Where it is: "OLT centro, port 0/1/3, box C-14". */
export function placeOf(t: TFunction, incident: Pick<Incident, 'params' | 'root_kind' | 'place_text' | 'olt_name'>): string {
  const { olt = incident.olt_name ?? '', site, port, card, node, onu, k } = paramsOf(incident);
  const isZone = incident.root_kind === 'zone';
  const isWide = !!site && (isZone || incident.root_kind === 'site');
  const parts = [
    isWide && site, !isWide && olt && `OLT ${olt}`, isZone && !site && !olt && t('incident:severalOlts'),
    (isZone || incident.root_kind === 'ports') && k ? t('incident:ports', { count: k }) : port ? t('incident:inPort', { place: port }) : card && t('incident:inCard', { card }),
    node, onu && `ONU ${onu}`,
  ].filter(Boolean);
  return parts.join(', ') || incident.place_text || 'Facho';
}

/** Of an OLT: those that are going on, but for those of a single ONU. */
export function useIncidentsOfOlt(olt: number | null | undefined) {
  const answer = useApi('/api/v1/incidents/', { query: { olt: String(olt), open: 'true', page_size: 20, ordering: '-severity' } },
    { topics: ['incidents'], enabled: olt != null, keep: true });
  return (answer.data?.results ?? []).filter(({ root_kind: root }) => root !== 'onu');
}

/** Whether what happened concerns a port: its own, its card's, its OLT's. */
export function touchesPort(incident: Pick<Incident, 'place'>, place: string): boolean {
  return !incident.place || incident.place === place || place.startsWith(`${incident.place}/`);
}
