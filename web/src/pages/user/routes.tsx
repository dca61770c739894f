// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'users', lazy: () => import('./UserList'), handle: FOR_ADMINS },
  { path: 'users/new', lazy: () => import('./UserForm'), handle: FOR_ADMINS },
  { path: 'users/:id', lazy: () => import('./UserForm'), handle: FOR_ADMINS },
];

export default routes;
