// SPDX-License-Identifier: Apache-2.0
//
// The values that a field may have, from the API document: forms do not repeat these lists.
//
//   const auths = useChoices('OltAdd', 'v3_auth');
import { useQuery } from '@tanstack/react-query';
import type { components } from './schema';

type Schemas = components['schemas'];
type Document = { components: { schemas: Record<string, { properties?: Record<string, { enum?: (string | null)[] }> }> } };

async function readDocument(): Promise<Document> {
  const reply = await fetch('/api/v1/openapi.json');
  if (!reply.ok) throw new Error(`openapi.json: ${reply.status}`);
  return (await reply.json()) as Document;
}

/** Without null; none before the document is there. */
export function useChoices<S extends keyof Schemas & string>(schema: S, field: keyof Schemas[S] & string): string[] {
  const document = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Infinity });
  const values = document.data?.components.schemas[schema]?.properties?.[field]?.enum ?? [];
  return values.filter((value) => value !== null);
}
