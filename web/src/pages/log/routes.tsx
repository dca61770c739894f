// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'log', lazy: () => import('./LogList') },
  { path: 'log/:id', lazy: () => import('./LogEntry') },
];

export default routes;
