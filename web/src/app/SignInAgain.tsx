// SPDX-License-Identifier: Apache-2.0
//
// If a session ends while a user works, it can be continued: the page stays behind this dialog,
// covered, with all typed text.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe, useSession } from '@/api/me';
import { Password, useSigningIn } from './signing';

export function SignInAgain() {
  const { t } = useTranslation('app');
  const { username } = useMe();
  const { leave } = useSession();
  const signing = useSigningIn(username);
  return (
    <Modal opened fullScreen onClose={leave} withCloseButton={false} closeOnEscape={false} title={t('ended.title')} transitionProps={{ duration: 0 }}
      styles={{ header: { maxWidth: 412, margin: '10vh auto 0' }, title: { fontSize: 20, fontWeight: 600 } }}>
      <form onSubmit={(event) => void signing.submit(event)}>
        <Stack maw={380} mx="auto">
          <Text>{t('ended.text', { name: username })}</Text>
          <input type="hidden" autoComplete="username" value={username} readOnly />
          <Password of={signing} isFirst />
          <Group justify="space-between">
            <Button variant="subtle" onClick={leave}>{t('ended.other')}</Button>
            <Button type="submit" loading={signing.isBusy}>{t('login.do')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
