// SPDX-License-Identifier: Apache-2.0
//
// A node on its way to another place: what is shown meanwhile, and what is said to those who
// cannot see it. What was moved is saved when it is dropped.
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dropped, placeOf, stepped, type Node, type Step, type Unit, type Zone } from './order';

const STEPS: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'chain', ArrowLeft: 'free' };

export interface Moving {
  units: Unit[];
  says: string;
  /** Being moved by the keyboard; being dragged. */
  taken: number | null;
  dragged: number | null;
  over: { id: number; zone: Zone } | null;
  key(event: KeyboardEvent, node: Node): void;
  blur(): void;
  step(node: Node, step: Step): void;
  may(node: Node, step: Step): boolean;
  dragStart(event: DragEvent, node: Node): void;
  dragOver(event: DragEvent, node: Node): void;
  dragLeave(): void;
  drop(event: DragEvent): void;
  dragEnd(): void;
}

/** The upper and the lower quarter of a row are before and behind it; between, it is chained. */
function zoneAt(event: DragEvent): Zone {
  const box = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'chain';
}

export function useMoving(stored: Unit[], save: (after: Unit[]) => Promise<void>): Moving {
  const { t } = useTranslation('workflow');
  const [draft, setDraft] = useState<Unit[] | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<Moving['over']>(null);
  const [says, say] = useState('');
  const units = draft ?? stored;

  /** Shown as it will be until the API has it. */
  const keep = async (after: Unit[]) => {
    setDraft(after);
    await save(after);
    setDraft(null);
  };

  const tell = (after: Unit[], node: Node) => {
    const place = placeOf(after, Number(node.id));
    if (!place) return;
    const unit = after[place.unit];
    say(place.link >= 0
      ? t('chainedTo', { name: node.job_name, master: unit.node.job_name })
      : t('movedTo', { name: node.job_name, place: place.unit + 1, count: after.length }));
  };

  const takeOrDrop = (node: Node) => {
    if (taken === null) {
      setTaken(Number(node.id));
      say(t('taken', { name: node.job_name }));
      return;
    }
    setTaken(null);
    say(t('dropped', { name: node.job_name }));
    if (draft) void keep(draft);
  };

  const putBack = (node: Node) => {
    setTaken(null);
    setDraft(null);
    say(t('putBack', { name: node.job_name }));
  };

  const moveTaken = (node: Node, step: Step) => {
    const after = stepped(units, Number(node.id), step);
    if (!after) return;
    setDraft(after);
    tell(after, node);
  };

  const isAllowed = (id: number, zone: Zone) => dragged !== null && dropped(units, dragged, id, zone) !== undefined;

  return {
    units, says, taken, dragged, over,
    key(event, node) {
      const step = STEPS[event.key];
      if (event.key === ' ' || event.key === 'Enter') takeOrDrop(node);
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
    dragStart(event, node) {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(node.job_name));
      setDragged(Number(node.id));
    },
    dragOver(event, node) {
      const id = Number(node.id);
      const zone = zoneAt(event);
      if (!isAllowed(id, zone)) return setOver(null);
      event.preventDefault();
      if (over?.id !== id || over.zone !== zone) setOver({ id, zone });
    },
    dragLeave: () => setOver(null),
    drop(event) {
      event.preventDefault();
      const after = over && dragged !== null ? dropped(units, dragged, over.id, over.zone) : undefined;
      setOver(null);
      setDragged(null);
      if (after) void keep(after);
    },
    dragEnd() {
      setOver(null);
      setDragged(null);
    },
  };
}
