// SPDX-License-Identifier: Apache-2.0
//
// Whether a filter matches an incident, with the data of the page: site, brand, tags and hours are
// not known, and a filter that uses them is not considered a match.
import type { Incident } from '@/api/incidents';
import { paramsOf, SEVERITIES } from '@/api/incidents';
import type { Condition } from './fields';

function valueOf(incident: Incident, field: string): string | number | undefined {
  const { card, port } = paramsOf(incident);
  switch (field) {
    case 'severity': case 'kind': case 'cause_class': return incident[field] ?? '';
    case 'olt': return incident.olt_name ?? '';
    case 'card': return card ?? '';
    case 'port': return port ?? '';
    case 'affected': return incident.affected ?? 0;
    default: return undefined;
  }
}

const low = (value: unknown) => String(value).toLowerCase();
const rank = (value: unknown) => SEVERITIES.length - SEVERITIES.indexOf(String(value) as (typeof SEVERITIES)[number]);

function holds({ field, op, value }: Condition, incident: Incident): boolean {
  const has = valueOf(incident, field);
  if (has === undefined) return false;
  switch (op) {
    case '=': return low(has) === low(value);
    case '!=': return low(has) !== low(value);
    case 'in': return Array.isArray(value) && value.some((one) => low(one) === low(has));
    case '>=': return field === 'severity' ? rank(has) >= rank(value) : Number(has) >= Number(value);
    case 'contains': return low(has).includes(low(value));
    default: return false;
  }
}

export const touches = (filter: Condition[], incident: Incident) => filter.every((condition) => holds(condition, incident));
