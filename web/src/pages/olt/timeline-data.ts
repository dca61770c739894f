// SPDX-License-Identifier: Apache-2.0
//
// Converts the plans and executions of one hour to the rows of a timeline: one row for each node.
import type { Schemas } from '@/api/client';
import type { RunState, TimelineRow, TimelineRun } from '@/ui/timeline';
import { jobName } from '@/phrasebook/jobs';

type Plan = Schemas['PlanWhole'];
type PlanRun = Schemas['PlanRun'];
type Execution = Schemas['ExecutionRow'];
type Node = Schemas['Node'];

export const HOUR_MS = 3_600_000;

export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

function momentOf(text: string | null | undefined): number | undefined {
  return text ? Date.parse(text) : undefined;
}

const madeAt = (plan: Plan) => momentOf(plan.created_at) ?? 0;

// A plan that is superseded in the middle of its hour holds until then, and the next one
// from there on.
function currentRuns(plans: Plan[]): PlanRun[] {
  const inOrder = plans
    .filter((plan) => plan.status !== 'ABORTED')
    .sort((a, b) => madeAt(a) - madeAt(b));
  return inOrder.flatMap((plan, i) => {
    const next = inOrder[i + 1];
    const until = next ? madeAt(next) : Infinity;
    const since = i > 0 ? madeAt(plan) : -Infinity;
    return plan.runs.filter((run) => Date.parse(run.due_at) >= since && Date.parse(run.due_at) < until);
  });
}

function plannedRun(run: PlanRun): TimelineRun {
  return {
    key: `${run.node} ${run.due_at}`,
    due: Date.parse(run.due_at),
    planned: { start: Date.parse(run.start_at), ms: run.duration_ms },
  };
}

function addExecution(run: TimelineRun, row: Execution): TimelineRun {
  return {
    ...run,
    execution: row.id ?? undefined,
    state: row.state as RunState,
    start: momentOf(row.started_at),
    end: momentOf(row.finished_at),
    lateMs: row.late_ms ?? 0,
    askedBy: row.asked_by || undefined,
    message: row.message || undefined,
  };
}

function runsByNode(plans: Plan[], executions: Execution[]): Map<number, Map<string, TimelineRun>> {
  const byNode = new Map<number, Map<string, TimelineRun>>();
  const runsOf = (node: number): Map<string, TimelineRun> => {
    const runs = byNode.get(node) ?? new Map<string, TimelineRun>();
    byNode.set(node, runs);
    return runs;
  };
  for (const run of currentRuns(plans)) {
    const planned = plannedRun(run);
    runsOf(run.node).set(planned.key, planned);
  }
  for (const row of executions) {
    const node = row.node ?? 0;
    const isSlot = row.due_at && !row.asked_by;
    const key = isSlot ? `${node} ${row.due_at}` : `by hand ${row.id}`;
    const known = runsOf(node).get(key) ?? { key, due: isSlot ? momentOf(row.due_at) : undefined };
    runsOf(node).set(key, addExecution(known, row));
  }
  return byNode;
}

/** All names without the words that every one of them begins with. */
function withoutCommonWords(names: string[]): string[] {
  const [first = []] = [names[0]?.split(' ')];
  let n = 0;
  while (names.length > 1 && names.every((name) => name.split(' ').length > n + 1 && name.split(' ')[n] === first[n])) n++;
  return names.map((name) => name.split(' ').slice(n).join(' '));
}

function withReason(run: TimelineRun, node: number, whyOf: HourData['whyOf']): TimelineRun {
  const why = run.state === undefined && run.due !== undefined ? whyOf?.(node, run.due) : undefined;
  return why ? { ...run, why } : run;
}

export interface HourData {
  plans: Plan[];
  executions: Execution[];
  nodes: Node[];
  /** Why the run of a node that was due then was skipped, if it was. */
  whyOf?: (node: number, due: number) => string | undefined;
}

export function timelineRows({ plans, executions, nodes, whyOf }: HourData): TimelineRow[] {
  const byNode = runsByNode(plans, executions);
  const named = new Map(nodes.map((node) => [node.id, node]));
  const ranBy = new Map(executions.map((row) => [row.node ?? 0, row]));
  const names = [...byNode.keys()].map((node) => jobName(named.get(node)?.job_name ?? ranBy.get(node)?.job_name) || `#${node}`);
  const short = withoutCommonWords(names);
  return [...byNode].map(([node, runs], i) => ({
    key: String(node),
    label: short[i] ?? '',
    hint: names[i],
    runs: [...runs.values()].map((run) => withReason(run, node, whyOf)).sort((a, b) => (a.due ?? a.start ?? 0) - (b.due ?? b.start ?? 0)),
  })).sort((a, b) => a.label.localeCompare(b.label));
}
