// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { jobName } from '@/phrasebook/jobs';

type Execution = Pick<Schemas['ExecutionRow'], 'job_name' | 'type' | 'asked_by'>;

/** Waiting or running: it can still be interrupted. */
export function isOpen(state: string | null | undefined): boolean {
  return state === 'PENDING' || state === 'RUNNING';
}

/** A sweep between two slices waits; that is more than PENDING says. */
export function shownState(row: { state: string | null; next_slice_at: string | null }): string {
  return row.next_slice_at ? 'BETWEEN_SLICES' : row.state ?? '';
}

export function useExecutionWords() {
  const { t } = useTranslation(['execution', 'job']);
  const type = (value: string | null) => (value ? t(`job:type.${value}`) : '');
  return {
    type,
    lane: (value: string | null) => (value ? t(`execution:lane.${value}`) : ''),
    what: (error: string) => t(`execution:error.${error}.what`),
    todo: (error: string) => t(`execution:error.${error}.do`),
    /** A live read of one ONU has no job. */
    jobOf: (row: Execution) => row.job_name ? jobName(row.job_name) : type(row.type),
    askedBy: (row: Execution) => row.asked_by || t('execution:schedule'),
  };
}
