// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'jobs', lazy: async () => ({ Component: (await import('./JobList')).JobList }) },
  { path: 'jobs/new', lazy: async () => ({ Component: (await import('./JobEdit')).JobNew }) },
  { path: 'jobs/:id/edit', lazy: async () => ({ Component: (await import('./JobEdit')).JobEdit }) },
  { path: 'jobs/:id/:tab?', lazy: async () => ({ Component: (await import('./JobDetail')).JobDetail }) },
];

export default routes;
