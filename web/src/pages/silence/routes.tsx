// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [
  { path: 'silences', lazy: () => import('./SilenceList') },
  { path: 'silences/:id', lazy: () => import('./SilenceForm') },
];

export default routes;
