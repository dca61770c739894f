// SPDX-License-Identifier: Apache-2.0
//
// The order of a workflow, and the result of moving one of its nodes. Pure: the editor shows the
// result at once and saves it when the node is dropped.
import type { Schemas } from '@/api/client';

export type Node = Schemas['Node'];

/** A master with those that run after it, in their order. */
export interface Unit {
  node: Node;
  chain: Node[];
}

export type Zone = 'before' | 'after' | 'chain';
export type Step = 'up' | 'down' | 'chain' | 'free';

export function unitsOf(workflow: Schemas['WorkflowWhole']): Unit[] {
  return workflow.units.map(({ chain, ...node }) => ({ node, chain }));
}

interface Place {
  unit: number;
  /** In its chain; -1: it is the master. */
  link: number;
}

export function placeOf(units: Unit[], id: number): Place | undefined {
  for (const [unit, { node, chain }] of units.entries()) {
    if (node.id === id) return { unit, link: -1 };
    const link = chain.findIndex((one) => one.id === id);
    if (link >= 0) return { unit, link };
  }
  return undefined;
}

/** Without it; what is taken out is a unit of its own. */
function takeOut(units: Unit[], { unit, link }: Place): [Unit, Unit[]] {
  const from = units[unit];
  if (link < 0) return [from, units.filter((_, i) => i !== unit)];
  const chain = from.chain.filter((_, i) => i !== link);
  return [{ node: from.chain[link], chain: [] }, units.map((one, i) => (i === unit ? { ...one, chain } : one))];
}

const insert = <T>(list: T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];

/** One with a chain of its own cannot be chained: chains have one level. */
function chained(units: Unit[], moved: Unit, unit: number, link: number): Unit[] | undefined {
  if (moved.chain.length > 0) return undefined;
  return units.map((one, i) => (i === unit ? { ...one, chain: insert(one.chain, link, moved.node) } : one));
}

/** What comes of dropping one on or beside another; undefined: it cannot be. */
export function dropped(units: Unit[], id: number, target: number, zone: Zone): Unit[] | undefined {
  const from = placeOf(units, id);
  if (!from || id === target) return undefined;
  const [moved, rest] = takeOut(units, from);
  const to = placeOf(rest, target);
  if (!to) return undefined;
  const behind = zone === 'after' ? 1 : 0;
  if (to.link >= 0) return chained(rest, moved, to.unit, zone === 'chain' ? to.link + 1 : to.link + behind);
  if (zone === 'chain') return chained(rest, moved, to.unit, rest[to.unit].chain.length);
  return insert(rest, to.unit + behind, moved);
}

function swapped<T>(list: T[], a: number, b: number): T[] | undefined {
  if (b < 0 || b >= list.length) return undefined;
  const next = [...list];
  [next[a], next[b]] = [next[b], next[a]];
  return next;
}

/** One step by the keyboard or the menu; undefined: it cannot be. */
export function stepped(units: Unit[], id: number, step: Step): Unit[] | undefined {
  const at = placeOf(units, id);
  if (!at) return undefined;
  const { unit, link } = at;
  if (step === 'chain') return link < 0 && unit > 0 ? dropped(units, id, Number(units[unit - 1].node.id), 'chain') : undefined;
  if (step === 'free') return link >= 0 ? dropped(units, id, Number(units[unit].node.id), 'after') : undefined;
  const by = step === 'up' ? -1 : 1;
  if (link < 0) return swapped(units, unit, unit + by);
  const chain = swapped(units[unit].chain, link, link + by);
  return chain && units.map((one, i) => (i === unit ? { ...one, chain } : one));
}

/** What must be told to the API so that `before` becomes `after`. */
export interface Changes {
  chains: { node: number; master: number | null }[];
  /** Groups whose order is another now: masters, or one chain. */
  orders: number[][];
}

const ids = (nodes: Node[]) => nodes.map((node) => Number(node.id));
const isSame = (a: number[], b: number[]) => a.length === b.length && a.every((id, i) => id === b[i]);

function mastersOf(units: Unit[]): Map<number, number | null> {
  return new Map(units.flatMap(({ node, chain }): [number, number | null][] => [
    [Number(node.id), null], ...ids(chain).map((id): [number, number | null] => [id, Number(node.id)]),
  ]));
}

/** A group that only lost one is in order still. */
function isInOrder(before: number[], after: number[]): boolean {
  return isSame(before.filter((id) => after.includes(id)), after);
}

export function changesOf(before: Unit[], after: Unit[]): Changes {
  const old = mastersOf(before);
  const chains = [...mastersOf(after)].filter(([node, master]) => old.get(node) !== master)
    .map(([node, master]) => ({ node, master }));
  const groupsOf = (units: Unit[]) => [units.map(({ node }) => node), ...units.map(({ chain }) => chain)].map(ids);
  const [mastersBefore] = groupsOf(before);
  const [mastersAfter, ...chainsAfter] = groupsOf(after);
  const orders = chainsAfter.filter((chain, i) => {
    const was = before.find(({ node }) => node.id === after[i].node.id);
    return chain.length > 1 && !isInOrder(was ? ids(was.chain) : [], chain);
  });
  if (!isInOrder(mastersBefore, mastersAfter)) orders.unshift(mastersAfter);
  return { chains, orders };
}
