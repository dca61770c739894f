// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'plans', lazy: () => import('./PlanList') },
  { path: 'plans/:id', lazy: () => import('./PlanPage') },
];

export default routes;
