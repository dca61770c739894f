// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'quotas', lazy: () => import('./QuotasNow') },
  { path: 'quotas/history', lazy: () => import('./QuotaHistory') },
];

export default routes;
