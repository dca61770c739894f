// SPDX-License-Identifier: Apache-2.0
//
// All settings in groups: limits of what is shown, and those of the program. Each shows when a
// change takes effect.
import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '@/api/me';
import { useApi } from '@/api/query';
import { Failure, Loading, Page } from '@/ui';
import { SettingRow, type Setting } from './SettingRow';
import { SnmpSettings } from './SnmpSettings';
import { UnsavedGuard } from './unsaved';

/** By what stands before the dot, in the order of the API. */
function groupsOf(settings: Setting[]): [string, Setting[]][] {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const group = setting.key.split('.')[0] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups];
}

/** How the program runs, where that is not safe; only administrators are told. */
function Warnings() {
  const { t } = useTranslation('setting');
  return useMe().warnings.map((code) => (
    <Alert key={code} color="yellow" variant="light" maw={900} icon={<IconAlertTriangle size={18} />} title={t(`warning.${code}.title`)}
      styles={{ title: { color: 'var(--tone-warn)' }, icon: { color: 'var(--tone-warn)' } }}>
      {t(`warning.${code}.text`)}
    </Alert>
  ));
}

/** Numbers of the program's settings begin here. */
const PROGRAM_FIRST = 1000;

function Groups({ settings }: { settings: Setting[] }) {
  const { t } = useTranslation('setting');
  return groupsOf(settings).map(([group, some]) => (
    <Paper key={group} withBorder p="md" component="section" aria-labelledby={`settings-${group}`}>
      <Title order={2} size="h3" mb="sm" id={`settings-${group}`}>{t(`group.${group}`, { defaultValue: group })}</Title>
      <Stack gap="md">{some.map((setting) => <SettingRow key={setting.key} setting={setting} />)}</Stack>
    </Paper>
  ));
}

export function Component() {
  const { t } = useTranslation('setting');
  const settings = useApi('/api/v1/settings/', {});
  return (
    <Page title={t('title')}>
      <Text c="dimmed" size="sm">{t('about')}</Text>
      <Warnings />
      <Failure error={settings.error} retry={() => void settings.refetch()} />
      {settings.isPending && !settings.error && <Loading />}
      <UnsavedGuard>
        <Stack gap="md" maw={900}>
          <Groups settings={(settings.data ?? []).filter(({ id }) => id < PROGRAM_FIRST)} />
          <SnmpSettings />
          <Groups settings={(settings.data ?? []).filter(({ id }) => id >= PROGRAM_FIRST)} />
        </Stack>
      </UnsavedGuard>
    </Page>
  );
}
