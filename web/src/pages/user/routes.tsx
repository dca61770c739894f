// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'users', lazy: () => import('./UserList') },
  { path: 'users/new', lazy: () => import('./UserForm') },
  { path: 'users/:id', lazy: () => import('./UserForm') },
];

export default routes;
