// SPDX-License-Identifier: Apache-2.0
//
// Converts a job of the API to the values of its form and back.
import type { Schemas } from '@/api/client';
import { CUSTOM } from '@/ui/purposes';
import { isSpan, spanText } from './schedule';

export type Job = Schemas['Job'];
export type Oid = Schemas['OidRow'];
type JobAdd = Schemas['JobAdd'];

export const GENERIC = '1'; // the brand that fits every OLT
export const TYPES = ['discovery', 'get', 'walk', 'table', 'bulk'] as const;
export const LANES = ['high', 'discovery', 'polling', 'retry'] as const;
export const TARGETS = ['picked', 'filter', 'all'] as const;

/** Things are told by their numbers, as texts; an empty text is none. */
export interface JobValues {
  name: string;
  description: string;
  brand: string;
  type: (typeof TYPES)[number];
  oids: string[];
  mode: 'interval' | 'cron';
  interval: string;
  cron: string;
  target: (typeof TARGETS)[number];
  olts: string[];
  target_brand: string;
  target_model: string;
  target_site: string;
  priority: number | '';
  lane: string;
  max_retries: number | '';
  retry_delay: string;
  retry_grows: boolean;
  timeout: string;
  enabled: boolean;
}

export const NEW_JOB: JobValues = {
  name: '', description: '', brand: '', type: 'get', oids: [], mode: 'interval', interval: '5m', cron: '',
  target: 'all', olts: [], target_brand: '', target_model: '', target_site: '', priority: '', lane: '',
  max_retries: '', retry_delay: '2m', retry_grows: false, timeout: '', enabled: true,
};

const text = (value: number | string | null) => (value === null ? '' : String(value));

/** Whose index is not known is read whole; what a device asks each ONU for is asked by ONU. */
function typeOf(oid: Oid): JobValues['type'] {
  if (oid.purpose === 'discovery') return 'discovery';
  return oid.is_slow && !oid.purpose?.startsWith(CUSTOM) ? 'get' : 'walk';
}

/** A new job of one OID, for all OLTs that it fits, also for those that are added later. */
export function valuesForOid(oid: Oid): JobValues {
  return {
    ...NEW_JOB,
    name: [oid.profile, oid.name].filter(Boolean).join(' '),
    brand: text(oid.brand) || GENERIC,
    type: typeOf(oid),
    oids: [text(oid.id)],
    ...(oid.model && { target: 'filter', target_model: text(oid.model) }),
  };
}

export function valuesOf(job: Job, olts: string[]): JobValues {
  return {
    name: job.name ?? '',
    description: job.description ?? '',
    brand: text(job.brand_id),
    type: job.type as JobValues['type'],
    oids: job.oids.map(String),
    mode: job.cron ? 'cron' : 'interval',
    interval: spanText(job.interval_ms),
    cron: job.cron ?? '',
    target: job.target as JobValues['target'],
    olts,
    target_brand: text(job.target_brand),
    target_model: text(job.target_model),
    target_site: job.target_site ?? '',
    priority: job.priority ?? '',
    lane: job.lane ?? '',
    max_retries: job.max_retries ?? '',
    retry_delay: spanText(job.retry_delay_ms),
    retry_grows: job.retry_grows ?? false,
    timeout: spanText(job.timeout_ms),
    enabled: job.enabled ?? true,
  };
}

const idOf = (value: string) => (value ? Number(value) : null);

/** When it runs; what takes the place of the other is all that is sent. */
export function whenOf(values: Pick<JobValues, 'mode' | 'interval' | 'cron'>) {
  return values.mode === 'cron' ? { cron: values.cron.trim() } : { interval: values.interval.trim() };
}

/** A model is told beside its brand, which is the job's own unless that is generic. */
export function targetOf(values: JobValues): Pick<JobAdd, 'target' | 'target_brand' | 'target_model' | 'target_site'> {
  if (values.target !== 'filter') return { target: values.target };
  return {
    target: 'filter',
    target_brand: idOf(values.brand === GENERIC ? values.target_brand : values.brand),
    target_model: idOf(values.target_model),
    target_site: values.target_site.trim() || null,
  };
}

export function bodyOf(values: JobValues): JobAdd {
  return {
    name: values.name.trim(),
    description: values.description.trim() || null,
    brand: Number(values.brand),
    type: values.type,
    ...whenOf(values),
    ...targetOf(values),
    oids: values.oids.map(Number),
    ...(values.priority !== '' && { priority: values.priority }),
    ...(values.lane && { lane: values.lane as JobAdd['lane'] }),
    ...(values.max_retries !== '' && { max_retries: values.max_retries }),
    retry_delay: values.retry_delay.trim() || 0,
    retry_grows: values.retry_grows,
    timeout: values.timeout.trim() || 0,
    enabled: values.enabled,
  };
}

/** Are OLTs that are added later taken in? Words of i18n. */
export function laterWords(target: string, brand: string): string {
  return target === 'all' && brand === GENERIC ? 'later.anyBrand' : `later.${target}`;
}

/** What is wrong at first sight: words of i18n, by field. */
export function problemsOf(values: JobValues): Partial<Record<keyof JobValues, string>> {
  const spanWrong = (span: string) => (span.trim() && !isSpan(span) ? 'form.badInterval' : undefined);
  const interval = values.interval.trim() ? spanWrong(values.interval) : 'form.needInterval';
  const cron = values.cron.trim() ? undefined : 'form.needCron';
  return {
    name: values.name.trim() ? undefined : 'form.needName',
    brand: values.brand ? undefined : 'form.needBrand',
    oids: values.oids.length ? undefined : 'form.needOids',
    interval: values.mode === 'interval' ? interval : undefined,
    cron: values.mode === 'cron' ? cron : undefined,
    retry_delay: spanWrong(values.retry_delay),
    timeout: spanWrong(values.timeout),
  };
}
