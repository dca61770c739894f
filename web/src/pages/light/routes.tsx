// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'light', lazy: () => import('./Worst') },
  { path: 'light/week', lazy: () => import('./Week') },
  { path: 'light/month', lazy: () => import('./Month') },
  { path: 'light/olts', lazy: () => import('./ByOlt') },
  { path: 'light/ports', lazy: () => import('./ByPort') },
];

export default routes;
