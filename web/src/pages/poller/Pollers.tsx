// SPDX-License-Identifier: Apache-2.0
//
// All pollers at this moment: what each does, who waits and why, and how late it gets.
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Empty, Failure, Loading, Page } from '@/ui';
import { Figures, LoadSentence } from './Figures';
import { History } from './History';
import { Lanes } from './Lanes';
import { Queue } from './Queue';
import { Slots } from './Slots';
import { TOPICS } from './load';

export function Pollers() {
  const { t } = useTranslation('poller');
  const stats = useApi('/api/v1/pollers/stats/', {}, { topics: TOPICS });
  const pollers = useApi('/api/v1/pollers/', {}, { topics: TOPICS });
  if (stats.error?.status === 503 && !stats.data)
    return <Page title={t('title')}><Empty icon={IconCpu} title={t('none.title')} text={t('none.text')} /></Page>;
  return (
    <Page title={t('title')}>
      <Failure error={stats.data ? null : stats.error} retry={() => void stats.refetch()} />
      {stats.isLoading && <Loading />}
      {stats.data && (
        <Stack gap="lg">
          <LoadSentence stats={stats.data} />
          <Figures stats={stats.data} />
          <section>
            <Title order={2} mb="xs">{t('grid')}</Title>
            <Slots pollers={pollers.data?.results ?? []} />
          </section>
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <Queue stats={stats.data} pollers={pollers.data?.results ?? []} />
            <Lanes stats={stats.data} />
          </SimpleGrid>
          <History />
        </Stack>
      )}
    </Page>
  );
}
