// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'catalogue', lazy: () => import('./KindList') },
  { path: 'catalogue/transfer', lazy: () => import('./Transfer') },
  { path: 'catalogue/:kind', lazy: () => import('./KindList') },
  { path: 'catalogue/:kind/new', lazy: () => import('./KindForm'), handle: FOR_ADMINS },
  { path: 'catalogue/:kind/:id', lazy: () => import('./KindForm') },
];

export default routes;
