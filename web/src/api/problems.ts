// SPDX-License-Identifier: Apache-2.0
//
// What is wrong now: one question for the dashboard, the tab's title and its icon.
import type { Schemas } from './client';
import { touchesPort, type Incident } from './incidents';
import { useApi } from './query';

export type Problem = Schemas['ProblemNow'];

/** Ends of runs may change how a port is; the rest says so itself. */
const isNews = (event: Record<string, unknown>) => event.execution === undefined || event.kind === 'ended';

export function useProblems() {
  return useApi('/api/v1/problems/', {}, {
    topics: ['olts', 'executions', 'log', 'pollers', 'incidents'], concerns: isNews, throttleMs: 3000, everyMs: 15_000, keep: true,
  });
}

const OF_THE_NETWORK = ['port_dark', 'olt_not_answering', 'olt_suspended', 'olt_failing'];
/** Kinds of incidents that tell of ports and OLTs that are down; a limit of the OLT does not. */
const TELLING = ['outage', 'olt_silent', 'site_silent', 'collector'];

function tells(incident: Incident, problem: Problem): boolean {
  return TELLING.includes(incident.kind ?? '') && incident.olt === problem.olt && touchesPort(incident, problem.place ?? '');
}

/** Those that no incident tells already: nothing is said twice. */
export function withoutIncidents({ results, incidents }: Pick<Schemas['ProblemsNow'], 'results' | 'incidents'>): Problem[] {
  return results.filter((problem) => !(OF_THE_NETWORK.includes(problem.kind) && incidents.some((incident) => tells(incident, problem))));
}

/** What is wrong, as a link to where it is seen best. */
export function linkOf(problem: Problem): string {
  switch (problem.kind) {
    case 'port_dark': return `/ports/${problem.port}`;
    case 'olt_not_answering': case 'olt_suspended': case 'olt_failing': return `/olts/${problem.olt}`;
    case 'violation': return problem.violation ? `/violations/${problem.violation}` : `/violations?olt=${problem.olt}`;
    case 'pollers_saturated': case 'database_behind': case 'engine_stuck': return '/pollers';
    default: return '/log?level=ERROR';
  }
}
