// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'jobs', lazy: async () => ({ Component: (await import('./JobList')).JobList }) },
  { path: 'jobs/new', lazy: async () => ({ Component: (await import('./JobEdit')).JobNew }), handle: FOR_ADMINS },
  { path: 'jobs/:id/edit', lazy: async () => ({ Component: (await import('./JobEdit')).JobEdit }), handle: FOR_ADMINS },
  { path: 'jobs/:id/:tab?', lazy: async () => ({ Component: (await import('./JobDetail')).JobDetail }) },
];

export default routes;
