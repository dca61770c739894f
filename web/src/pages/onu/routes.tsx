// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'onus', lazy: () => import('./OnuList') },
  { path: 'onus/:id', lazy: () => import('./OnuPage') },
];

export default routes;
