// SPDX-License-Identifier: Apache-2.0
//
// The state of an ONU in one sentence: the first information for a customer call.
import type { TFunction } from 'i18next';
import { valueText } from '@/ui/chart/axis';
import type { Tone } from '@/ui/Badge';
import { toneOf } from '@/ui/Badge';
import { causeWord, within } from '@/ui/states';
import { sayShort } from '@/ui/time';
import { isOldReading, isSilent, levelWord, newestReading, STALE_MS, stateOf, type Onu, type Reading } from './model';

export interface Sentence {
  text: string;
  tone: Tone;
}

interface Telling {
  onu: Onu;
  now: number;
  language: string;
  t: TFunction<'onu'>;
}

const LEVEL_KEYS = ['onu_rx_dbm', 'olt_rx_dbm'] as const;
type LevelKey = (typeof LEVEL_KEYS)[number];

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** "12 days"; "a moment" below a minute. */
export function spanWords(ms: number, t: TFunction<'onu'>): string {
  const found = UNITS.find((unit) => ms >= unit.ms);
  return found ? t(`span.${found.unit}`, { count: Math.floor(ms / found.ms) }) : t('span.moment');
}

function ago(at: string | null | undefined, { now, t }: Telling): string | undefined {
  const ms = at ? now - Date.parse(at) : -1;
  return ms >= 0 ? spanWords(ms, t) : undefined;
}

function silence(telling: Telling): Sentence {
  const { onu, t } = telling;
  const why = t(onu.olt_enabled === false ? 'sentence.oltDisabled'
    : onu.olt_suspended_at ? 'sentence.oltSuspended' : 'sentence.oltNotAnswering');
  const span = ago(onu.olt_answer_at, telling);
  return { text: span ? t('sentence.silentFor', { span, why }) : t('sentence.silent', { why }), tone: 'warn' };
}

function absence(telling: Telling): Sentence {
  const { onu, t } = telling;
  const span = ago(onu.last_seen_at, telling);
  const text = span ? t('sentence.absentSince', { span, place: onu.place }) : t('sentence.absent');
  return { text, tone: 'calm' };
}

/** Why it is offline; the device's own word where we know no cause behind it. */
export function causeWords(onu: Onu, t: TFunction<'onu'>): string {
  const { cause, cause_label: label } = onu.facts.run;
  if (!cause) return '';
  const words = within(causeWord(t as TFunction, cause));
  return cause === 'unknown' && label ? t('sentence.unknownCause', { words, label }) : words;
}

const RANK = { good: 0, warn: 1, bad: 2 };

/** The worse of what it receives and what the OLT receives of it; old readings only where there is no other. */
export function worseDirection(onu: Onu, now: number): { key: LevelKey; reading: Reading & { value: number } } | undefined {
  const known = LEVEL_KEYS.flatMap((key) => {
    const reading = onu.values[key];
    return reading && typeof reading.value === 'number' ? [{ key, reading: { ...reading, value: reading.value } }] : [];
  });
  const fresh = known.filter(({ key, reading }) => !isOldReading(key, reading, now));
  const rank = ({ reading }: (typeof known)[number]) => RANK[reading.level ?? 'good'];
  return (fresh.length ? fresh : known).reduce<(typeof known)[number] | undefined>(
    (worst, next) => (worst && rank(worst) >= rank(next) ? worst : next), undefined);
}

function online(telling: Telling): Sentence {
  const { onu, t, language } = telling;
  const span = ago(onu.facts.run.since, telling);
  const worst = worseDirection(onu, telling.now);
  const parts = [span ? t('sentence.onlineFor', { span }) : t('sentence.online')];
  if (!worst) return { text: parts.join(', '), tone: 'good' };
  const { key, reading } = worst;
  const dbm = `${valueText(reading.value, language, 1)} dBm`;
  const level = key === 'olt_rx_dbm' ? t('sentence.oltReceives', { level: dbm }) : dbm;
  if (isOldReading(key, reading, telling.now)) {
    parts.push(t('sentence.levelThen', { level, span: ago(reading.at, telling) }));
    return { text: parts.join(', '), tone: 'calm' };
  }
  parts.push(level);
  if (reading.level) parts.push(t(`level.${levelWord(reading.value, reading.level, reading.limits)}`));
  return { text: parts.join(', '), tone: reading.level ?? 'good' };
}

function offline(telling: Telling): Sentence {
  const { onu, t, language } = telling;
  const { state, label, since } = onu.facts.run;
  if (!state && !label) return { text: t('sentence.unknown'), tone: 'calm' };
  const word = state === 'transitional' ? t('sentence.comingUp') : state ? t('sentence.offline') : (label ?? '');
  const when = since ? t('sentence.since', { word, when: sayShort(since, language) }) : word;
  const why = causeWords(onu, t);
  return { text: why ? `${when}: ${why}` : when, tone: toneOf('onu', stateOf(onu)) };
}

/** Where nothing new is known, that comes first; and nothing is green then. */
export function sentenceOf(telling: Telling): Sentence {
  const { onu, now, t } = telling;
  if (isSilent(onu)) return silence(telling);
  const said = !onu.facts.presence.is_present ? absence(telling)
    : onu.facts.run.state === 'online' ? online(telling) : offline(telling);
  const parts = [said.text];
  if (onu.facts.admin.state === 'disabled') parts.push(t('sentence.switchedOff'));
  if (onu.is_duplicate) parts.push(t('sentence.duplicate'));
  const newest = newestReading(onu);
  const isOld = newest > 0 && now - newest > STALE_MS;
  if (isOld) parts.push(t('sentence.old', { span: spanWords(now - newest, t) }));
  return { text: `${parts.join('; ')}.`, tone: isOld ? 'warn' : said.tone };
}
