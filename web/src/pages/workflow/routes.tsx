// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'workflows', lazy: async () => ({ Component: (await import('./WorkflowList')).WorkflowList }) },
  { path: 'workflows/:id', lazy: async () => ({ Component: (await import('./WorkflowPage')).WorkflowPage }) },
];

export default routes;
