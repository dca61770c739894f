// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { useIsCutOff } from '@/live/live';
import { plainNumber, type Speech } from './list/text';
import { sayAge, sayDuration, sayMoment, sayStamp, sayZone, useNow, type When } from './time';

const NONE = '–';

/** How long ago, with the exact moment behind it. staleAfterMs or stale: amber, "it is old". */
export function Age({ at, stale = false, staleAfterMs }: { at?: When | null; stale?: boolean; staleAfterMs?: number }) {
  const { i18n, t } = useTranslation();
  const now = useNow();
  const cutOff = useIsCutOff();
  if (at == null) return <span className="quiet">{NONE}</span>;
  const isOld = stale || (staleAfterMs !== undefined && now - new Date(at).getTime() > staleAfterMs);
  return (
    <time dateTime={new Date(at).toISOString()} className={`num nowrap ${isOld ? 'tone-warn' : cutOff ? 'quiet' : ''}`}
      title={`${sayMoment(at, i18n.language)} · ${sayZone(i18n.language, at)}${isOld ? ` · ${t('stale')}` : ''}`}>
      {sayAge(at, now, i18n.language)}
    </time>
  );
}

const stampOf = ({ at }: { at?: When | null }) => (at == null ? '' : sayStamp(at));
Age.asText = stampOf;

export function Moment({ at }: { at?: When | null }) {
  const { i18n } = useTranslation();
  if (at == null) return <span className="quiet">{NONE}</span>;
  return <time dateTime={new Date(at).toISOString()} title={sayZone(i18n.language, at)} className="num nowrap">{sayMoment(at, i18n.language)}</time>;
}

Moment.asText = stampOf;

export function Duration({ ms }: { ms?: number | null }) {
  const { i18n } = useTranslation();
  if (ms == null) return <span className="quiet">{NONE}</span>;
  return <span className="num nowrap">{sayDuration(ms, i18n.language)}</span>;
}

Duration.asText = ({ ms }: { ms?: number | null }, { language }: Speech) => (ms == null ? '' : sayDuration(ms, language));

/** An optical level; quality colours it, and never if it is stale. */
export function Level({ dbm, quality, stale = false }: {
  dbm?: number | null; quality?: 'good' | 'warn' | 'bad'; stale?: boolean;
}) {
  const { i18n } = useTranslation();
  const cutOff = useIsCutOff();
  if (dbm == null) return <span className="quiet">{NONE}</span>;
  const text = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(dbm);
  const tone = stale || cutOff ? 'tone-calm' : quality ? `tone-${quality}` : '';
  return <span className={`num nowrap ${tone}`}>{text.replace('-', '−')} dBm</span>;
}

/** The unit is the column's. */
Level.asText = ({ dbm }: { dbm?: number | null }) => plainNumber(dbm);

/** A number with its language's separators. */
export function Num({ value }: { value?: number | null }) {
  const { i18n } = useTranslation();
  if (value == null) return <span className="quiet">{NONE}</span>;
  return <span className="num">{new Intl.NumberFormat(i18n.language).format(value)}</span>;
}

Num.asText = ({ value }: { value?: number | null }) => plainNumber(value);
