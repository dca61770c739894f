// SPDX-License-Identifier: Apache-2.0
//
// Changes the user's own password, for every role. All sessions with the old password end; this one
// is started again.
import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api, ok } from '@/api/client';
import { useMe, useSession } from '@/api/me';
import { Dialog, Failure, notify } from '@/ui';

type Field = 'old_password' | 'password';

function wordsAt(error: unknown, field: Field): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

function PasswordForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['app', 'common']);
  const { username } = useMe();
  const { signIn } = useSession();
  const [values, setValues] = useState<Record<Field, string>>({ old_password: '', password: '' });
  const [revokes, setRevokes] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await ok(api.POST('/api/v1/auth/password/', { body: { ...values, revoke_tokens: revokes } }));
      await signIn(username, values.password);
      notify.done(t('password.done'));
      close();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const input = (field: Field) => ({
    value: values[field], error: wordsAt(error, field), required: true, withAsterisk: false,
    onChange: (event: { currentTarget: HTMLInputElement }) => setValues({ ...values, [field]: event.currentTarget.value }),
    visibilityToggleButtonProps: { 'aria-label': t('login.show'), tabIndex: 0 },
  });
  const isAtFields = wordsAt(error, 'old_password') !== undefined || wordsAt(error, 'password') !== undefined;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm" c="dimmed">{t('password.text')}</Text>
        <input type="hidden" autoComplete="username" value={username} readOnly />
        <PasswordInput label={t('password.old')} autoComplete="current-password" data-autofocus {...input('old_password')} />
        <PasswordInput label={t('password.new')} autoComplete="new-password" {...input('password')} />
        <Checkbox label={t('password.revoke')} checked={revokes} onChange={(event) => setRevokes(event.currentTarget.checked)} />
        {!isAtFields && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{t('common:cancel')}</Button>
          <Button type="submit" loading={isBusy}>{t('password.do')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

export function OwnPassword({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { t } = useTranslation(['app', 'common']);
  return (
    <Dialog opened={isOpen} onClose={close} title={t('password.title')}>
      <PasswordForm close={close} />
    </Dialog>
  );
}
