// SPDX-License-Identifier: Apache-2.0
//
// All pollers now: what each does, what waits and why, and the lateness. Everything comes from one
// answer, so that the parts of the page are consistent.
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
  const { data, error, isLoading, refetch } = useApi('/api/v1/pollers/', {}, { topics: TOPICS });
  if (error?.status === 503 && !data)
    return <Page title={t('title')}><Empty icon={IconCpu} title={t('none.title')} text={t('none.text')} /></Page>;
  return (
    <Page title={t('title')}>
      <Failure error={data ? null : error} retry={() => void refetch()} />
      {isLoading && <Loading />}
      {data && (
        <Stack gap="lg">
          <LoadSentence stats={data.stats} />
          <Figures stats={data.stats} />
          <section>
            <Title order={2} mb="xs">{t('grid')}</Title>
            <Slots pollers={data.results} />
          </section>
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <Queue stats={data.stats} pollers={data.results} waiting={data.queue} />
            <Lanes stats={data.stats} />
          </SimpleGrid>
          <History />
        </Stack>
      )}
    </Page>
  );
}
