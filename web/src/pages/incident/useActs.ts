// SPDX-License-Identifier: Apache-2.0
//
// Actions of a user on an incident: sent to the API, with a notification when done.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok } from '@/api/client';
import { notify } from '@/ui';
import { saveOne } from '@/ui/crud';

type Paths = '/api/v1/incidents/{id}/ack/' | '/api/v1/incidents/{id}/unack/' | '/api/v1/incidents/{id}/assign/'
| '/api/v1/incidents/{id}/note/' | '/api/v1/incidents/{id}/close/' | '/api/v1/incidents/{id}/reopen/' | '/api/v1/incidents/{id}/look/'
| '/api/v1/incidents/{id}/real_cause/';
export type Act = Paths extends `/api/v1/incidents/{id}/${infer A}/` ? A : never;

/** What the acts take, each its own. */
export interface Body {
  owner?: string;
  note?: string;
  reason?: string;
  real_cause?: string;
  false_alarm?: boolean;
}

type RawPost = (path: string, init: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export function useActs(id: number) {
  const { t } = useTranslation('incident');
  const client = useQueryClient();
  const [busy, setBusy] = useState<Act | 'silence' | null>(null);
  const attempt = async (name: Act | 'silence', ask: () => Promise<unknown>): Promise<boolean> => {
    setBusy(name);
    try {
      await ask();
      notify.done(t(`done.${name}`));
      await client.invalidateQueries();
      return true;
    } catch (error) {
      notify.failed(error);
      return false;
    } finally {
      setBusy(null);
    }
  };
  /** True when it was done. */
  const act = (name: Act, body: Body = {}) => {
    const path: Paths = `/api/v1/incidents/{id}/${name}/`;
    return attempt(name, () => ok((api.POST as unknown as RawPost)(path, { params: { path: { id: String(id) } }, body })));
  };
  /** null: until it ends. */
  const silence = (until: string | null) => attempt('silence', () => saveOne('/api/v1/silences/', undefined, {
    incident: id, until_at: until, why: t('silence.why', { id }), source: 'web',
  }));
  return { act, silence, busy };
}
