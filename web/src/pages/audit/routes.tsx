// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'audit', lazy: () => import('./AuditList'), handle: FOR_ADMINS },
  { path: 'audit/:id', lazy: () => import('./AuditEntry'), handle: FOR_ADMINS },
];

export default routes;
