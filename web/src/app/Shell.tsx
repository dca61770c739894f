// SPDX-License-Identifier: Apache-2.0
//
// The frame of every page: navigation, search, state of the live connection, current user.
import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { Loading } from '@/ui';
import { Allowed } from './Allowed';
import { CutOffBanner, LiveMark } from './LiveMark';
import { Menu } from './Menu';
import { SearchBox } from './SearchBox';
import classes from './shell.module.css';
import { TabMark } from './TabMark';
import { UserMenu } from './UserMenu';

/** A page that is on its way has a thin line on top instead of a blank. */
function Progress() {
  return useNavigation().state === 'loading' ? <div className={classes.progress} aria-hidden /> : null;
}

export function Shell() {
  const { t } = useTranslation('app');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  return (
    <AppShell header={{ height: 52 }} navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'md', lg: 'lg' }}>
      <a href="#main" className="skip">{t('skip')}</a>
      <Progress />
      <TabMark />
      <AppShell.Header className={classes.header}>
        <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('menu')} aria-expanded={isOpen} />
          <Link to="/" className={classes.logo} aria-label={`Facho: ${t('home')}`}>
            <img src="/facho.svg" width={26} height={26} alt="" /><Text fw={700} size="lg" visibleFrom="sm">Facho</Text>
          </Link>
          <SearchBox />
          <Group gap={6} wrap="nowrap" ml="auto"><LiveMark /><UserMenu /></Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <AppShell.Section grow component={ScrollArea} type="auto">
          <nav aria-label={t('menu')}><Menu close={close} /></nav>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" className={classes.main}>
        <CutOffBanner />
        <Suspense fallback={<Loading />}><Allowed /></Suspense>
      </AppShell.Main>
      <ScrollRestoration />
    </AppShell>
  );
}
