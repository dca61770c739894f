// SPDX-License-Identifier: Apache-2.0
//
// Who is looking, and what may they do. Pages do not offer what the API would refuse.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
    return {
      username: me.name,
      fullName: me.user?.full_name || me.name,
      role: me.role,
      language: me.user?.language ?? '',
      userId: me.user?.id ?? null,
      version: me.version ?? '',
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
  return data ?? { username: '', fullName: '', role: 'viewer', language: '', userId: null, version: '' };
}

export function useCan(role: Role): boolean {
  return RANK[useMe().role] >= RANK[role];
}

export function Can({ role, children }: { role: Role; children: ReactNode }) {
  return useCan(role) ? children : null;
}

/** Logging in and out; every kept answer goes with whoever leaves. */
export function useSession() {
  const client = useQueryClient();
  const leave = () => {
    setCsrf(null);
    localStorage.removeItem(SIGNED_IN);
    client.setQueryData(ME_KEY, null);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
  };
  return {
    async signIn(username: string, password: string) {
      await ok(api.POST('/api/v1/auth/login/', { body: { username, password } }));
      localStorage.setItem(SIGNED_IN, '1');
      await client.invalidateQueries({ queryKey: ME_KEY });
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
