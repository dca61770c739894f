// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Menu, Text, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconCheck, IconDevices, IconDeviceDesktop, IconKey, IconLanguage, IconLogout, IconMoon, IconSun, IconUserCircle,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe, useSession } from '@/api/me';
import { LANGUAGES, chooseLanguage } from '@/i18n/i18n';
import { afterMenu, confirm, notify, siteZone } from '@/ui';
import { OwnPassword } from './OwnPassword';

const SCHEMES: [MantineColorScheme, typeof IconSun][] = [
  ['light', IconSun], ['dark', IconMoon], ['auto', IconDeviceDesktop],
];

export function LanguageItems() {
  const { i18n } = useTranslation();
  return (
    <>
      {LANGUAGES.map((language) => (
        <Menu.Item key={language} lang={language} leftSection={<IconLanguage size={15} />} onClick={() => void chooseLanguage(language)}
          rightSection={i18n.language === language && <IconCheck size={14} />}>
          {new Intl.DisplayNames([language], { type: 'language' }).of(language)?.replace(/^./, (first) => first.toUpperCase())}
        </Menu.Item>
      ))}
    </>
  );
}

export function SchemeItems() {
  const { t } = useTranslation('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      {SCHEMES.map(([scheme, Icon]) => (
        <Menu.Item key={scheme} leftSection={<Icon size={15} />} onClick={() => setColorScheme(scheme)}
          rightSection={colorScheme === scheme && <IconCheck size={14} />}>{t(`theme.${scheme}`)}</Menu.Item>
      ))}
    </>
  );
}

export function UserMenu() {
  const { t } = useTranslation('app');
  const me = useMe();
  const session = useSession();
  const [isChanging, setChanging] = useState(false);
  const leave = (how: () => Promise<void>) => void how().catch((error: unknown) => notify.failed(error));
  const everywhere = async () => {
    const isSure = await confirm({ title: t('everywhere'), text: t('everywhereText'), action: t('everywhere') });
    if (isSure) leave(session.signOutEverywhere);
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Tooltip label={me.fullName}>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('userMenu', { name: me.username })}>
              <IconUserCircle size={22} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Text px="sm" pt={6} fw={600} size="sm">{me.fullName}</Text>
          <Text px="sm" pb={6} size="xs" c="dimmed">{me.username} · {t(`state.role.${me.role}`, { ns: 'common' })}</Text>
          <Menu.Divider />
          <Menu.Label>{t('language')}</Menu.Label>
          <LanguageItems />
          <Menu.Label>{t('theme.title')}</Menu.Label>
          <SchemeItems />
          <Menu.Divider />
          {me.userId !== null && (
            <Menu.Item leftSection={<IconKey size={15} />} onClick={() => afterMenu(() => setChanging(true))}>{t('password.title')}</Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => leave(session.signOut)}>{t('signOut')}</Menu.Item>
          <Menu.Item leftSection={<IconDevices size={15} />} onClick={() => void everywhere()}>{t('everywhere')}</Menu.Item>
          <Menu.Divider />
          <Text px="sm" py={4} size="xs" c="dimmed">Facho {me.version} · {siteZone()}</Text>
        </Menu.Dropdown>
      </Menu>
      <OwnPassword isOpen={isChanging} close={() => setChanging(false)} />
    </>
  );
}
