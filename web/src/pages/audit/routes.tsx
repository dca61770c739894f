// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'audit', lazy: () => import('./AuditList') },
  { path: 'audit/:id', lazy: () => import('./AuditEntry') },
];

export default routes;
