// SPDX-License-Identifier: Apache-2.0
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { confirm, notify, type Bulk } from '@/ui';
import { useExecutionWords } from './words';

type Execution = Schemas['ExecutionRow'];

export function useInterruptMany(): Bulk {
  const { t } = useTranslation('execution');
  return {
    key: 'interrupt',
    label: t('interrupt'),
    role: 'operator',
    run: (ids) => ok(api.POST('/api/v1/executions/bulk/interrupt/', { body: { ids } })),
  };
}

export function useExecutionActions(execution: Execution) {
  const { t } = useTranslation('execution');
  const words = useExecutionWords();
  const client = useQueryClient();
  const names = { id: execution.id, job: words.jobOf(execution), olt: execution.olt_name };

  const attempt = async (call: () => Promise<unknown>, done: string) => {
    try {
      await call();
      notify.done(done);
      await client.invalidateQueries({ queryKey: ['/api/v1/executions/{id}/'] });
    } catch (error) {
      notify.failed(error);
    }
  };

  return {
    async interrupt() {
      const isMeant = await confirm({
        title: t('confirm.interrupt', names), text: t('confirm.interruptText', names), action: t('interrupt'),
      });
      if (!isMeant) return;
      await attempt(
        () => ok(api.POST('/api/v1/executions/{id}/interrupt/', { params: { path: { id: String(execution.id) } } })),
        t('done.interrupt', names),
      );
    },
    again: () => attempt(
      () => ok(api.POST('/api/v1/pollers/nodes/{id}/run/', {
        params: { path: { id: String(execution.node) } }, body: {},
      })),
      t('done.again', names),
    ),
  };
}
