// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'pollers', lazy: async () => ({ Component: (await import('./Pollers')).Pollers }) },
];

export default routes;
