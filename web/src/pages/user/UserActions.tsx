// SPDX-License-Identifier: Apache-2.0
//
// Actions besides the form: set the password, end all sessions, delete the user.
import { Button, Checkbox, Group, PasswordInput } from '@mantine/core';
import { IconKey, IconLogout, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { api, ok, type Schemas } from '@/api/client';
import { useMe } from '@/api/me';
import { OwnPassword } from '@/app/OwnPassword';
import { confirm, Dialog, Failure, notify } from '@/ui';

type User = Schemas['User'];

function PasswordDialog({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation(['user', 'common']);
  const [password, setPassword] = useState('');
  const [revokes, setRevokes] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = { password, revoke_tokens: revokes };
      await ok(api.POST('/api/v1/users/{id}/password/', { params: { path: { id: String(user.id) } }, body }));
      notify.done(t('passwordSet', { name: user.name }));
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <PasswordInput label={t('newPassword')} description={t('help.password')} value={password} autoComplete="new-password" data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('show') }} onChange={(event) => setPassword(event.currentTarget.value)} mb="md" />
      <Checkbox label={t('revokeTokens')} checked={revokes} onChange={(event) => setRevokes(event.currentTarget.checked)} mb="md" />
      <Failure error={error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>{t('common:cancel')}</Button>
        <Button type="submit" loading={busy} disabled={!password}>{t('setPassword')}</Button>
      </Group>
    </form>
  );
}

function useUserActions(user: User) {
  const { t } = useTranslation('user');
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { id: String(user.id) } };
  const attempt = async (action: () => Promise<unknown>, words: string, leave?: () => void) => {
    try {
      await action();
      notify.done(words);
      leave?.();
      // Not this page's own: it may be gone.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user-form' });
    } catch (error) {
      notify.failed(error);
    }
  };
  return {
    async signOut() {
      if (await confirm({ title: t('askSignOut', { name: user.name }), text: t('signOutText'), action: t('signOut') }))
        await attempt(() => ok(api.POST('/api/v1/users/{id}/logout/', { params })), t('signedOut', { name: user.name }));
    },
    async remove() {
      const isSure = await confirm({ title: t('askDelete', { name: user.name }), text: t('deleteText'), action: t('delete'), danger: true });
      if (!isSure) return;
      await attempt(() => ok(api.DELETE('/api/v1/users/{id}/', { params })), t('deleted', { name: user.name }), () => void navigate('/users'));
    },
  };
}

export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation(['user', 'common']);
  const isOwn = useMe().userId === user.id; // its password needs the present one
  const actions = useUserActions(user);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => setOpen(true)}>{t('newPassword')}</Button>
      <Button variant="default" leftSection={<IconLogout size={16} />} onClick={() => void actions.signOut()}>{t('signOut')}</Button>
      {!isOwn && (
        <Button variant="default" c="var(--tone-bad)" leftSection={<IconTrash size={16} />} onClick={() => void actions.remove()}>
          {t('delete')}
        </Button>
      )}
      {isOwn ? <OwnPassword isOpen={isOpen} close={() => setOpen(false)} /> : (
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('passwordOf', { name: user.name })}>
          <PasswordDialog user={user} close={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
