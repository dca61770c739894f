// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'violations', lazy: () => import('./ViolationList') },
  { path: 'violations/:id', lazy: () => import('./ViolationPage') },
];

export default routes;
