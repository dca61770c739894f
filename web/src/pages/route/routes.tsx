// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'routes', lazy: () => import('./RouteList'), handle: FOR_ADMINS },
  { path: 'routes/:id', lazy: () => import('./RouteForm'), handle: FOR_ADMINS },
];

export default routes;
