// SPDX-License-Identifier: Apache-2.0
//
// Several pages under one title, each with its own URL.
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import classes from './Tabs.module.css';

export interface Tab {
  to: string;
  title: string;
}

/** On a phone there is room for some of them: the one that is open is among those. */
function useActiveInSight() {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const nav = ref.current;
    const active = nav?.querySelector<HTMLElement>('[aria-current="page"]');
    // Only the row of tabs moves, never the page.
    if (nav && active) nav.scrollLeft = active.offsetLeft - nav.offsetLeft - (nav.clientWidth - active.offsetWidth) / 2;
  }, [pathname]);
  return ref;
}

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const ref = useActiveInSight();
  return (
    <nav ref={ref} className={classes.tabs} aria-label={label} data-no-print>
      {tabs.map(({ to, title }) => <NavLink key={to} to={to} end className={classes.tab}>{title}</NavLink>)}
    </nav>
  );
}
