// SPDX-License-Identifier: Apache-2.0
//
// A session that ended while somebody worked is taken up again where it was: the page waits behind
// this one, covered, with all that was typed in it.
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe, useSession } from '@/api/me';
import { Refused } from './Login';

export function SignInAgain() {
  const { t } = useTranslation('app');
  const { username } = useMe();
  const { signIn, leave } = useSession();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; at: number } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(username, password);
    } catch (error) {
      setFailed({ error, at: Date.now() });
      setPassword('');
      setBusy(false);
    }
  };
  return (
    <Modal opened fullScreen onClose={leave} withCloseButton={false} closeOnEscape={false} title={t('ended.title')} transitionProps={{ duration: 0 }}
      styles={{ header: { maxWidth: 412, margin: '10vh auto 0' }, title: { fontSize: 20, fontWeight: 600 } }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack maw={380} mx="auto">
          <Text>{t('ended.text', { name: username })}</Text>
          <input type="hidden" autoComplete="username" value={username} readOnly />
          <PasswordInput label={t('login.password')} autoComplete="current-password" data-autofocus required withAsterisk={false} value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }} />
          {failed && <Alert color="red" role="alert" p="xs"><Text size="sm" className="tone-bad"><Refused {...failed} /></Text></Alert>}
          <Group justify="space-between">
            <Button variant="subtle" onClick={leave}>{t('ended.other')}</Button>
            <Button type="submit" loading={isBusy}>{t('login.do')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
