// SPDX-License-Identifier: Apache-2.0
//
// The workflow of an OLT: its nodes in their order, each master with its chain. Nodes are moved by
// dragging, by the keyboard (useMoving), or by their menu.
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Can, useCan } from '@/api/me';
import { useApi } from '@/api/query';
import { afterMenu, Badge, Empty, Failure, Loading } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { useWorkflowActions, type WorkflowActions } from './actions';
import { ChainModal } from './ChainModal';
import { NodeRow } from './NodeRow';
import { unitsOf, type Node, type Unit } from './order';
import { OverrideModal } from './OverrideModal';
import type { Dragging } from './useDragging';
import { useMoving } from './useMoving';
import { useSkips } from '../olt/skips';
import classes from './workflow.module.css';

type Workflow = Schemas['WorkflowWhole'];

function Head({ workflow, actions }: { workflow: Workflow; actions: WorkflowActions }) {
  const { t } = useTranslation('workflow');
  const canRun = workflow.units.length > 0;
  return (
    <Group justify="space-between">
      <Badge kind="enabled" value={workflow.enabled} />
      <Can role="operator">
        <Group gap="xs">
          <Button variant="default" onClick={() => void (workflow.enabled ? actions.disable() : actions.enable())}>
            {t(workflow.enabled ? 'disable' : 'enable')}
          </Button>
          {canRun && (
            <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => void actions.runAll()}>
              {t('runAll')}
            </Button>
          )}
        </Group>
      </Can>
    </Group>
  );
}

/** What follows the pointer: a finger hides what it is on. */
function Carried({ drag: { dragged, at } }: { drag: Dragging }) {
  return dragged && at && <div aria-hidden className={classes.carried} style={{ left: at.x, top: at.y }}>{jobName(dragged.job_name)}</div>;
}

type Asked = { what: 'override' | 'chain'; node: Node } | null;

function Units({ workflow, actions }: { workflow: Workflow; actions: WorkflowActions }) {
  const stored = unitsOf(workflow);
  const mayMove = useCan('admin');
  const [asked, setAsked] = useState<Asked>(null);
  const moving = useMoving(stored, (after) => actions.order(stored, after));
  const skips = useSkips(workflow.olt);
  const row = (node: Node, unit: Unit) => (
    <NodeRow key={node.id} node={node} unit={unit} actions={actions} skippedWhy={skips.last(node.id)}
      moving={mayMove ? moving : undefined} ask={(what) => afterMenu(() => setAsked({ what, node }))} />
  );
  return (
    <>
      <ol className={classes.list}>
        {moving.units.map((unit) => (
          <li key={unit.node.id}>
            {row(unit.node, unit)}
            {unit.chain.length > 0 && (
              <ol className={classes.chain}>{unit.chain.map((node) => <li key={node.id}>{row(node, unit)}</li>)}</ol>
            )}
          </li>
        ))}
      </ol>
      <Carried drag={moving.drag} />
      <VisuallyHidden role="status" aria-live="assertive">{moving.says}</VisuallyHidden>
      {asked?.what === 'override' && <OverrideModal node={asked.node} close={() => setAsked(null)} />}
      {asked?.what === 'chain' && (
        <ChainModal node={asked.node} units={stored} save={(after) => actions.order(stored, after)} close={() => setAsked(null)} />
      )}
    </>
  );
}

function Editor({ workflow }: { workflow: Workflow }) {
  const { t } = useTranslation(['workflow', 'job']);
  const actions = useWorkflowActions(workflow);
  const mayMove = useCan('admin');
  const standard = <Can role="admin"><Button onClick={() => void actions.standard()}>{t('empty.action')}</Button></Can>;
  return (
    <Stack gap="md">
      <Head workflow={workflow} actions={actions} />
      {workflow.units.length === 0
        ? <Empty title={t('empty.title')} text={t('empty.text')} action={standard} />
        : (
          <>
            <Text size="sm" c="dimmed">{t(mayMove ? 'help' : 'helpView')}</Text>
            <Units workflow={workflow} actions={actions} />
          </>
        )}
    </Stack>
  );
}

export function WorkflowEditor({ olt }: { olt: string | number }) {
  const { data, error, refetch } = useApi('/api/v1/olts/{id}/workflow/', { path: { id: String(olt) } }, {
    topics: ['executions', 'olts'], concerns: (event) => String(event.olt) === String(olt),
  });
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />;
  return <Editor workflow={data} />;
}
