// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'deliveries', lazy: () => import('./DeliveryList') },
  { path: 'deliveries/:id', lazy: () => import('./DeliveryPage') },
];

export default routes;
