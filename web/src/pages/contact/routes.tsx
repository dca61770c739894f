// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'contacts', lazy: () => import('./ContactList'), handle: FOR_ADMINS },
  { path: 'contacts/:id', lazy: () => import('./ContactForm'), handle: FOR_ADMINS },
];

export default routes;
