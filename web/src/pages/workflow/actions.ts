// SPDX-License-Identifier: Apache-2.0
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { keyOf } from '@/api/query';
import { confirm, notify } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { changesOf, type Node, type Unit } from './order';

type Workflow = Schemas['WorkflowWhole'];

const at = (id: number | null) => ({ params: { path: { id: String(id) } } });

/** Chains first: the order of a chain is that of those who are in it. */
async function save(olt: number, before: Unit[], after: Unit[]) {
  const { chains, orders } = changesOf(before, after);
  for (const { node, master } of chains)
    await ok(api.PUT('/api/v1/nodes/{id}/chain/', { ...at(node), body: { master } }));
  for (const nodes of orders)
    await ok(api.PUT('/api/v1/olts/{id}/workflow/order/', { ...at(olt), body: { nodes } }));
}

export function useWorkflowActions(workflow: Workflow) {
  const { t } = useTranslation('workflow');
  const client = useQueryClient();
  const olt = Number(workflow.olt);
  const names = { olt: workflow.olt_name };

  /** Whatever comes of it, what is shown is asked again. */
  const attempt = async <R>(call: () => Promise<R>, done?: (result: R) => string) => {
    try {
      const result = await call();
      if (done) notify.done(done(result));
    } catch (error) {
      notify.failed(error);
    }
    await client.invalidateQueries({ queryKey: keyOf('/api/v1/olts/{id}/workflow/') });
  };

  return {
    order: (before: Unit[], after: Unit[]) => attempt(() => save(olt, before, after), () => t('done.ordered')),
    run: (node: Node, alone: boolean) => attempt(
      () => ok(api.POST('/api/v1/pollers/nodes/{id}/run/', { ...at(node.id), body: { alone } })),
      () => t('done.run', { name: jobName(node.job_name) }),
    ),
    toggle: (node: Node) => attempt(() => ok(node.enabled
      ? api.POST('/api/v1/nodes/{id}/disable/', at(node.id))
      : api.POST('/api/v1/nodes/{id}/enable/', at(node.id)))),
    async runAll() {
      const question = { title: t('confirm.runAll', names), text: t('confirm.runAllText'), action: t('runAll') };
      if (!(await confirm(question))) return;
      await attempt(() => ok(api.POST('/api/v1/olts/{id}/run/', at(olt))),
        (run) => t('done.runAll', { count: run.executions.length }));
    },
    enable: () => attempt(() => ok(api.POST('/api/v1/olts/{id}/workflow/enable/', at(olt)))),
    async disable() {
      const question = { title: t('confirm.disable', names), text: t('confirm.disableText'), action: t('disable') };
      if (await confirm(question)) await attempt(() => ok(api.POST('/api/v1/olts/{id}/workflow/disable/', at(olt))));
    },
    async remove(node: Node) {
      const both = { ...names, name: jobName(node.job_name) };
      const question = { title: t('confirm.remove', both), text: t('confirm.removeText'), action: t('remove'), danger: true };
      if (!(await confirm(question))) return;
      await attempt(() => ok(api.DELETE('/api/v1/nodes/{id}/', at(node.id))), () => t('done.removed', both));
    },
    standard: () => attempt(() => ok(api.POST('/api/v1/olts/{id}/standard/', at(olt))),
      ({ applied, already }) => t('done.standard', { applied, already })),
  };
}

export type WorkflowActions = ReturnType<typeof useWorkflowActions>;
