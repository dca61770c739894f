// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'tokens', lazy: () => import('./TokenList'), handle: FOR_ADMINS },
];

export default routes;
