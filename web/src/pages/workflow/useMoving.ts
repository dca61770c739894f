// SPDX-License-Identifier: Apache-2.0
//
// A node that is being moved: what is shown meanwhile, and what is announced to screen readers. The
// change is saved when the node is dropped.
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { jobName } from '@/phrasebook/jobs';
import { dropped, placeOf, stepped, type Node, type Step, type Unit } from './order';
import { useDragging, type Dragging } from './useDragging';

const STEPS: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'chain', ArrowLeft: 'free' };

export interface Moving {
  units: Unit[];
  says: string;
  /** Being moved by the keyboard. */
  taken: number | null;
  drag: Dragging;
  key(event: KeyboardEvent, node: Node): void;
  blur(): void;
  step(node: Node, step: Step): void;
  may(node: Node, step: Step): boolean;
}

export function useMoving(stored: Unit[], save: (after: Unit[]) => Promise<void>): Moving {
  const { t } = useTranslation('workflow');
  const [draft, setDraft] = useState<Unit[] | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  const [says, say] = useState('');
  const units = draft ?? stored;

  /** Shown as it will be until the API has it, or until somebody has moved on. */
  const keep = async (after: Unit[]) => {
    setDraft(after);
    await save(after);
    setDraft((now) => (now === after ? null : now));
  };

  const tell = (after: Unit[], node: Node) => {
    const place = placeOf(after, Number(node.id));
    if (!place) return;
    const unit = after[place.unit];
    say(place.link >= 0
      ? t('chainedTo', { name: jobName(node.job_name), master: jobName(unit.node.job_name) })
      : t('movedTo', { name: jobName(node.job_name), place: place.unit + 1, count: after.length }));
  };

  const takeOrDrop = (node: Node) => {
    if (taken === null) {
      setTaken(Number(node.id));
      say(t('taken', { name: jobName(node.job_name) }));
      return;
    }
    setTaken(null);
    say(t('dropped', { name: jobName(node.job_name) }));
    if (draft) void keep(draft);
  };

  const putBack = (node: Node) => {
    setTaken(null);
    setDraft(null);
    say(t('putBack', { name: jobName(node.job_name) }));
  };

  const moveTaken = (node: Node, step: Step) => {
    const after = stepped(units, Number(node.id), step);
    if (!after) return;
    setDraft(after);
    tell(after, node);
  };

  const drag = useDragging(
    (id, { id: target, zone }) => dropped(units, id, target, zone) !== undefined,
    (id, { id: target, zone }) => {
      const after = dropped(units, id, target, zone);
      if (after) void keep(after);
    },
  );

  return {
    units, says, taken, drag,
    key(event, node) {
      const step = STEPS[event.key];
      if (drag.dragged !== null && event.key === 'Escape') drag.stop();
      else if (event.key === ' ' || event.key === 'Enter') takeOrDrop(node);
      else if (taken !== node.id) return;
      else if (event.key === 'Escape') putBack(node);
      else if (step) moveTaken(node, step);
      else return;
      event.preventDefault();
    },
    blur() {
      if (taken === null) return;
      setTaken(null);
      if (draft) void keep(draft);
    },
    step(node, step) {
      const after = stepped(stored, Number(node.id), step);
      if (!after) return;
      tell(after, node);
      void keep(after);
    },
    may: (node, step) => stepped(stored, Number(node.id), step) !== undefined,
  };
}
