// SPDX-License-Identifier: Apache-2.0
//
// The navigation: first the network, then collection, then administration.
import { NavLink, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useMe, type Role } from '@/api/me';
import { areas, type Area, type Group } from './areas';
import classes from './shell.module.css';

const GROUPS: Group[] = ['network', 'collection', 'administration'];
const RANK: Role[] = ['viewer', 'operator', 'admin'];

/** One line of the menu: an area, or several that share an entry. */
interface Entry {
  key: string;
  areas: Area[];
}

function entriesOf(group: Group, role: Role): Entry[] {
  const entries: Entry[] = [];
  for (const area of areas) {
    if (area.group !== group || RANK.indexOf(role) < RANK.indexOf(area.role ?? 'viewer')) continue;
    const key = area.entry ?? area.key;
    const known = entries.find((entry) => entry.key === key);
    if (known) known.areas.push(area);
    else entries.push({ key, areas: [area] });
  }
  return entries;
}

function isHere(area: Area, pathname: string) {
  return area.path === '/' ? pathname === '/' : pathname === area.path || pathname.startsWith(`${area.path}/`);
}

function Line({ entry, close }: { entry: Entry; close: () => void }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const { path, icon: Icon } = entry.areas[0] as Area;
  const here = entry.areas.some((area) => isHere(area, pathname));
  return (
    <NavLink component={Link} to={path} label={t(`area.${entry.key}`)} onClick={close} className={classes.nav}
      leftSection={<Icon size={17} stroke={1.6} />} active={here} aria-current={here ? 'page' : undefined} />
  );
}

export function Menu({ close }: { close: () => void }) {
  const { t } = useTranslation('app');
  const { role } = useMe();
  return (
    <>
      {GROUPS.map((group) => {
        const entries = entriesOf(group, role);
        return entries.length > 0 && (
          <div key={group} className={classes.group}>
            <Text size="xs" fw={600} c="dimmed" px="sm" pb={2}>{t(`group.${group}`)}</Text>
            {entries.map((entry) => <Line key={entry.key} entry={entry} close={close} />)}
          </div>
        );
      })}
    </>
  );
}
