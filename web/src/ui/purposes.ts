// SPDX-License-Identifier: Apache-2.0
//
// The purposes of OIDs in words: the only table of purposes, grouped by object. The words are in
// i18n/*/purpose.json; a test compares the codes with those of the program.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

export const CUSTOM = 'custom:';

export const PURPOSE_GROUPS = {
  who: ['discovery', 'serial', 'mac', 'description', 'name', 'subscriber'],
  state: ['run_state', 'admin_state', 'last_down_cause', 'last_up', 'last_down'],
  light: ['onu_rx', 'onu_tx', 'olt_rx', 'distance', 'temperature', 'voltage', 'bias'],
  device: ['model', 'hw_version', 'sw_version', 'line_profile', 'service_profile', 'uptime', 'ip'],
  traffic: ['traffic_in', 'traffic_out'],
  port: ['port_name', 'port_state', 'port_cause', 'port_description', 'port_onus', 'port_tx'],
  chassis: ['cpu', 'memory', 'chassis_temperature', 'chassis_uptime', 'board_state'],
} as const;

export type PurposeGroup = keyof typeof PURPOSE_GROUPS;

/** "Level that the ONU receives"; of one's own its name; a code that is not known is itself. */
export function purposeWord(t: TFunction, purpose: string | null | undefined): string {
  if (!purpose) return '';
  if (purpose === CUSTOM) return t('purpose:own');
  if (purpose.startsWith(CUSTOM)) return t('purpose:ownNamed', { name: purpose.slice(CUSTOM.length) });
  return t(`purpose:word.${purpose}`, { defaultValue: purpose });
}

export function usePurposeWord(): (purpose: string | null | undefined) => string {
  const { t } = useTranslation('purpose');
  return (purpose) => purposeWord(t as TFunction, purpose);
}

/** All of them in groups, for a list to choose from. */
export function usePurposeChoices(): { group: string; items: { value: string; label: string }[] }[] {
  const { t } = useTranslation('purpose');
  return (Object.keys(PURPOSE_GROUPS) as PurposeGroup[]).map((group) => ({
    group: t(`group.${group}`),
    items: PURPOSE_GROUPS[group].map((value) => ({ value: value as string, label: purposeWord(t as TFunction, value) })),
  }));
}
