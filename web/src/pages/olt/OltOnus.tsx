// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { DataList, Empty } from '@/ui';
import { useColumnsOfOlt, useFiltersOfOlt, type OnuRow } from './onu-columns';
import { concernsOlt, useOlt } from './olt';

export function Component() {
  const { t } = useTranslation('olt');
  const { olt } = useOlt();
  const columns = useColumnsOfOlt();
  const filters = useFiltersOfOlt();
  return (
    <DataList<OnuRow> path="/api/v1/onus/" fixed={{ olt: String(olt.id) }} label={t('tab.onus')} storageKey="olt-onus" ordering="place"
      columns={columns} filters={filters} rowLink={(row) => `/onus/${row.id}`}
      topics={['executions']} concerns={concernsOlt(olt.id)}
      empty={<Empty title={t('onu.none')} text={t('onu.noneText')} />} />
  );
}
