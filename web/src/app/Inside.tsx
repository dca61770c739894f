// SPDX-License-Identifier: Apache-2.0
//
// Pages are for logged-in users; others must log in first and then return to the same page.
import { Center } from '@mantine/core';
import { Navigate, useLocation } from 'react-router-dom';
import { useHasEnded, useMeQuery } from '@/api/me';
import { LiveProvider } from '@/live/live';
import { Failure, Loading } from '@/ui';
import { Shell } from './Shell';
import { SignInAgain } from './SignInAgain';

export function Inside() {
  const { pathname, search } = useLocation();
  const { data: me, error, refetch } = useMeQuery();
  const hasEnded = useHasEnded();
  if (me) return <LiveProvider><Shell />{hasEnded && <SignInAgain />}</LiveProvider>;
  if (me === null) {
    const here = `${pathname}${search}`;
    return <Navigate to={here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`} replace />;
  }
  return <Center mih="100vh" p="md">{error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />}</Center>;
}
