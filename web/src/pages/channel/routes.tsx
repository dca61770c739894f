// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router-dom';
import { FOR_ADMINS } from '@/api/me';

const routes: RouteObject[] = [
  { path: 'channels', lazy: () => import('./ChannelList'), handle: FOR_ADMINS },
  { path: 'channels/:id', lazy: () => import('./ChannelForm'), handle: FOR_ADMINS },
];

export default routes;
