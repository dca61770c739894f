// SPDX-License-Identifier: Apache-2.0
//
// Values of custom OIDs that do not belong to an ONU: scalars, columns by port, by interface or by
// any other index.
import { useTranslation } from 'react-i18next';
import { Age, type Column, DataList, Empty, type Filter } from '@/ui';
import { concernsOlt, isSilent, useOlt } from './olt';
import { Reading, VALUE_STALE_MS, type OltValue } from './Reading';

function useValueColumns(isSilent: boolean): Column<OltValue>[] {
  const { t } = useTranslation('olt');
  return [
    { key: 'name', header: t('value.name'), sortable: true, minWidth: 150, render: (row) => <b>{row.name}</b> },
    { key: 'index', header: t('value.index'), sortable: true, width: 150, render: (row) => <span className="num">{row.index}</span> },
    { key: 'place', header: t('port.place'), width: 110 },
    { key: 'value', header: t('value.value'), minWidth: 180, render: (row) => <Reading of={row} /> },
    { key: 'rate', header: t('value.rate'), sortable: true, width: 130, align: 'right', hidden: true },
    { key: 'oid', header: t('value.oid'), width: 220, hidden: true },
    { key: 'at', header: t('field.updated'), sortable: true, width: 120,
      render: (row) => <Age at={row.at} stale={isSilent} staleAfterMs={VALUE_STALE_MS} /> },
  ];
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olt, health } = useOlt();
  const columns = useValueColumns(isSilent(health));
  const filters: Filter[] = [{ key: 'name', label: t('value.name'), kind: 'text' }];
  return (
    <DataList<OltValue> path="/api/v1/olts/{id}/values/" id={olt.id ?? ''} label={t('tab.values')} storageKey="olt-values" ordering="name"
      columns={columns} filters={filters} rowLink={(row) => `/values/${row.id}`} topics={['executions']} concerns={concernsOlt(olt.id)}
      empty={<Empty title={t('value.none')} text={t('value.noneText')} />} />
  );
}
