// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'targets', lazy: () => import('./TargetList'), handle: FOR_ADMINS },
  { path: 'targets/:id', lazy: () => import('./TargetForm'), handle: FOR_ADMINS },
];

export default routes;
