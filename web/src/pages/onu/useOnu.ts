// SPDX-License-Identifier: Apache-2.0
//
// One ONU, asked again whenever a run on its OLT has ended.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf, useApi } from '@/api/query';
import { asOnu, type Onu, type Readings } from './model';

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

/** After a live read: ask again, and show meanwhile what it has brought. */
export function useNewReadings(id: string) {
  const client = useQueryClient();
  const key = keyOf(PATH, { path: { id } });
  return {
    show(readings: Readings, at: string) {
      const fresh = Object.entries(readings).map(([name, reading]) => [name, { ...reading, execution: null, at }]);
      client.setQueryData<Onu>(key, (known) => known && {
        ...known, values: { ...known.values, ...Object.fromEntries(fresh) as Readings },
      });
    },
    askAgain: () => client.invalidateQueries({ queryKey: key }),
  };
}
