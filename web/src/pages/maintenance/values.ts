// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';
import { siteZone } from '@/ui';
import { asFilter, isComplete, type Condition } from '@/ui/filter';
import { fromLocal, localIn, toLocal } from '@/ui/zoned';
import { daysOf, firstAt, ruleOf } from './recur';

type Maintenance = Schemas['Maintenance'];

export type Recurs = 'once' | 'weekly' | 'rule';

export interface Values {
  title: string;
  filter: Condition[];
  mode: string;
  why: string;
  recurs: Recurs;
  /** By the clock of the zone. */
  from_at: string;
  until_at: string;
  days: string[];
  time: string;
  hours: number | '';
  rrule: string;
  zone: string;
}

const HOUR = 60;
const HOUR_S = 3600;

export function valuesOf(row?: Maintenance): Values {
  const zone = row?.zone ?? '';
  const clock = zone || siteZone();
  const rule = row?.rrule ?? '';
  const days = daysOf(rule);
  const from = row ? toLocal(row.from_at, clock) : localIn(HOUR);
  return {
    title: row?.title ?? '', filter: asFilter(row?.filter), mode: row?.mode ?? 'mute', why: row?.why ?? '', zone,
    recurs: rule === '' ? 'once' : days ? 'weekly' : 'rule', from_at: from, until_at: row ? toLocal(row.until_at, clock) : localIn(3 * HOUR),
    days: days ?? ['SU'], time: row ? from.slice(11) : '02:00', hours: row?.length_s ? row.length_s / HOUR_S : 2, rrule: rule,
  };
}

export function bodyOf(values: Values): object {
  const { title, filter, mode, why, recurs, zone } = values;
  const clock = zone || siteZone();
  const shared = { title: title.trim(), filter, mode, why: why.trim() };
  if (recurs === 'once')
    return { ...shared, from_at: fromLocal(values.from_at, clock), until_at: fromLocal(values.until_at, clock), rrule: '', zone: zone ?? '', length_s: null };
  const from = recurs === 'weekly' ? firstAt(values.from_at.slice(0, 10), values.time, values.days) : values.from_at;
  return {
    ...shared, from_at: fromLocal(from, clock), until_at: null, zone: clock, length_s: Math.round(Number(values.hours) * HOUR_S),
    rrule: recurs === 'weekly' ? ruleOf(values.days) : values.rrule.trim(),
  };
}

export function check(values: Values, t: TFunction): Partial<Record<keyof Values, string | null>> {
  const isOnce = values.recurs === 'once';
  const length = Date.parse(`${values.until_at}Z`) - Date.parse(`${values.from_at}Z`);
  return {
    title: values.title.trim() ? null : t('check.title'),
    filter: isComplete(values.filter) ? null : t('check.filter'),
    from_at: fromLocal(values.from_at) ? null : t('check.moment'),
    until_at: !isOnce ? null : !fromLocal(values.until_at) ? t('check.moment') : length <= 0 ? t('check.after') : null,
    days: values.recurs !== 'weekly' || values.days.length ? null : t('check.days'),
    time: values.recurs !== 'weekly' || /^\d\d:\d\d$/.test(values.time) ? null : t('check.moment'),
    hours: isOnce || Number(values.hours) > 0 ? null : t('check.hours'),
    rrule: values.recurs !== 'rule' || /^FREQ=/.test(values.rrule.trim()) ? null : t('check.rrule'),
  };
}
