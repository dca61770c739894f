// SPDX-License-Identifier: Apache-2.0
//
// The differences between two states of an object.

export interface Change {
  name: string;
  before?: unknown;
  after?: unknown;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value == null) return {};
  return typeof value === 'object' ? (value as Record<string, unknown>) : { value };
}

export function changesOf(before: unknown, after: unknown): Change[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ name, before: old[name], after: now[name] }));
}
