// SPDX-License-Identifier: Apache-2.0
//
// What is around every page: navigation, search, the state of the live connection, who I am.
import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { useMe } from '@/api/me';
import { Loading } from '@/ui';
import { Allowed } from './Allowed';
import { areas, type Area, type Group as AreaGroup } from './areas';
import { CutOffBanner, LiveMark } from './LiveMark';
import { SearchBox } from './SearchBox';
import classes from './shell.module.css';
import { UserMenu } from './UserMenu';

const GROUPS: AreaGroup[] = ['watch', 'run', 'coordinate', 'manage'];
const RANK = ['viewer', 'operator', 'admin'];

function isHere(area: Area, pathname: string) {
  return area.path === '/' ? pathname === '/' : pathname === area.path || pathname.startsWith(`${area.path}/`);
}

function Nav({ close }: { close: () => void }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const { role } = useMe();
  const mine = areas.filter((area) => RANK.indexOf(role) >= RANK.indexOf(area.role ?? 'viewer'));
  return (
    <>
      {GROUPS.map((group) => {
        const those = mine.filter((area) => area.group === group);
        return those.length > 0 && (
          <div key={group} className={classes.group}>
            <Text size="xs" fw={600} c="dimmed" px="sm" pb={2}>{t(`group.${group}`)}</Text>
            {those.map((area) => (
              <NavLink key={area.key} component={Link} to={area.path} label={t(`area.${area.key}`)} onClick={close}
                leftSection={<area.icon size={17} stroke={1.6} />} active={isHere(area, pathname)} className={classes.nav}
                aria-current={isHere(area, pathname) ? 'page' : undefined} />
            ))}
          </div>
        );
      })}
    </>
  );
}

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
          <nav aria-label={t('menu')}><Nav close={close} /></nav>
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
