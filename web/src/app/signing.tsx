// SPDX-License-Identifier: Apache-2.0
//
// The form for signing in, for the first time (Login) or again (SignInAgain).
import { Alert, PasswordInput, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/client';
import { useSession } from '@/api/me';
import { useErrorWords, useNow } from '@/ui';

interface Failed {
  error: unknown;
  at: number;
}

/** What was typed stays, but for a password that was wrong. */
export function useSigningIn(username: string) {
  const { signIn } = useSession();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(username, password);
    } catch (error) {
      setFailed({ error, at: Date.now() });
      setPassword('');
    } finally {
      setBusy(false);
    }
  };
  return { password, setPassword, isBusy, failed, submit };
}

/** Why it did not work; a name that is locked counts down. */
function Refused({ error, at }: Failed) {
  const { t } = useTranslation('app');
  const words = useErrorWords();
  const now = useNow();
  if (!(error instanceof ApiError)) return words(error);
  if (error.status === 401) return t('login.wrong');
  if (error.status !== 429) return words(error);
  const left = Math.max(0, Math.ceil((error.retryAfter ?? 60) - (now - at) / 1000));
  return left ? t('login.locked', { count: left }) : t('login.unlocked');
}

export function Password({ of, isFirst = false }: { of: ReturnType<typeof useSigningIn>; isFirst?: boolean }) {
  const { t } = useTranslation('app');
  return (
    <>
      <PasswordInput label={t('login.password')} autoComplete="current-password" data-autofocus={isFirst || undefined} required withAsterisk={false}
        value={of.password} onChange={(event) => of.setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }} />
      {of.failed && <Alert color="red" role="alert" p="xs"><Text size="sm" className="tone-bad"><Refused {...of.failed} /></Text></Alert>}
    </>
  );
}
