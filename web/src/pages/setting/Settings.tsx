// SPDX-License-Identifier: Apache-2.0
//
// What can be changed while the program runs, in groups; each counts from the moment it is saved.
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Failure, Loading, Page } from '@/ui';
import { SettingRow } from './SettingRow';
import { SnmpSettings } from './SnmpSettings';
import { UnsavedGuard } from './unsaved';

type Setting = Schemas['Setting'];

/** By what stands before the dot, in the order of the API. */
function groupsOf(settings: Setting[]): [string, Setting[]][] {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const group = setting.key.split('.')[0] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups];
}

export function Component() {
  const { t } = useTranslation('setting');
  const settings = useApi('/api/v1/settings/', {});
  return (
    <Page title={t('title')}>
      <Text c="dimmed" size="sm">{t('about')}</Text>
      <Failure error={settings.error} retry={() => void settings.refetch()} />
      {settings.isPending && !settings.error && <Loading />}
      <UnsavedGuard>
        <Stack gap="md" maw={900}>
          {groupsOf(settings.data ?? []).map(([group, some]) => (
            <Paper key={group} withBorder p="md" component="section" aria-labelledby={`group-${group}`}>
              <Title order={2} size="h3" mb="sm" id={`group-${group}`}>{t(`group.${group}`, { defaultValue: group })}</Title>
              <Stack gap="sm">{some.map((setting) => <SettingRow key={setting.key} setting={setting} />)}</Stack>
            </Paper>
          ))}
          <SnmpSettings />
        </Stack>
      </UnsavedGuard>
    </Page>
  );
}
