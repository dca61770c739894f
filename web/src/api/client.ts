// SPDX-License-Identifier: Apache-2.0
//
// The client of the API. Paths, parameters, bodies and answers have the types of its document.
//
//   const olt = await ok(api.GET('/api/v1/olts/{id}/', { params: { path: { id: '3' } } }));
//
// What fails is thrown as an ApiError by ok() and okTagged(), also when nobody answers at all.
import createClient, { type Middleware } from 'openapi-fetch';
import { translate } from '@/phrasebook/translate';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

/** Something the API said no to, in the reader's language. status 0: it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get isUnreachable() {
    return this.status === 0;
  }
}

let csrf: string | null = null;
let whenSignedOut: () => void = () => {};

export function setCsrf(text: string | null) {
  csrf = text;
}

/** Called whenever an answer says that nobody is logged in (any more). */
export function onSignedOut(call: () => void) {
  whenSignedOut = call;
}

const guard: Middleware = {
  onRequest({ request }) {
    if (csrf && request.method !== 'GET') request.headers.set('X-CSRF-Token', csrf);
    return request;
  },
  onResponse({ response, request }) {
    if (response.status === 401 && !request.url.endsWith('/auth/login/')) whenSignedOut();
  },
  onError() {
    return new ApiError(0, 'unreachable', '');
  },
};

/** Looked up at each call, so that a test or a page's script may put another in its place. */
const fetchNow = (request: Request) => fetch(request);

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchNow });
api.use(guard);

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

function errorOf(answer: Answer): ApiError {
  const { status, headers } = answer.response;
  const body = answer.error as Partial<Schemas['Error']> | undefined;
  const inside = typeof body === 'object' && body ? body.error : undefined;
  const wait = Number(headers.get('Retry-After'));
  const fields = Object.entries((inside?.fields ?? {}) as Record<string, string>).map(([name, words]) => [name, translate(words)]);
  return new ApiError(status, inside?.code ?? 'error', translate(inside?.message) || `HTTP ${status}`,
    Object.fromEntries(fields) as Record<string, string>, wait > 0 ? wait : undefined);
}

/** The body of a good answer. */
export async function ok<A extends Answer>(asked: Promise<A>): Promise<NonNullable<A['data']>> {
  const answer = await asked;
  if (!answer.response.ok) throw errorOf(answer);
  return answer.data as NonNullable<A['data']>;
}

/** The same with its version, for a later change with { header: { 'If-Match': tag } }. */
export async function okTagged<A extends Answer>(asked: Promise<A>) {
  const answer = await asked;
  if (!answer.response.ok) throw errorOf(answer);
  return { data: answer.data as NonNullable<A['data']>, tag: answer.response.headers.get('ETag') ?? undefined };
}
