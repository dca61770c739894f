// SPDX-License-Identifier: Apache-2.0
import { Box, Button, Group, Menu, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconLanguage, IconSun } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useMeQuery } from '@/api/me';
import classes from './shell.module.css';
import { Password, useSigningIn } from './signing';
import { LanguageItems, SchemeItems } from './UserMenu';

/** Only a path of ours: never lead anybody elsewhere. */
function safe(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

export function Login() {
  const { t } = useTranslation('app');
  const [params] = useSearchParams();
  const { data: me } = useMeQuery();
  const [username, setUsername] = useState('');
  const signing = useSigningIn(username);

  useEffect(() => {
    document.title = `${t('login.title')} · Facho`;
  }, [t]);
  if (me) return <Navigate to={safe(params.get('next'))} replace />;

  return (
    <main className={classes.login}>
      <Paper withBorder p="xl" w="100%" maw={380} shadow="sm">
        <form onSubmit={(event) => void signing.submit(event)}>
          <Stack>
            <Group gap="sm">
              <img src="/facho.svg" width={36} height={36} alt="" />
              <Box><Title order={1}>Facho</Title><Text size="sm" c="dimmed">{t('login.about')}</Text></Box>
            </Group>
            <TextInput label={t('login.name')} autoComplete="username" autoFocus required withAsterisk={false} value={username}
              onChange={(event) => setUsername(event.currentTarget.value)} />
            <Password of={signing} />
            <Button type="submit" loading={signing.isBusy} fullWidth size="md">{t('login.do')}</Button>
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
