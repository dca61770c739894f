// SPDX-License-Identifier: Apache-2.0
//
// Standard jobs are stored as "PROFILE KIND" with an English description (src/vendor/standard.c).
// Their names and descriptions are shown in the user's language; names given by users are not
// changed.
import i18next from 'i18next';

const STANDARD = /^([a-z0-9_]+) (discovery|states|inventory|optics|details|ports|chassis)$/;

const DESCRIPTIONS: Record<string, string> = {
  'Who is there: serials, MACs, names, descriptions.': 'discovery',
  'States, causes and times, distance, traffic.': 'states',
  'Models, versions, profiles, subscribers.': 'inventory',
  'Optical levels, voltage, bias, temperature of the ONUs that are online.': 'optics',
  'Inventory for which the OLT must ask each ONU.': 'details',
  'PON ports: state, ONUs, light, traffic.': 'ports',
  'CPU, memory, temperatures and uptime of the OLT.': 'chassis',
};

export function jobName(name: string | null | undefined): string {
  const found = STANDARD.exec(name ?? '');
  return found ? i18next.t('common:standard.name', { profile: found[1], kind: i18next.t(`common:standard.kind.${found[2]}`) }) : (name ?? '');
}

export function jobDescription(text: string | null | undefined): string {
  const kind = DESCRIPTIONS[text ?? ''];
  return kind ? i18next.t(`common:standard.about.${kind}`) : (text ?? '');
}
