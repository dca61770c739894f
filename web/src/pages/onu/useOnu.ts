// SPDX-License-Identifier: Apache-2.0
//
// One ONU, requested again whenever a run on its OLT has ended.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { keyOf, useApi } from '@/api/query';
import { asOnu } from './model';

const PATH = '/api/v1/onus/{id}/';

export function useOnu(id: string) {
  const client = useQueryClient();
  const params = { path: { id } };
  const olt = client.getQueryData<{ olt: number }>(keyOf(PATH, params))?.olt;
  const answer = useApi(PATH, params, {
    topics: ['executions', 'olts'],
    concerns: (event) => event.olt === olt && event.kind !== 'queued' && event.kind !== 'started',
    everyMs: 60_000,
  });
  const onu = useMemo(() => (answer.data ? asOnu(answer.data) : undefined), [answer.data]);
  return { ...answer, onu };
}

/** The same once more: a live read has ended. */
export function useAskAgain(id: string) {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: keyOf(PATH, { path: { id } }) }), [client, id]);
}
