// SPDX-License-Identifier: Apache-2.0
//
// The form of an OLT: its values are texts, which are converted to the fields of the API when they
// are sent. The API never returns secrets: an empty one is not changed.
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';
import type { Olt } from './olt';

type OltAdd = Schemas['OltAdd'];

export interface OltValues {
  name: string;
  address: string;
  port: number | '';
  site: string;
  description: string;
  enabled: boolean;
  version: '1' | '2c' | '3';
  community: string;
  v3_user: string;
  v3_context: string;
  v3_auth: string;
  v3_priv: string;
  auth_pass: string;
  priv_pass: string;
  brand: string;
  model: string;
  /** What a test found out; it goes with the brand. */
  profile: string;
  /** Of a new one: apply the standard jobs too. */
  standard: boolean;
  latitude: number | '';
  longitude: number | '';
  timeout_ms: number | '';
  retries: number | '';
  repetitions: number | '';
  in_flight: number | '';
  batch: string;
}

export const NEW_OLT: OltValues = {
  name: '', address: '', port: 161, site: '', description: '', enabled: true, version: '2c', community: '',
  v3_user: '', v3_context: '', v3_auth: '', v3_priv: '', auth_pass: '', priv_pass: '', brand: '', model: '',
  profile: '', standard: true,
  latitude: '', longitude: '', timeout_ms: '', retries: '', repetitions: '', in_flight: '', batch: '',
};

/** The brand whose profile fits every device: interfaces and uptime. */
export const ANY_DEVICE = 'Standard MIBs';

/** What a device is when nobody knows it. */
export const AS_ANY_DEVICE = { brand: ANY_DEVICE, model: '', profile: 'standard_mibs' };

/** The brand that stands for "not known yet". */
const NO_BRAND = 'Generic';

export function valuesOf(olt: Olt): OltValues {
  return {
    ...NEW_OLT,
    name: olt.name ?? '',
    address: olt.address ?? '',
    port: olt.port,
    site: olt.site ?? '',
    description: olt.description ?? '',
    enabled: olt.enabled ?? true,
    version: olt.version,
    v3_user: olt.v3_user ?? '',
    v3_context: olt.v3_context ?? '',
    v3_auth: olt.v3_auth ?? '',
    v3_priv: olt.v3_priv ?? '',
    brand: olt.brand && olt.brand !== NO_BRAND ? olt.brand : '',
    model: olt.model ?? '',
    latitude: olt.latitude ?? '',
    longitude: olt.longitude ?? '',
    timeout_ms: olt.timeout_ms ?? '',
    retries: olt.retries ?? '',
    repetitions: olt.repetitions ?? '',
    in_flight: olt.in_flight ?? '',
    batch: olt.batch ?? '',
  };
}

const numberOrNull = (value: number | '') => (value === '' ? null : value);
const textOrNull = (value: string) => value.trim() || null;

function secretsOf(values: OltValues): Partial<OltAdd> {
  return values.version === '3'
    ? {
      v3_user: textOrNull(values.v3_user), v3_context: textOrNull(values.v3_context),
      v3_auth: (values.v3_auth || null) as OltAdd['v3_auth'], v3_priv: (values.v3_priv || null) as OltAdd['v3_priv'],
      ...(values.auth_pass && { auth_pass: values.auth_pass }), ...(values.priv_pass && { priv_pass: values.priv_pass }),
    }
    : { ...(values.community && { community: values.community }) };
}

/** before: what is stored; a brand or a model that stays as it is is not sent, which would forget what was detected. */
export function bodyOf(values: OltValues, before?: OltValues): OltAdd {
  const brand = values.brand || NO_BRAND;
  const hasBrand = before ? values.brand !== before.brand : values.brand !== '';
  const hasModel = before ? values.model !== before.model || (hasBrand && values.model !== '') : values.model !== '';
  return {
    name: values.name.trim(),
    address: values.address.trim(),
    port: values.port === '' ? 161 : values.port,
    version: values.version,
    ...secretsOf(values),
    ...(hasBrand && { brand }),
    ...(hasModel && { model: values.model || null }),
    ...(values.profile && { profile: values.profile }),
    site: values.site.trim(),
    description: values.description.trim(),
    enabled: values.enabled,
    latitude: numberOrNull(values.latitude),
    longitude: numberOrNull(values.longitude),
    timeout_ms: numberOrNull(values.timeout_ms),
    retries: numberOrNull(values.retries),
    repetitions: numberOrNull(values.repetitions),
    in_flight: numberOrNull(values.in_flight),
    batch: textOrNull(values.batch),
  };
}

/** A new OLT, with its standard jobs unless somebody said otherwise. */
export function newBodyOf(values: OltValues): Schemas['OltNew'] {
  return { ...bodyOf(values), standard: values.standard };
}

const isBetween = (value: number | '', min: number, max: number) => value === '' || (value >= min && value <= max);

/** What of the secrets is stored already, so that it need not be typed again. */
export interface Stored {
  community: boolean;
  auth: boolean;
  priv: boolean;
}

export const NOTHING_STORED: Stored = { community: false, auth: false, priv: false };

/**
 * Credentials are stored for one target: another address, port, version, user or protocol needs them again.
 * before: what is stored; nothing for a new OLT.
 */
export function isOtherTarget(values: OltValues, before: OltValues | undefined): boolean {
  if (!before) return false;
  const same = values.address.trim().toLowerCase() === before.address.toLowerCase()
    && (values.port === '' ? 161 : values.port) === before.port && values.version === before.version;
  if (!same || values.version !== '3') return !same;
  return values.v3_user.trim() !== before.v3_user || values.v3_auth !== before.v3_auth || values.v3_priv !== before.v3_priv;
}

export const storedFor = (values: OltValues, before: OltValues | undefined, stored: Stored): Stored =>
  isOtherTarget(values, before) ? NOTHING_STORED : stored;

type Errors = Partial<Record<keyof OltValues, string | null>>;

function checkAccess(values: OltValues, stored: Stored, isOther: boolean, t: TFunction): Errors {
  const missing = (words: string) => (isOther ? t('check.again') : words);
  if (values.version !== '3')
    return {
      community: !values.community && !stored.community ? missing(t('check.community', { version: values.version })) : null,
    };
  return {
    v3_user: values.v3_user.trim() ? null : t('check.v3User'),
    v3_priv: values.v3_priv && !values.v3_auth ? t('check.privWithoutAuth') : null,
    auth_pass: values.v3_auth && !values.auth_pass && !stored.auth ? missing(t('check.authPass')) : null,
    priv_pass: values.v3_priv && !values.priv_pass && !stored.priv ? missing(t('check.privPass')) : null,
  };
}

/** What is there to compare with: what is stored (nothing for a new OLT), its secrets, and a name that somebody has. */
export interface Known {
  before: OltValues | undefined;
  stored: Stored;
  taken: string | null;
}

export function checkOlt(values: OltValues, { before, stored, taken }: Known, t: TFunction): Errors {
  const address = values.address.trim();
  const name = values.name.trim();
  return {
    name: !name ? t('check.name') : name === taken ? t('check.taken', { name }) : null,
    address: !address || /[\s/@]/.test(address) ? t('check.address') : null,
    port: isBetween(values.port, 1, 65535) ? null : t('check.range', { min: 1, max: 65535 }),
    ...checkAccess(values, storedFor(values, before, stored), isOtherTarget(values, before), t),
    latitude: (values.latitude === '') !== (values.longitude === '') ? t('check.together')
      : isBetween(values.latitude, -90, 90) ? null : t('check.range', { min: -90, max: 90 }),
    longitude: isBetween(values.longitude, -180, 180) ? null : t('check.range', { min: -180, max: 180 }),
    timeout_ms: isBetween(values.timeout_ms, 100, 60000) ? null : t('check.range', { min: 100, max: 60000 }),
    retries: isBetween(values.retries, 0, 10) ? null : t('check.range', { min: 0, max: 10 }),
    repetitions: isBetween(values.repetitions, 1, 1000) ? null : t('check.range', { min: 1, max: 1000 }),
    in_flight: isBetween(values.in_flight, 1, 64) ? null : t('check.range', { min: 1, max: 64 }),
    batch: !values.batch.trim() || /^\d+(\s*,\s*\d+)*$/.test(values.batch.trim()) ? null : t('check.batch'),
  };
}
