// SPDX-License-Identifier: Apache-2.0
//
// All ONUs of all OLTs, with search, filters and order.
import { Button } from '@mantine/core';
import { IconRouter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { DataList, Empty, Page } from '@/ui';
import { FirstReadings } from '@/ui/FirstReading';
import { useOnuColumns } from './columns';
import { useOnuFilters } from './filters';

type Row = Schemas['OnuRow'];

const linkOf = (row: Row) => `/onus/${row.id}`;
const isNews = (event: Record<string, unknown>) => ['ended', 'olt_suspended', 'olt_not_answering', 'olt_back'].includes(String(event.kind));

export function Component() {
  const { t } = useTranslation('onu');
  const columns = useOnuColumns();
  const filters = useOnuFilters();
  const empty = useMemo(() => (
    <Empty icon={IconRouter} title={t('empty.title')} text={t('empty.text')}
      action={<Button component={Link} to="/olts" variant="light">{t('empty.action')}</Button>} />
  ), [t]);
  return (
    <Page title={t('title')}>
      <FirstReadings />
      <DataList<Row> path="/api/v1/onus/" label={t('title')} columns={columns} filters={filters} rowLink={linkOf}
        topics={['executions', 'olts']} concerns={isNews} storageKey="onu" empty={empty} />
    </Page>
  );
}
