// SPDX-License-Identifier: Apache-2.0
//
// A line of an incident's timeline as a sentence.
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';
import { momentText } from '@/api/incidents';
import { within } from '@/ui/states';
import { codedText, valueText, wordOf } from './words';

type Details = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isCount = (value: unknown): value is number => typeof value === 'number';

/** What people wrote or chose. */
function ofPeople(t: TFunction, kind: string, details: Details): string | null {
  const text = textOf(details.text);
  switch (kind) {
    case 'note': return text ? t('incident:said.note', { text }) : t('incident:said.noNote');
    case 'assign': return text ? t('incident:said.assign', { text }) : t('incident:said.unassign');
    case 'close': return details.false_alarm ? t('incident:said.false') : text && t('incident:said.close', { text: codedText(t, 'close', text) });
    case 'real_cause': return text && t('incident:said.realCause', { text: codedText(t, 'class', text) });
    default: return null;
  }
}

/** What the watch found, with its numbers. */
function ofWatch(t: TFunction, kind: string, details: Details, language: string): string | null {
  const word = (key: string) => valueText(t, details[key], language);
  const { affected, recovered, down, of, confidence } = details;
  switch (kind) {
    case 'suspected': return isCount(down) ? t('incident:said.suspected', { count: down }) : null;
    case 'opened': return isCount(affected) && affected > 0 ? t('incident:said.opened', { count: affected }) : null;
    case 'recovering': case 'resolved':
      return isCount(affected) && isCount(recovered) && recovered > 0 ? t(`incident:said.${kind}`, { count: recovered, n: affected }) : null;
    case 'merged': return details.incident ? t('incident:said.merged', { id: details.incident }) : null;
    case 'cause': return t(isCount(confidence) && confidence > 0 ? 'incident:said.causeSure' : 'incident:said.cause', { cause: word('cause'), percent: confidence });
    case 'severity': return t('incident:said.severity', { level: word('severity') });
    case 'place': return t('incident:said.place', { place: word('root') });
    case 'look': return isCount(of) ? t('incident:said.look', { count: of, n: down }) : t('incident:said.lookAsked');
    case 'ack_lapsed': return t('incident:said.lapsed', { why: word('why') });
    case 'unstable': return isCount(details.times) ? t('incident:said.unstable', { count: details.times }) : null;
    default: return null;
  }
}

/** For kinds of later versions: "grew; affected: 64", as far as there are words. */
function inPieces(t: TFunction, kind: string, details: Details, language: string): string {
  const pieces = Object.entries(details).filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${wordOf(t, key)}: ${valueText(t, value, language)}`);
  return [t(`incident:log.${kind}`, { defaultValue: kind }), ...pieces].join('; ');
}

const SAYS_NO_MORE = ['opened', 'recovering', 'resolved', 'closed', 'dismissed', 'merged', 'close', 'real_cause', 'unack'];

/** "Looked again: 16 of 16 are down". */
export function lineText(t: TFunction, { kind, details }: Pick<Schemas['IncidentLog'], 'kind' | 'details'>, language: string): string {
  const name = kind ?? '';
  const all = (details ?? {}) as Details;
  if (name === 'ack' && isCount(all.until_ms))
    return t('incident:said.ack', { until: momentText(t, new Date(all.until_ms).toISOString(), language) });
  const said = ofPeople(t, name, all) || ofWatch(t, name, all, language);
  return said || inPieces(t, name, SAYS_NO_MORE.includes(name) ? {} : all, language);
}

/** "Message to NOC: correction, arrived". */
export function toldText(t: TFunction, row: Schemas['OutboxRow']): string {
  return t('incident:said.told', {
    target: row.target_name, what: t(`notice:act.${row.act}`, { defaultValue: row.act ?? '' }),
    state: within(t(`common:state.delivery.${row.state}`, { defaultValue: row.state ?? '' })),
  });
}
