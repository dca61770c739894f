// SPDX-License-Identifier: Apache-2.0
//
// An overview, live: current problems first.
import { Button, SimpleGrid } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useCan } from '@/api/me';
import { useApi } from '@/api/query';
import { Age, Empty, Failure, Loading, Page } from '@/ui';
import { Causes } from './Causes';
import { Problems } from './Problems';
import { ExecutionsTile, LightTile, OltsTile, OnusTile, PollersTile, QuotasTile } from './Tiles';
import { Trends } from './Trends';

const OLD_MS = 60_000; // totals of a very large site are counted less often than they are shown

function isEmpty({ olts }: Schemas['Dashboard']) {
  return olts.up + olts.new + olts.down + olts.not_answering + olts.suspended + olts.disabled === 0;
}

function FirstSteps() {
  const { t } = useTranslation('dashboard');
  const mayAdd = useCan('admin');
  return (
    <Empty icon={IconServer2} title={t('empty.title')} text={t(mayAdd ? 'empty.text' : 'empty.viewer')}
      action={mayAdd && <Button component={Link} to="/olts/start">{t('empty.action')}</Button>} />
  );
}

function Board({ data }: { data: Schemas['Dashboard'] }) {
  return (
    <>
      <Problems />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 6 }} spacing="sm">
        <OltsTile olts={data.olts} />
        <OnusTile onus={data.onus} olts={data.olts} />
        <LightTile levels={data.onus.levels} />
        <ExecutionsTile runs={data.executions} />
        <QuotasTile quotas={data.quotas} />
        <PollersTile pollers={data.pollers} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <Causes onus={data.onus} />
        <Trends />
      </SimpleGrid>
    </>
  );
}

export function Component() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useApi('/api/v1/dashboard/', {}, {
    topics: ['olts', 'executions', 'log'], throttleMs: 3000, everyMs: 15_000,
  });
  return (
    <Page title={t('title')} aside={data && <span className="quiet">{t('counted')} <Age at={data.at} staleAfterMs={OLD_MS} /></span>}>
      <Failure error={error} retry={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && (isEmpty(data) ? <FirstSteps /> : <Board data={data} />)}
    </Page>
  );
}
