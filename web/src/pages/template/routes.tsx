// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'templates', lazy: () => import('./TemplateList'), handle: FOR_ADMINS },
  { path: 'templates/:id', lazy: () => import('./TemplateForm'), handle: FOR_ADMINS },
];

export default routes;
