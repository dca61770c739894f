// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Age, type Column, DataList, Empty, Level, Num } from '@/ui';
import { OnuShare } from './OnuShare';
import { concernsOlt, isSilent, useOlt } from './olt';

type Port = Schemas['PonPort'];

function usePortColumns(isSilent: boolean): Column<Port>[] {
  const { t } = useTranslation('olt');
  return [
    { key: 'place', header: t('port.place'), sortable: true, width: 110, render: (row) => <b>{row.place}</b> },
    { key: 'name', header: t('port.name'), sortable: true, width: 160 },
    { key: 'state', header: t('field.state'), sortable: true, width: 110, render: (row) => row.state_label || row.state },
    { key: 'onus_online', header: t('port.onus'), sortable: true, width: 190,
      render: (row) => <OnuShare of={row} stale={isSilent} /> },
    { key: 'onus_offline', header: t('onus.offline'), sortable: true, width: 110, align: 'right', hidden: true },
    { key: 'onus_unknown', header: t('onus.unknown'), sortable: true, width: 110, align: 'right', hidden: true },
    { key: 'onu_rx_average_dbm', header: t('port.average'), sortable: true, width: 130, align: 'right',
      render: (row) => <Level dbm={row.onu_rx_average_dbm} /> },
    { key: 'onu_rx_worst_dbm', header: t('port.worst'), sortable: true, width: 130, align: 'right',
      render: (row) => <Level dbm={row.onu_rx_worst_dbm} /> },
    { key: 'tx_dbm', header: t('port.tx'), sortable: true, width: 110, align: 'right', render: (row) => <Level dbm={row.tx_dbm} /> },
    { key: 'onus', header: t('port.counted'), sortable: true, width: 110, align: 'right', hidden: true,
      render: (row) => <Num value={row.onus} /> },
    { key: 'description', header: t('field.description'), width: 200, hidden: true },
    { key: 'updated_at', header: t('field.updated'), sortable: true, width: 110, render: (row) => <Age at={row.updated_at} /> },
  ];
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olt, health } = useOlt();
  const columns = usePortColumns(isSilent(health));
  return (
    <DataList<Port> path="/api/v1/olts/{id}/ports/" id={olt.id ?? ''} label={t('tab.ports')} storageKey="olt-ports" ordering="place"
      columns={columns} rowLink={(row) => `/ports/${row.id}`} topics={['executions']} concerns={concernsOlt(olt.id)}
      empty={<Empty title={t('port.none')} text={t('port.noneText')} />} />
  );
}
