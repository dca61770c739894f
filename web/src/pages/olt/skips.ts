// SPDX-License-Identifier: Apache-2.0
//
// Why runs were skipped. The coordinator's log has a line when it begins (a warning) and one when
// it ends (with the number of runs), once for an OLT or once for a node.
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';

type Line = Schemas['CoordinatorLog'];

/** A slot is said to be skipped a moment after it was due. */
const SAID_AFTER_MS = 15_000;
const LINES = 200;

function whyOf({ details }: Line): string | undefined {
  const { why } = (details ?? {}) as { why?: unknown };
  return typeof why === 'string' ? why : undefined;
}

/** Of the OLT, or of this node. */
const concerns = (line: Line, node: number | null) => {
  const of = ((line.details ?? {}) as { node?: unknown }).node;
  return of === undefined || of === node;
};

export interface Skips {
  /** Why the run of a node that was due then did not begin; undefined: nobody said. */
  at: (node: number, due: number) => string | undefined;
  /** Why the last one did not. */
  last: (node: number | null) => string | undefined;
}

/** until: what was said later does not matter. */
export function useSkips(olt: number | string | null, until?: number): Skips {
  const { data } = useApi('/api/v1/coordinator-logs/', {
    query: {
      olt: String(olt), event_type: 'SKIPPED', ordering: '-at', page_size: LINES,
      ...(until !== undefined && { at__lt: new Date(until + SAID_AFTER_MS).toISOString() }),
    },
  }, { topics: ['log'], concerns: (event) => String(event.olt) === String(olt) });
  const lines = data?.results ?? [];
  return {
    at: (node, due) => {
      const said = lines.find((line) => concerns(line, node) && Date.parse(line.at ?? '') <= due + SAID_AFTER_MS);
      return said && (said.level === 'WARNING' || Date.parse(said.at ?? '') >= due) ? whyOf(said) : undefined;
    },
    last: (node) => {
      const said = lines.find((line) => concerns(line, node));
      return said && whyOf(said);
    },
  };
}
