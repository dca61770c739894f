// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'incidents', lazy: () => import('./IncidentList') },
  { path: 'incidents/:id', lazy: () => import('./IncidentPage') },
];

export default routes;
