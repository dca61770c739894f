// SPDX-License-Identifier: Apache-2.0
//
// The ONUs that receive less light than before, those that lost most first.
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { AFTER_RUNS, DataList, Empty } from '@/ui';
import { useLightFilters, useWorseColumns } from './columns';
import { LightPage } from './LightPage';

type Row = Schemas['LightRow'];

const linkOf = (row: Row) => `/onus/${row.id}?range=30d`;
const WORSE = { 7: { is_worse_7d: 'true' }, 30: { is_worse_30d: 'true' } };

export function Worse({ days }: { days: 7 | 30 }) {
  const { t } = useTranslation('light');
  const tab = days === 7 ? 'week' : 'month';
  const columns = useWorseColumns(days);
  const filters = useLightFilters();
  return (
    <LightPage tab={tab}>
      <DataList<Row> key={tab} path="/api/v1/light/" label={t(`tab.${tab}`)} columns={columns} filters={filters} fixed={WORSE[days]}
        ordering={`change_${days}d_db`} rowLink={linkOf} storageKey={`light-${tab}`} {...AFTER_RUNS}
        empty={<Empty title={t('empty.worse')} text={t('empty.worseText')} />} />
    </LightPage>
  );
}
