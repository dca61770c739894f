// SPDX-License-Identifier: Apache-2.0
//
// A new token. Its text is shown only once, here.
import { Alert, Button, Code, CopyButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { useMe, type Role } from '@/api/me';
import { ApiForm, useApiForm } from '@/ui';

const ROLES: Role[] = ['viewer', 'operator', 'admin'];
const DAY_S = 86_400;
const LASTING = ['0', '30', '90', '365'] as const;

interface Values {
  name: string;
  role: Role;
  days: string;
}

function Told({ made, close }: { made: Schemas['TokenMade']; close: () => void }) {
  const { t } = useTranslation(['token', 'common']);
  return (
    <Stack>
      <Alert icon={<IconKey size={18} />} title={t('once')} color="yellow"
        styles={{ title: { color: 'var(--tone-warn)' }, icon: { color: 'var(--tone-warn)' } }}>{t('onceText')}</Alert>
      <Code block data-testid="token" style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }}>{made.token}</Code>
      <Text size="sm" c="dimmed">{t('how')}</Text>
      <Code block>{'Authorization: Token …'}</Code>
      <Group justify="flex-end">
        <CopyButton value={made.token}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{t('common:close')}</Button>
      </Group>
    </Stack>
  );
}

export function TokenForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['token', 'common']);
  const me = useMe();
  const client = useQueryClient();
  const [made, setMade] = useState<Schemas['TokenMade'] | null>(null);
  const f = useApiForm<Values, Schemas['TokenMade']>({
    initial: { name: '', role: 'viewer', days: '365' },
    check: (values) => ({ name: values.name.trim() ? null : t('check.name') }),
    save: ({ name, role, days }) => ok(api.POST('/api/v1/tokens/', {
      body: { name, role, user: me.username, expires_in: days === '0' ? null : Number(days) * DAY_S },
    })),
    field: (name) => (name === 'expires_in' ? 'days' : name),
    done: (saved) => {
      setMade(saved);
      void client.invalidateQueries();
    },
  });
  if (made) return <Told made={made} close={close} />;
  return (
    <ApiForm of={f} action={t('make')} cancel={close}>
      <TextInput label={t('name')} description={t('help')} withAsterisk data-autofocus {...f.form.getInputProps('name')} />
      <Select label={t('role')} allowDeselect={false} data={ROLES.map((value) => ({ value, label: t(`common:state.role.${value}`) }))}
        {...f.form.getInputProps('role')} />
      <Select label={t('lasts')} allowDeselect={false} data={LASTING.map((value) => ({ value, label: value === '0' ? t('never') : t('days', { count: Number(value) }) }))}
        {...f.form.getInputProps('days')} />
    </ApiForm>
  );
}
