// SPDX-License-Identifier: Apache-2.0
//
// The PON ports of the whole network.
import { IconPlug } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataList, Empty, Page } from '@/ui';
import { usePortColumns, usePortFilters } from './columns';
import type { PonPort } from './values';

const linkOf = (row: PonPort) => `/ports/${row.id}`;
const isNews = (event: Record<string, unknown>) => event.execution === undefined || event.kind === 'ended';

export function Component() {
  const { t } = useTranslation('port');
  const columns = usePortColumns();
  const filters = usePortFilters();
  return (
    <Page title={t('title')}>
      <DataList<PonPort> path="/api/v1/ports/" label={t('title')} columns={columns} filters={filters} rowLink={linkOf}
        ordering="olt_name" topics={['executions', 'olts']} concerns={isNews} storageKey="ports"
        empty={<Empty icon={IconPlug} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
