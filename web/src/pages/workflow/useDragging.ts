// SPDX-License-Identifier: Apache-2.0
//
// Dragging a node by its handle with mouse, touch or pen. The handle captures the pointer until it
// is released, so that scrolling or rendering the page does not interrupt it.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { Node, Zone } from './order';

const FAR = 4; // pixels from which on it is a drag and not a click
const EDGE = 56; // of the window: there the page scrolls
const SPEED = 9; // pixels a frame

export interface Over {
  id: number;
  zone: Zone;
}

interface Held {
  node: Node;
  pointer: number;
  from: { x: number; y: number };
  isFar: boolean;
}

export interface Dragging {
  dragged: Node | null;
  over: Over | null;
  /** Where the pointer is, in the window. */
  at: { x: number; y: number } | null;
  down(event: PointerEvent<HTMLElement>, node: Node): void;
  move(event: PointerEvent<HTMLElement>): void;
  up(event: PointerEvent<HTMLElement>): void;
  stop(): void;
}

/** The upper and the lower quarter of a row are before and behind it; between, it is chained. */
function overAt(x: number, y: number): Over | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]');
  if (!row) return null;
  const box = row.getBoundingClientRect();
  const part = (y - box.top) / box.height;
  return { id: Number(row.dataset.node), zone: part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'chain' };
}

/** At the edges of the window the page goes on by itself; what is under the pointer is another then. */
function useEdges(y: number | null, scrolled: () => void) {
  const latest = useRef(scrolled);
  useEffect(() => {
    latest.current = scrolled;
  });
  const by = y === null ? 0 : y < EDGE ? -SPEED : y > window.innerHeight - EDGE ? SPEED : 0;
  useEffect(() => {
    if (by === 0) return undefined;
    let frame = requestAnimationFrame(function scroll() {
      window.scrollBy(0, by);
      latest.current();
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [by]);
}

export function useDragging(isAllowed: (id: number, over: Over) => boolean, drop: (id: number, over: Over) => void): Dragging {
  const held = useRef<Held | null>(null);
  const [dragged, setDragged] = useState<Node | null>(null);
  const [at, setAt] = useState<Dragging['at']>(null);
  const [over, setOver] = useState<Over | null>(null);

  const targetOf = (node: Node, x: number, y: number) => {
    const found = overAt(x, y);
    return found && isAllowed(Number(node.id), found) ? found : null;
  };

  useEdges(at?.y ?? null, () => dragged && at && setOver(targetOf(dragged, at.x, at.y)));

  const stop = () => {
    held.current = null;
    setDragged(null);
    setAt(null);
    setOver(null);
  };

  return {
    dragged, over, at, stop,
    down(event, node) {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { node, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, isFar: false };
    },
    move(event) {
      const { current: it } = held;
      if (!it || it.pointer !== event.pointerId) return;
      const { clientX: x, clientY: y } = event;
      it.isFar ||= Math.hypot(x - it.from.x, y - it.from.y) >= FAR;
      if (!it.isFar) return;
      setDragged(it.node);
      setAt({ x, y });
      setOver(targetOf(it.node, x, y));
    },
    up(event) {
      const { current: it } = held;
      if (!it || it.pointer !== event.pointerId) return;
      const target = it.isFar ? targetOf(it.node, event.clientX, event.clientY) : null;
      stop();
      if (target) drop(Number(it.node.id), target);
    },
  };
}
