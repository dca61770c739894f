// SPDX-License-Identifier: Apache-2.0
//
// Pages side by side under one title, each with its own address.
import { NavLink } from 'react-router-dom';
import classes from './Tabs.module.css';

export interface Tab {
  to: string;
  title: string;
}

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <nav className={classes.tabs} aria-label={label} data-no-print>
      {tabs.map(({ to, title }) => <NavLink key={to} to={to} end className={classes.tab}>{title}</NavLink>)}
    </nav>
  );
}
