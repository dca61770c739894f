// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'limits', lazy: () => import('./LimitList') },
  { path: 'limits/:id', lazy: () => import('./LimitForm') },
];

export default routes;
