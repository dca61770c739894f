// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'ports', lazy: () => import('./PortList') },
  { path: 'ports/:id', lazy: () => import('./Port') },
];

export default routes;
