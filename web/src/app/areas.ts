// SPDX-License-Identifier: Apache-2.0
//
// The areas of the app. Each has its pages in pages/AREA/routes.tsx (a default export of routes
// with lazy children) and its words in i18n/*/AREA.json; an area without routes is not shown.
import {
  IconActivityHeartbeat, IconAlertTriangle, IconBook2, IconCalendarTime, IconChartBar, IconDeviceDesktopAnalytics,
  IconGauge, IconHistory, IconKey, IconListDetails, IconPlayerPlay, IconRouter, IconServer2, IconSettings, IconSitemap,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Role } from '@/api/me';

export type Group = 'watch' | 'run' | 'coordinate' | 'manage';

export interface Area {
  /** The folder's name, and the word's in i18n/*\/app.json. */
  key: string;
  path: string;
  group: Group;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  role?: Role;
}

const AREAS: Area[] = [
  { key: 'dashboard', path: '/', group: 'watch', icon: IconGauge },
  { key: 'olt', path: '/olts', group: 'watch', icon: IconServer2 },
  { key: 'onu', path: '/onus', group: 'watch', icon: IconRouter },
  { key: 'job', path: '/jobs', group: 'run', icon: IconListDetails },
  { key: 'workflow', path: '/workflows', group: 'run', icon: IconSitemap },
  { key: 'execution', path: '/executions', group: 'run', icon: IconPlayerPlay },
  { key: 'poller', path: '/pollers', group: 'run', icon: IconActivityHeartbeat },
  { key: 'quota', path: '/quotas', group: 'coordinate', icon: IconChartBar },
  { key: 'violation', path: '/violations', group: 'coordinate', icon: IconAlertTriangle },
  { key: 'plan', path: '/plans', group: 'coordinate', icon: IconCalendarTime },
  { key: 'log', path: '/log', group: 'coordinate', icon: IconDeviceDesktopAnalytics },
  { key: 'catalogue', path: '/catalogue', group: 'manage', icon: IconBook2 },
  { key: 'user', path: '/users', group: 'manage', icon: IconUsers, role: 'admin' },
  { key: 'token', path: '/tokens', group: 'manage', icon: IconKey, role: 'admin' },
  { key: 'setting', path: '/settings', group: 'manage', icon: IconSettings },
  { key: 'audit', path: '/audit', group: 'manage', icon: IconHistory, role: 'admin' },
];

const ROUTES = import.meta.glob<RouteObject[]>('../pages/*/routes.tsx', { eager: true, import: 'default' });

function routesOf(key: string): RouteObject[] {
  return ROUTES[`../pages/${key}/routes.tsx`] ?? [];
}

export const areas = AREAS.filter((area) => routesOf(area.key).length > 0);
export const pages: RouteObject[] = areas.flatMap((area) => routesOf(area.key));
