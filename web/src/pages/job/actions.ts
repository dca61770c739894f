// SPDX-License-Identifier: Apache-2.0
//
// Actions on an existing job.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { api, ok, type Schemas } from '@/api/client';
import { confirm, notify, type Bulk } from '@/ui';

/** Rows of the list, and jobs as they are shown alone. */
type JobRow = Pick<Schemas['JobRow'], 'id' | 'name' | 'nodes'>;
type Paths = '/api/v1/jobs/bulk/enable/' | '/api/v1/jobs/bulk/disable/' | '/api/v1/jobs/bulk/run/' | '/api/v1/jobs/bulk/delete/';

const many = (path: Paths) => (ids: number[]) => ok(api.POST(path, { body: { ids } }));

export function useJobBulk(): Bulk[] {
  const { t } = useTranslation('job');
  return [
    { key: 'run', label: t('run'), role: 'operator', run: many('/api/v1/jobs/bulk/run/') },
    { key: 'enable', label: t('enable'), role: 'operator', run: many('/api/v1/jobs/bulk/enable/') },
    { key: 'disable', label: t('disable'), role: 'operator', run: many('/api/v1/jobs/bulk/disable/') },
    { key: 'delete', label: t('delete'), role: 'admin', danger: true, run: many('/api/v1/jobs/bulk/delete/') },
  ];
}

/** Ask first if it matters, do it, say so, and have what is shown asked again. */
export function useJobActions() {
  const { t } = useTranslation('job');
  const client = useQueryClient();
  const navigate = useNavigate();

  const attempt = async <R>(call: () => Promise<R>, done: (result: R) => string, then?: (result: R) => void) => {
    try {
      const result = await call();
      notify.done(done(result));
      then?.(result);
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    }
  };
  const at = (job: JobRow) => ({ params: { path: { id: String(job.id) } } });

  return {
    async run(job: JobRow) {
      const question = { title: t('confirm.run', job), text: t('confirm.runText', { count: job.nodes ?? 0 }), action: t('run') };
      if (!(await confirm(question))) return;
      await attempt(() => ok(api.POST('/api/v1/jobs/{id}/run/', { ...at(job), body: {} })),
        (run) => t('done.run', { name: job.name, count: run.executions.length }));
    },
    enable: (job: JobRow) => attempt(() => ok(api.POST('/api/v1/jobs/{id}/enable/', at(job))), () => t('done.enabled', job)),
    async disable(job: JobRow) {
      const text = t('confirm.disableText', { count: job.nodes ?? 0 });
      if (!(await confirm({ title: t('confirm.disable', job), text, action: t('disable') }))) return;
      await attempt(() => ok(api.POST('/api/v1/jobs/{id}/disable/', at(job))), () => t('done.disabled', job));
    },
    duplicate: (job: JobRow) => attempt(
      () => ok(api.POST('/api/v1/jobs/{id}/duplicate/', { ...at(job), body: {} })),
      (copy) => t('done.duplicated', copy),
      (copy) => void navigate(`/jobs/${copy.id}/edit`),
    ),
    /** leave(true): it is about to go, and nobody may ask for it any more. */
    async remove(job: JobRow, leave: (isLeaving: boolean) => void) {
      const text = t('confirm.deleteText', { count: job.nodes ?? 0 });
      if (!(await confirm({ title: t('confirm.delete', job), text, action: t('delete'), danger: true }))) return;
      leave(true);
      await attempt(() => ok(api.DELETE('/api/v1/jobs/{id}/', at(job))).catch((error: unknown) => {
        leave(false);
        throw error;
      }), () => t('done.deleted', job), () => void navigate('/jobs'));
    },
    async standard() {
      const question = { title: t('confirm.standard'), text: t('confirm.standardText'), action: t('standard') };
      if (!(await confirm(question))) return;
      await attempt(() => ok(api.POST('/api/v1/jobs/standard/', { body: { all: true } })),
        (applied) => t('done.standard', { applied: applied.applied, already: applied.already }));
    },
  };
}
