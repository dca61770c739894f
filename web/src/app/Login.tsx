// SPDX-License-Identifier: Apache-2.0
import { Alert, Box, Button, Group, Menu, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconLanguage, IconSun } from '@tabler/icons-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '@/api/client';
import { useMeQuery, useSession } from '@/api/me';
import { useErrorWords, useNow } from '@/ui';
import classes from './shell.module.css';
import { LanguageItems, SchemeItems } from './UserMenu';

/** Only a path of ours: never lead anybody elsewhere. */
function safe(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** Why it did not work; a name that is locked counts down. */
export function Refused({ error, at }: { error: unknown; at: number }) {
  const { t } = useTranslation('app');
  const words = useErrorWords();
  const now = useNow();
  if (!(error instanceof ApiError)) return words(error);
  if (error.status === 401) return t('login.wrong');
  if (error.status !== 429) return words(error);
  const left = Math.max(0, Math.ceil((error.retryAfter ?? 60) - (now - at) / 1000));
  return left ? t('login.locked', { count: left }) : t('login.unlocked');
}

export function Login() {
  const { t } = useTranslation('app');
  const [params] = useSearchParams();
  const { data: me } = useMeQuery();
  const { signIn } = useSession();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; at: number } | null>(null);

  useEffect(() => {
    document.title = `${t('login.title')} · Facho`;
  }, [t]);
  if (me) return <Navigate to={safe(params.get('next'))} replace />;

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

  return (
    <main className={classes.login}>
      <Paper withBorder p="xl" w="100%" maw={380} shadow="sm">
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            <Group gap="sm">
              <img src="/facho.svg" width={36} height={36} alt="" />
              <Box><Title order={1}>Facho</Title><Text size="sm" c="dimmed">{t('login.about')}</Text></Box>
            </Group>
            <TextInput label={t('login.name')} autoComplete="username" autoFocus required withAsterisk={false} value={username}
              onChange={(event) => setUsername(event.currentTarget.value)} />
            <PasswordInput label={t('login.password')} autoComplete="current-password" required withAsterisk={false} value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }} />
            {failed && (
              <Alert color="red" role="alert" p="xs"><Text size="sm" className="tone-bad"><Refused {...failed} /></Text></Alert>
            )}
            <Button type="submit" loading={isBusy} fullWidth size="md">{t('login.do')}</Button>
            <Group justify="space-between">
              <Menu><Menu.Target><Button variant="subtle" size="xs" leftSection={<IconLanguage size={14} />}>{t('language')}</Button></Menu.Target>
                <Menu.Dropdown><LanguageItems /></Menu.Dropdown></Menu>
              <Menu><Menu.Target><Button variant="subtle" size="xs" leftSection={<IconSun size={14} />}>{t('theme.title')}</Button></Menu.Target>
                <Menu.Dropdown><SchemeItems /></Menu.Dropdown></Menu>
            </Group>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
