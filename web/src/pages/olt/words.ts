// SPDX-License-Identifier: Apache-2.0
//
// The state of an OLT, in a sentence of the page's language.
import { useTranslation } from 'react-i18next';
import { translate } from '@/phrasebook/translate';
import { sayAge, sayShort, useNow, type Speech } from '@/ui';
import { ANY_DEVICE } from './form-values';
import { troubleIn, type Health, type OltRow } from './olt';

/** "not answering since 10:02": the state's own word is not enough. Undefined: it is. */
export function stateLabel({ t, language }: Speech, { state, not_answering_at: at }: Pick<OltRow, 'state' | 'not_answering_at'>): string | undefined {
  return state === 'not_answering' && at ? t('olt:notAnswering.since', { since: sayShort(at, language) }) : undefined;
}

export function useStateLabel(row: Pick<OltRow, 'state' | 'not_answering_at'>): string | undefined {
  const { t, i18n } = useTranslation('olt');
  return stateLabel({ t, language: i18n.language }, row);
}

/** Why it is not well; undefined: it is. */
export function useReason(row: Pick<OltRow, 'state' | 'suspended_why' | 'failures'>): string | undefined {
  const { t } = useTranslation('olt');
  if (row.state === 'suspended') {
    const trouble = troubleIn(row.suspended_why);
    return trouble
      ? t('reason.suspended', { count: row.failures ?? 0, trouble: t(`trouble.${trouble}`, { defaultValue: trouble }) })
      : translate(row.suspended_why) || undefined;
  }
  if (row.state === 'not_answering') return t('reason.not_answering');
  if (row.state === 'failing') return t('reason.failing', { count: row.failures ?? 1 });
  return row.state === 'new' ? t('reason.new') : undefined;
}

/** One or two sentences; the first thing that whoever opens the page wants to know. */
export function useSentence(health: Health, brand: string | null | undefined): string {
  const { t, i18n } = useTranslation('olt');
  const now = useNow();
  const reason = useReason(health);
  const { present, online, unknown } = health.onus;
  const onus = brand === ANY_DEVICE ? '' : !present ? t('sentence.noOnus')
    : [t('sentence.onus', { online, present }), unknown > 0 && t('sentence.unknown', { count: unknown })].filter(Boolean).join(' ');
  switch (health.state) {
    case 'disabled':
      return t('sentence.disabled');
    case 'suspended':
      return [
        t('sentence.suspended', { since: sayShort(health.suspended_at ?? now, i18n.language), reason }),
        health.next_probe_at ? t('sentence.probe', { when: sayAge(health.next_probe_at, now, i18n.language) }) : '',
      ].join(' ');
    case 'not_answering':
      return [
        t('sentence.not_answering', { since: sayShort(health.not_answering_at ?? now, i18n.language) }),
        health.next_probe_at ? t('sentence.probe', { when: sayAge(Math.max(Date.parse(health.next_probe_at), now), now, i18n.language) }) : '',
      ].join(' ');
    case 'failing':
      return `${t('sentence.failing', { reason })} ${onus}`.trim();
    case 'new':
      return t('sentence.new');
    default:
      return `${t('sentence.up')} ${onus}`.trim();
  }
}
