// SPDX-License-Identifier: Apache-2.0
import { Anchor, Tooltip } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Can } from '@/api/me';
import { Age, Badge, NextRun } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { translate } from '@/phrasebook/translate';
import { useScheduleWords } from '../job/schedule';
import type { WorkflowActions } from './actions';
import { NodeMenu } from './NodeMenu';
import type { Node, Unit } from './order';
import type { Moving } from './useMoving';
import classes from './workflow.module.css';

export interface NodeRowProps {
  node: Node;
  unit: Unit;
  actions: WorkflowActions;
  /** None: it may not be moved by whoever looks. */
  moving?: Moving;
  ask: (what: 'override' | 'chain') => void;
  /** Why its last run was skipped, as the coordinator says it. */
  skippedWhy?: string;
}

/** One that is chained or freed is drawn anew elsewhere: the keyboard stays with it. */
function Grip({ node, moving }: { node: Node; moving: Moving }) {
  const { t } = useTranslation('workflow');
  const ref = useRef<HTMLButtonElement>(null);
  const isTaken = moving.taken === node.id;
  useEffect(() => {
    if (isTaken) ref.current?.focus();
  }, [isTaken]);
  return (
    <button ref={ref} type="button" className={classes.grip} aria-label={t('grip', { name: jobName(node.job_name) })}
      aria-pressed={isTaken}
      onKeyDown={(event) => moving.key(event, node)} onBlur={() => moving.blur()}
      onPointerDown={(event) => moving.drag.down(event, node)} onPointerMove={moving.drag.move} onPointerUp={moving.drag.up}
      onLostPointerCapture={moving.drag.stop}>
      <IconGripVertical size={18} aria-hidden />
    </button>
  );
}

function About({ node, unit, skippedWhy }: NodeRowProps) {
  const { t } = useTranslation(['workflow', 'job']);
  const words = useScheduleWords();
  const isChained = node.id !== unit.node.id;
  return (
    <div>
      <div className={classes.name}>
        <Anchor component={Link} to={`/jobs/${node.job}`} size="sm" fw={500}>{jobName(node.job_name)}</Anchor>
        {node.next_run === 'running' && <Badge kind="execution" value="RUNNING" label={t('running')} />}
        {!node.enabled && <Badge kind="enabled" value={false} />}
        {node.enabled && !node.runs && <Badge kind="enabled" value={false} label={t('paused')} hint={t('jobOff')} />}
        {node.is_overridden && <Tooltip label={t('ownHelp')}><span className="badge" data-tone="calm" tabIndex={0}>{t('own')}</span></Tooltip>}
      </div>
      <div className={classes.about}>
        <span>{isChained ? t('after', { name: jobName(unit.node.job_name) }) : words.when(node.interval_ms, node.cron)}</span>
        <span>{t(`job:type.${node.type}`)}</span>
        <span>{t('priority', { n: node.priority })}</span>
        {!!node.failures && <span className="tone-warn">{t('failures', { count: node.failures })}</span>}
        {!!node.skipped && <span>{t('skipped', { count: node.skipped })}{skippedWhy && ` (${t('skippedWhy', { why: translate(skippedWhy) })})`}</span>}
      </div>
    </div>
  );
}

function Times({ node, isChained }: { node: Node; isChained: boolean }) {
  const { t } = useTranslation('workflow');
  return (
    <div className={classes.times}>
      {!isChained && <><span className="quiet">{t('next')}</span><NextRun of={node} /></>}
      <span className="quiet">{t('last')}</span>
      {node.last_run_at ? <Age at={node.last_run_at} /> : <span className="quiet">{t('never')}</span>}
    </div>
  );
}

export function NodeRow(props: NodeRowProps) {
  const { node, unit, moving } = props;
  const drag = moving?.drag;
  const zone = drag?.over?.id === node.id ? drag.over.zone : undefined;
  return (
    <div className={`${classes.row} ${node.runs ? '' : classes.off}`} data-static={moving ? undefined : true} data-node={node.id}
      data-taken={moving?.taken === node.id || undefined} data-dragged={drag?.dragged?.id === node.id || undefined} data-zone={zone}>
      {moving && <Grip node={node} moving={moving} />}
      <About {...props} />
      <Times node={node} isChained={node.id !== unit.node.id} />
      <Can role="operator"><NodeMenu {...props} /></Can>
    </div>
  );
}
