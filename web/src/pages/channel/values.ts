// SPDX-License-Identifier: Apache-2.0
//
// The form of a channel. The API never returns the secret: an empty one is not changed, unless it
// would be sent to another address.
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';

type Channel = Schemas['Channel'];

export const KINDS = ['telegram', 'email', 'webhook'] as const;
export const SECURITIES = ['starttls', 'tls', 'none'] as const;

export interface Values {
  kind: string;
  name: string;
  enabled: boolean;
  secret: string;
  bot: string;
  api_url: string;
  host: string;
  port: number | '';
  security: string;
  user: string;
  from: string;
  url: string;
  allow_http: boolean;
}

type Settings = Partial<Record<keyof Values, unknown>>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function valuesOf(row?: Channel): Values {
  const settings = (row?.settings ?? {}) as Settings;
  return {
    kind: row?.kind ?? 'telegram', name: row?.name ?? '', enabled: row?.enabled ?? true, secret: '',
    bot: text(settings.bot), api_url: text(settings.api_url), host: text(settings.host), port: typeof settings.port === 'number' ? settings.port : '',
    security: text(settings.security) || 'starttls', user: text(settings.user), from: text(settings.from), url: text(settings.url),
    allow_http: settings.allow_http === true,
  };
}

function settingsOf(values: Values): object {
  const given = (names: (keyof Values)[]) => Object.fromEntries(names.map((name) => [name, values[name]] as const)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const).filter(([, value]) => value !== ''));
  if (values.kind === 'telegram') return given(['bot', 'api_url']);
  if (values.kind === 'email') return given(['host', 'port', 'security', 'user', 'from']);
  return { ...given(['url']), ...(values.allow_http && { allow_http: true }) };
}

export function bodyOf(values: Values, row?: Channel): object {
  return {
    ...(!row && { kind: values.kind }), name: values.name.trim(), enabled: values.enabled, settings: settingsOf(values),
    ...(values.secret && { secret: values.secret }),
  };
}

/** Where the secret is sent to. */
function addressOf(values: Values): string {
  if (values.kind === 'telegram') return values.api_url.trim();
  if (values.kind === 'email') return [values.host.trim().toLowerCase(), values.port, values.security, values.user.trim()].join(' ');
  return values.url.trim();
}

/** "new", "again" (the address is another), "kept" or "none": whether a secret must be typed. */
export function secretNeed(values: Values, row?: Channel): 'new' | 'again' | 'kept' | 'none' {
  if (row?.has_secret) return addressOf(values) === addressOf(valuesOf(row)) ? 'kept' : 'again';
  return values.kind === 'email' && !values.user.trim() ? 'none' : 'new';
}

export function check(values: Values, row: Channel | undefined, t: TFunction): Partial<Record<keyof Values, string | null>> {
  const need = secretNeed(values, row);
  const isMail = values.kind === 'email';
  const scheme = values.allow_http ? /^https?:\/\/\S+$/ : /^https:\/\/\S+$/;
  return {
    name: values.name.trim() ? null : t('check.name'),
    secret: values.secret || need === 'kept' || need === 'none' ? null : t(need === 'again' ? 'check.secretAgain' : `check.secret.${values.kind}`),
    host: !isMail || values.host.trim() ? null : t('check.host'),
    from: !isMail || /^\S+@\S+$/.test(values.from.trim()) ? null : t('check.mail'),
    url: values.kind !== 'webhook' || scheme.test(values.url.trim()) ? null : t('check.url'),
    api_url: !values.api_url.trim() || /^https?:\/\/\S+$/.test(values.api_url.trim()) ? null : t('check.url'),
  };
}
