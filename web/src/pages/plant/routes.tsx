// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'plant', lazy: () => import('./PlantList'), handle: FOR_ADMINS },
  { path: 'plant/:id', lazy: () => import('./PlantForm'), handle: FOR_ADMINS },
];

export default routes;
