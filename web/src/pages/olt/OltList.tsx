// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Can, useCan } from '@/api/me';
import { DataList, Empty, Page } from '@/ui';
import { useOltBulk } from './bulk';
import { DELETED, useOltColumns, useOltFilters } from './columns';
import { nowAndThen, type OltRow } from './olt';

/** Counting the ONUs of hundreds of OLTs is not for every run that ends. */
const FIGURES_MS = 5000;

function NoOlts() {
  const { t } = useTranslation('olt');
  const mayAdd = useCan('admin');
  return (
    <Empty icon={IconServer2} title={t('empty.title')} text={t(mayAdd ? 'empty.text' : 'empty.viewer')}
      action={<Can role="admin"><Button component={Link} to="/olts/start">{t('empty.action')}</Button></Can>} />
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const columns = useOltColumns();
  const filters = useOltFilters();
  const [params] = useSearchParams();
  const bulk = useOltBulk(params.has(DELETED));
  const concerns = useMemo(() => nowAndThen(FIGURES_MS), []);
  return (
    <Page title={t('title')} actions={(
      <Can role="admin">
        <Button component={Link} to="/olts/new" leftSection={<IconPlus size={16} />}>{t('add')}</Button>
      </Can>
    )}>
      <DataList<OltRow> path="/api/v1/olts/" label={t('title')} storageKey="olts" ordering="name"
        columns={columns} filters={filters} bulk={bulk} rowLink={(row) => `/olts/${row.id}`}
        topics={['olts', 'executions']} concerns={concerns} empty={<NoOlts />} />
    </Page>
  );
}
