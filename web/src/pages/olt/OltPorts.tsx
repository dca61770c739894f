// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { DataList, Empty } from '@/ui';
import { useInterfaceColumns, usePortColumns, usePortFilters } from '../port/columns';
import type { PonPort } from '../port/values';
import { ANY_DEVICE } from './form-values';
import { concernsOlt, useOlt } from './olt';

export function Component() {
  const { t } = useTranslation(['olt', 'port']);
  const { olt } = useOlt();
  const ofPorts = usePortColumns().filter(({ key }) => key !== 'olt_name');
  const ofInterfaces = useInterfaceColumns();
  const filters = usePortFilters().filter(({ key }) => key !== 'olt');
  const isAny = olt.brand === ANY_DEVICE;
  const columns = isAny ? ofInterfaces : ofPorts;
  return (
    <DataList<PonPort> path="/api/v1/olts/{id}/ports/" id={olt.id ?? ''} label={t('tab.ports')} ordering="place"
      storageKey={isAny ? 'olt-interfaces' : 'olt-ports'}
      columns={columns} filters={isAny ? [] : filters} rowLink={(row) => `/ports/${row.id}`} topics={['executions', 'olts']}
      concerns={concernsOlt(olt.id)} empty={<Empty title={t('port:none')} text={t('port:noneText')} />} />
  );
}
