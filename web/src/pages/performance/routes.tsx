// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';

const routes: RouteObject[] = [{ path: 'performance', lazy: () => import('./Performance') }];

export default routes;
