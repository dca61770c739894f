// SPDX-License-Identifier: Apache-2.0
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@/ui/ui.css';
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Outlet, RouterProvider, createBrowserRouter } from 'react-router-dom';
import { onSignedOut } from '@/api/client';
import { endSession } from '@/api/me';
import { makeQueryClient } from '@/api/query';
import { pages } from '@/app/areas';
import { Inside } from '@/app/Inside';
import { Login } from '@/app/Login';
import { Broken, NotFound } from '@/app/Trouble';
import { startI18n } from '@/i18n/i18n';
import { Confirmations, Loading } from '@/ui';
import { theme, variables } from '@/ui/theme';

const client = makeQueryClient();
onSignedOut(() => endSession(client));

function Root() {
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
      <Confirmations />
    </Suspense>
  );
}

const router = createBrowserRouter([{
  element: <Root />,
  errorElement: <Broken />,
  HydrateFallback: Loading,
  children: [
    { path: '/login', element: <Login /> },
    {
      element: <Inside />,
      children: [{ errorElement: <Broken />, children: [...pages, { path: '*', element: <NotFound /> }] }],
    },
  ],
}], {
  future: { v7_relativeSplatPath: true, v7_fetcherPersist: true, v7_normalizeFormMethod: true, v7_partialHydration: true,
    v7_skipActionErrorRevalidation: true },
});

const schemes = localStorageColorSchemeManager({ key: 'facho.theme' });

await startI18n();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={schemes} defaultColorScheme="auto">
      <Notifications position="bottom-right" />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} future={{ v7_startTransition: true }} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
