// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'olts', lazy: () => import('./OltList') },
  { path: 'olts/new', lazy: () => import('./OltForm'), handle: FOR_ADMINS },
  { path: 'olts/start', lazy: () => import('./Guide'), handle: FOR_ADMINS },
  { path: 'olts/:id/edit', lazy: () => import('./OltForm'), handle: FOR_ADMINS },
  {
    path: 'olts/:id',
    lazy: () => import('./OltDetail'),
    children: [
      { index: true, lazy: () => import('./OltOverview') },
      { path: 'ports', lazy: () => import('./OltPorts') },
      { path: 'onus', lazy: () => import('./OltOnus') },
      { path: 'values', lazy: () => import('./OltValues') },
      { path: 'workflow', lazy: () => import('./OltWorkflow') },
      { path: 'timeline', lazy: () => import('./OltTimeline') },
      { path: 'executions', lazy: () => import('./OltExecutions') },
      { path: 'log', lazy: () => import('./OltLog') },
      { path: 'performance', lazy: () => import('./OltPerformance') },
      { path: 'health', lazy: () => import('./OltHealth') },
    ],
  },
  { path: 'values/:id', lazy: () => import('./Value') },
];

export default routes;
