// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'executions', lazy: async () => ({ Component: (await import('./ExecutionList')).ExecutionList }) },
  { path: 'executions/:id', lazy: async () => ({ Component: (await import('./ExecutionDetail')).ExecutionDetail }) },
];

export default routes;
