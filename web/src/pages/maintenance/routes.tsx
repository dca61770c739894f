// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'maintenances', lazy: () => import('./MaintenanceList') },
  { path: 'maintenances/:id', lazy: () => import('./MaintenanceForm') },
];

export default routes;
