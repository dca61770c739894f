// SPDX-License-Identifier: Apache-2.0
//
// A live read. It runs like any other execution: the page waits for its end with events, and also
// with requests in case an event is missed.
import { Button, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok } from '@/api/client';
import { useApi } from '@/api/query';
import { Can } from '@/api/me';
import { translate } from '@/phrasebook/translate';
import { notify } from '@/ui/notify';
import { isSilent, type Onu } from './model';
import { useAskAgain } from './useOnu';

const ASK_MS = 2000;
const OVER = ['SUCCESS', 'PARTIAL', 'FAILED', 'INTERRUPTED'];

function useFollowed(execution: number | undefined, done: (state: string, message: string) => void) {
  const { data } = useApi('/api/v1/executions/{id}/', { path: { id: String(execution ?? 0) } }, {
    enabled: execution !== undefined,
    topics: ['executions'],
    concerns: (event) => event.execution === execution,
    everyMs: ASK_MS,
  });
  const state = data?.id === execution ? data?.state : undefined;
  const message = data?.message ?? '';
  useEffect(() => {
    if (state && OVER.includes(state)) done(state, message);
  }, [state, message, done]);
}

export function Refresh({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const id = String(onu.id);
  const askAgain = useAskAgain(id);
  const [isAsking, setAsking] = useState(false);
  const [execution, setExecution] = useState<number>();

  const end = useCallback((state: string, message: string) => {
    setExecution(undefined);
    setAsking(false);
    void askAgain();
    if (state === 'SUCCESS') notify.done(t('refresh.done'));
    else if (state === 'PARTIAL') notify.done(t('refresh.partial'));
    else notify.failed(translate(message) || t('refresh.failed'), t('refresh.failed'));
  }, [askAgain, t]);
  useFollowed(execution, end);

  const start = async () => {
    setAsking(true);
    try {
      const started = await ok(api.POST('/api/v1/onus/{id}/refresh/', { params: { path: { id } } }));
      setExecution(started.execution);
    } catch (error) {
      setAsking(false);
      notify.failed(error, t('refresh.failed'));
    }
  };

  return (
    <Can role="operator">
      <Tooltip label={t(isSilent(onu) ? 'refresh.silent' : 'refresh.hint')}>
        <Button leftSection={<IconRefresh size={16} />} loading={isAsking} onClick={() => void start()}>{t('refresh.now')}</Button>
      </Tooltip>
    </Can>
  );
}
