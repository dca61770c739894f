// SPDX-License-Identifier: Apache-2.0
//
// The values that can have a limit, and their meaning in words.
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';

export type Limit = Schemas['Limit'];

export const ENTITIES = ['olt', 'card', 'uplink', 'port', 'onu'] as const;
export const OPS = ['above', 'below', 'equal', 'not_equal'] as const;
export const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const;
export const OWN = 'custom:';

/** The values that each kind of thing has. */
export const PURPOSES: Record<string, readonly string[]> = {
  olt: ['cpu', 'memory', 'chassis_temperature', 'chassis_uptime'],
  card: ['cpu', 'memory', 'chassis_temperature'],
  uplink: ['uplink_state'],
  port: ['port_use', 'port_onus', 'port_tx', 'traffic_in', 'traffic_out'],
  onu: ['onu_rx', 'onu_tx', 'olt_rx', 'temperature', 'voltage', 'bias', 'distance', 'uptime'],
};
const UNITS: Record<string, string> = {
  cpu: '%', memory: '%', chassis_temperature: '°C', chassis_uptime: 's', port_use: '%', port_tx: 'dBm', traffic_in: 'bit/s', traffic_out: 'bit/s',
  onu_rx: 'dBm', onu_tx: 'dBm', olt_rx: 'dBm', temperature: '°C', voltage: 'V', bias: 'mA', distance: 'm', uptime: 's',
};

export const mayBeOwn = (entity: string) => entity === 'olt' || entity === 'port' || entity === 'onu';
export const unitOf = (purpose: string) => UNITS[purpose] ?? '';
export const isOwn = (purpose: string) => purpose.startsWith(OWN);

/** "CPU load"; of an OID of one's own its name. */
export const purposeWord = (purpose: string, t: TFunction) => (isOwn(purpose) ? purpose.slice(OWN.length) : t(`purpose.${purpose}`));

/** One that ships is called in the language of the page, until somebody changes its name. */
export function nameOf({ name, builtin_key: key }: Pick<Limit, 'name' | 'builtin_key'>, t: TFunction): string {
  const shipped = key ? t(`shipped.${key}`, { lng: 'en', defaultValue: '' }) : '';
  return key && shipped === name ? t(`shipped.${key}`) : name ?? '';
}

export interface Values {
  name: string;
  entity: string;
  purpose: string;
  own: string;
  op: string;
  value: number | '';
  minutes: number | '';
  hysteresis: number | '';
  severity: string;
  olt: string;
  brand: string;
  site: string;
  place: string;
  enabled: boolean;
}

const MINUTE_S = 60;

export function valuesOf(row?: Limit): Values {
  const purpose = row?.purpose ?? 'cpu';
  return {
    name: row?.name ?? '', entity: row?.entity ?? 'olt', purpose: isOwn(purpose) ? OWN : purpose, own: isOwn(purpose) ? purpose.slice(OWN.length) : '',
    op: row?.op ?? 'above', value: row?.value ?? '', minutes: (row?.for_s ?? 0) / MINUTE_S, hysteresis: row?.hysteresis ?? 0, severity: row?.severity ?? 'minor',
    olt: row?.olt_name ?? '', brand: row?.brand_name ?? '', site: row?.site ?? '', place: row?.place ?? '', enabled: row?.enabled ?? true,
  };
}

export const purposeOf = ({ purpose, own }: Values) => (purpose === OWN ? OWN + own.trim() : purpose);

export function bodyOf(values: Values) {
  const { name, entity, op, severity, site, place, enabled } = values;
  return {
    name: name.trim(), entity, purpose: purposeOf(values), op, value: Number(values.value), for_s: Math.round(Number(values.minutes) * MINUTE_S),
    hysteresis: Number(values.hysteresis), severity, olt: values.olt.trim() || null, brand: values.brand.trim() || null, site: site.trim(), place: place.trim(), enabled,
  };
}

export function check(values: Values, t: TFunction): Partial<Record<keyof Values, string | null>> {
  return {
    name: values.name.trim() ? null : t('check.name'),
    own: values.purpose !== OWN || values.own.trim() ? null : t('check.own'),
    value: values.value === '' ? t('check.value') : null,
  };
}

const withUnit = (value: number, purpose: string) => [value, unitOf(purpose)].filter((part) => part !== '').join(' ');

/** What it does, in one sentence. */
export function meaning(values: Values, t: TFunction): string {
  const purpose = purposeOf(values);
  const value = Number(values.value);
  const back = Number(values.hysteresis);
  const minutes = Number(values.minutes);
  const words = {
    what: purposeWord(purpose, t), label: t(`of.${values.entity}`), level: t(`severity.${values.severity}`), value: withUnit(value, purpose),
    words: minutes ? t('during', { count: minutes }) : t('atOnce'),
  };
  if (values.entity === 'uplink') return t('means.uplink', words);
  const ends = values.op === 'above' ? value - back : values.op === 'below' ? value + back : value;
  return `${t(`means.${values.op}`, words)} ${back && (values.op === 'above' || values.op === 'below') ? t(`ends.${values.op}`, { value: withUnit(ends, purpose) }) : t('ends.back')}`;
}
