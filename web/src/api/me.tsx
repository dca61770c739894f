// SPDX-License-Identifier: Apache-2.0
//
// The current user and their rights. Pages do not offer actions that the API would refuse.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { speakTo } from '@/i18n/i18n';
import { setSiteZone } from '@/ui/time';
import { ApiError, api, ok, setCsrf } from './client';

export type Role = 'viewer' | 'operator' | 'admin';

export interface Me {
  username: string;
  fullName: string;
  role: Role;
  language: string;
  userId: number | null;
  /** Of the program. */
  version: string;
  /** What an administrator should know about how the program runs. */
  warnings: string[];
}

const RANK: Record<Role, number> = { viewer: 0, operator: 1, admin: 2 };
export const ME_KEY = ['me'];

// The cookie is not for scripts to see. This says whether it is worth asking: to a stranger's
// question the answer is no, and a browser writes that to its console as an error.
const SIGNED_IN = 'facho.signedIn';

async function askMe(): Promise<Me | null> {
  if (!localStorage.getItem(SIGNED_IN)) return null;
  try {
    const me = await ok(api.GET('/api/v1/auth/me/'));
    setCsrf(me.csrf);
    setSiteZone(me.timezone ?? undefined);
    await speakTo(me.user?.language ?? '');
    return {
      username: me.name,
      fullName: me.user?.full_name || me.name,
      role: me.role,
      language: me.user?.language ?? '',
      userId: me.user?.id ?? null,
      version: me.version ?? '',
      warnings: me.warnings,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** data: undefined until it is known, null when nobody is logged in. */
export function useMeQuery() {
  return useQuery<Me | null, ApiError>({ queryKey: ME_KEY, queryFn: askMe, staleTime: Infinity });
}

/** For pages, which are shown only to somebody. */
export function useMe(): Me {
  const me = useQueryClient().getQueryData<Me | null>(ME_KEY);
  const { data = me } = useMeQuery();
  return data ?? { username: '', fullName: '', role: 'viewer', language: '', userId: null, version: '', warnings: [] };
}

export function useCan(role: Role): boolean {
  return RANK[useMe().role] >= RANK[role];
}

export function Can({ role, children }: { role: Role; children: ReactNode }) {
  return useCan(role) ? children : null;
}

/** The handle of a route that is not for everybody: `{ path, lazy, handle: FOR_ADMINS }`. */
export interface RouteFor {
  role: Role;
}

export const FOR_ADMINS: RouteFor = { role: 'admin' };

// Whether the session of whoever is looking has ended: what is shown stays until one logs in again.
let hasEnded = false;
const watchers = new Set<() => void>();

function setEnded(is: boolean) {
  hasEnded = is;
  watchers.forEach((tell) => tell());
}

export function useHasEnded(): boolean {
  return useSyncExternalStore((call) => {
    watchers.add(call);
    return () => void watchers.delete(call);
  }, () => hasEnded);
}

/** An answer said that nobody is logged in (any more). */
export function endSession(client: QueryClient) {
  if (client.getQueryData(ME_KEY)) setEnded(true);
  else client.setQueryData(ME_KEY, null);
}

/** Logging in and out; every kept answer goes with whoever leaves. */
export function useSession() {
  const client = useQueryClient();
  const leave = () => {
    setCsrf(null);
    localStorage.removeItem(SIGNED_IN);
    setEnded(false);
    client.setQueryData(ME_KEY, null);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
  };
  return {
    leave,
    async signIn(username: string, password: string) {
      await ok(api.POST('/api/v1/auth/login/', { body: { username, password } }));
      localStorage.setItem(SIGNED_IN, '1');
      await client.invalidateQueries({ queryKey: ME_KEY });
      if (!hasEnded) return;
      setEnded(false);
      await client.invalidateQueries();
    },
    async signOut() {
      await ok(api.POST('/api/v1/auth/logout/'));
      leave();
    },
    async signOutEverywhere() {
      await ok(api.POST('/api/v1/auth/logout-everywhere/'));
      leave();
    },
  };
}
