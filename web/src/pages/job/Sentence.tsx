// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Preview } from './preview';
import { useScheduleWords } from './schedule';

interface SentenceProps {
  preview: Preview | undefined;
  cron?: string | null;
  /** On so many instead of what the API counted; null: that is not known yet. */
  olts?: number | null;
}

const NAMED = 2; // moments that are said

/** "Runs every 5 minutes, next at 14:35 and 14:40, on 23 OLTs." */
export function Sentence({ preview, cron, olts }: SentenceProps) {
  const { t } = useTranslation('job');
  const words = useScheduleWords();
  if (!preview?.when) return t('sentence.noTime');
  if (preview.when.key === 'schedule.never') return t('sentence.never');
  const parts = [
    t('sentence.runs', { when: words.phrase(preview.when, cron ?? '') }),
    preview.next.length > 0 && t('sentence.next', { times: words.times(preview.next.slice(0, NAMED)) }),
    olts !== null && t('sentence.olts', { count: olts ?? preview.olts }),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
