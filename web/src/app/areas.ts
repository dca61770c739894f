// SPDX-License-Identifier: Apache-2.0
//
// The areas of the app. Each has its pages in pages/AREA/routes.tsx (a default export of routes
// with lazy children) and its words in i18n/*/AREA.json; an area without routes is not shown.
import {
  IconActivityHeartbeat, IconAlertTriangle, IconBell, IconBook2, IconBulb, IconChartBar, IconChartLine, IconGauge, IconHistory, IconKey,
  IconListDetails, IconPlayerPlay, IconPlug, IconRouter, IconServer2, IconSettings, IconSitemap, IconTopologyStar3, IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Role } from '@/api/me';

export type Group = 'network' | 'collection' | 'administration';

export interface Area {
  /** The folder's name, and the word's in i18n/*\/app.json. */
  key: string;
  path: string;
  group: Group;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Who has it in the menu: that role and higher ones. Others may still follow a link there, where the API lets them. */
  role?: Role;
  /** Areas with the same entry share one line of the menu, which leads to the first of them. */
  entry?: string;
}

const AREAS: Area[] = [
  { key: 'dashboard', path: '/', group: 'network', icon: IconGauge },
  { key: 'incident', path: '/incidents', group: 'network', icon: IconAlertTriangle },
  { key: 'olt', path: '/olts', group: 'network', icon: IconServer2 },
  { key: 'port', path: '/ports', group: 'network', icon: IconPlug },
  { key: 'onu', path: '/onus', group: 'network', icon: IconRouter },
  { key: 'light', path: '/light', group: 'network', icon: IconBulb },
  { key: 'job', path: '/jobs', group: 'collection', icon: IconListDetails, role: 'operator' },
  { key: 'workflow', path: '/workflows', group: 'collection', icon: IconSitemap, role: 'operator' },
  { key: 'execution', path: '/executions', group: 'collection', icon: IconPlayerPlay },
  { key: 'performance', path: '/performance', group: 'collection', icon: IconChartLine },
  { key: 'poller', path: '/pollers', group: 'collection', icon: IconActivityHeartbeat, role: 'operator' },
  { key: 'quota', path: '/quotas', group: 'collection', icon: IconChartBar, entry: 'coordinator' },
  { key: 'violation', path: '/violations', group: 'collection', icon: IconChartBar, entry: 'coordinator' },
  { key: 'plan', path: '/plans', group: 'collection', icon: IconChartBar, entry: 'coordinator' },
  { key: 'log', path: '/log', group: 'collection', icon: IconChartBar, entry: 'coordinator' },
  { key: 'silence', path: '/silences', group: 'administration', icon: IconBell, role: 'operator', entry: 'notice' },
  { key: 'maintenance', path: '/maintenances', group: 'administration', icon: IconBell, role: 'operator', entry: 'notice' },
  { key: 'delivery', path: '/deliveries', group: 'administration', icon: IconBell, role: 'operator', entry: 'notice' },
  { key: 'limit', path: '/limits', group: 'administration', icon: IconBell, role: 'operator', entry: 'notice' },
  { key: 'route', path: '/routes', group: 'administration', icon: IconBell, role: 'admin', entry: 'notice' },
  { key: 'target', path: '/targets', group: 'administration', icon: IconBell, role: 'admin', entry: 'notice' },
  { key: 'contact', path: '/contacts', group: 'administration', icon: IconBell, role: 'admin', entry: 'notice' },
  { key: 'channel', path: '/channels', group: 'administration', icon: IconBell, role: 'admin', entry: 'notice' },
  { key: 'template', path: '/templates', group: 'administration', icon: IconBell, role: 'admin', entry: 'notice' },
  { key: 'plant', path: '/plant', group: 'administration', icon: IconTopologyStar3, role: 'admin' },
  { key: 'catalogue', path: '/catalogue', group: 'administration', icon: IconBook2, role: 'admin' },
  { key: 'user', path: '/users', group: 'administration', icon: IconUsers, role: 'admin' },
  { key: 'token', path: '/tokens', group: 'administration', icon: IconKey, role: 'admin' },
  { key: 'setting', path: '/settings', group: 'administration', icon: IconSettings, role: 'admin' },
  { key: 'audit', path: '/audit', group: 'administration', icon: IconHistory, role: 'admin' },
];

const ROUTES = import.meta.glob<RouteObject[]>('../pages/*/routes.tsx', { eager: true, import: 'default' });

function routesOf(key: string): RouteObject[] {
  return ROUTES[`../pages/${key}/routes.tsx`] ?? [];
}

export const areas = AREAS.filter((area) => routesOf(area.key).length > 0);
export const pages: RouteObject[] = areas.flatMap((area) => routesOf(area.key));
