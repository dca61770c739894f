// SPDX-License-Identifier: Apache-2.0
//
// From two states of a thing, as JSON texts, to what is different.

export interface Change {
  name: string;
  before?: unknown;
  after?: unknown;
}

function fieldsOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = text ? JSON.parse(text) : {};
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : { value };
  } catch {
    return { value: text };
  }
}

export function changesOf(before: string | null, after: string | null): Change[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ name, before: old[name], after: now[name] }));
}
