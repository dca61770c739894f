// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';

type Execution = Pick<Schemas['ExecutionRow'], 'job_name' | 'type' | 'asked_by'>;

/** Waiting or running: it can still be interrupted. */
export function isOpen(state: string | null | undefined): boolean {
  return state === 'PENDING' || state === 'RUNNING';
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
    jobOf: (row: Execution) => row.job_name ?? type(row.type),
    askedBy: (row: Execution) => row.asked_by || t('execution:schedule'),
  };
}
