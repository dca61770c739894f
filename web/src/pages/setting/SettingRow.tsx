// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Box, Button, Group, NumberInput, Text, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { useCan } from '@/api/me';
import { notify, useErrorWords } from '@/ui';
import { useUnsaved } from './unsaved';

type Setting = Schemas['Setting'];

function useWords(setting: Setting) {
  const { t } = useTranslation('setting');
  return {
    name: t(`name.${setting.key.replace('.', '_')}`, { defaultValue: setting.key }),
    help: t(`help.${setting.key.replace('.', '_')}`, { defaultValue: setting.help }),
    range: t('range', { min: setting.min, max: setting.max, usual: setting.default, unit: setting.unit }),
  };
}

/** The value as it is being changed; null while it is as stored. */
function useEditing(setting: Setting) {
  const client = useQueryClient();
  const words = useErrorWords();
  const [typed, setTyped] = useState<number | string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const params = { path: { id: setting.key } };
  const attempt = async (action: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setError('');
    try {
      await action();
      setTyped(null);
      notify.done(done);
      await client.invalidateQueries();
    } catch (failure) {
      setError(words(failure));
    } finally {
      setBusy(false);
    }
  };
  return {
    typed, setTyped, busy, error,
    save: (done: string) => attempt(() => ok(api.PATCH('/api/v1/settings/{id}/', { params, body: { value: Number(typed) } })), done),
    reset: (done: string) => attempt(() => ok(api.DELETE('/api/v1/settings/{id}/', { params })), done),
  };
}

export function SettingRow({ setting }: { setting: Setting }) {
  const { t } = useTranslation(['setting', 'common']);
  const { name, help, range } = useWords(setting);
  const { typed, setTyped, busy, error, save, reset } = useEditing(setting);
  const isAdmin = useCan('admin');
  useUnsaved(setting.key, typed !== null);
  if (!isAdmin) {
    return <Box><Text fw={500}>{name}: <span className="num">{setting.value} {setting.unit}</span></Text><Text size="sm" c="dimmed">{help}</Text></Box>;
  }
  return (
    <form onSubmit={(event) => { event.preventDefault(); void save(t('saved', { name })); }}>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <NumberInput style={{ flex: 1 }} label={name} description={`${help} ${range}`} suffix={setting.unit && ` ${setting.unit}`}
          value={typed ?? setting.value} onChange={(value) => setTyped(value === setting.value ? null : value)} error={error} hideControls />
        <Group gap={4} wrap="nowrap" mt={error ? 0 : 'auto'}>
          <Button type="submit" size="xs" loading={busy} disabled={typed === null || typed === ''}>{t('common:save')}</Button>
          <Tooltip label={t('reset', { usual: setting.default })}>
            <ActionIcon variant="default" size={30} aria-label={t('resetOne', { name })} disabled={!setting.is_changed || busy}
              onClick={() => void reset(t('saved', { name }))}><IconRestore size={16} /></ActionIcon>
          </Tooltip>
        </Group>
      </Group>
    </form>
  );
}
