// SPDX-License-Identifier: Apache-2.0
//
// Shown instead of a page that failed or does not exist.
import { Button, Center, Group } from '@mantine/core';
import { IconError404, IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Empty, Page } from '@/ui';

export function NotFound() {
  const { t } = useTranslation('app');
  return (
    <Page title={t('notFound.title')}>
      <Empty icon={IconError404} title={t('notFound.text')} action={<Button component={Link} to="/">{t('home')}</Button>} />
    </Page>
  );
}

/** After an update of the program, pages that are loaded later are not there any more. */
function isOldVersion(error: unknown) {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}

export function Broken() {
  const { t } = useTranslation('app');
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const isOld = isOldVersion(error);
  return (
    <Center mih="60vh">
      <Empty icon={IconMoodSad} title={t(isOld ? 'broken.old' : 'broken.title')}
        text={isOld ? t('broken.oldText') : `${t('broken.text')} ${error instanceof Error ? error.message : ''}`}
        action={(
          <Group>
            <Button onClick={() => window.location.reload()}>{t('broken.reload')}</Button>
            <Button component={Link} to="/" variant="default" reloadDocument>{t('home')}</Button>
          </Group>
        )} />
    </Center>
  );
}
