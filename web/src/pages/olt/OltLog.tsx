// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { translateLine } from '@/phrasebook/translate';
import { Badge, type Column, DataList, Empty, type Filter, Moment, MOMENT_WIDTH } from '@/ui';
import { eventName } from '../log/events';
import { concernsOlt, useOlt } from './olt';

type Line = Schemas['CoordinatorLog'];

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'];

export function Component() {
  const { t } = useTranslation(['olt', 'log']);
  const { olt } = useOlt();
  const columns: Column<Line>[] = [
    { key: 'at', header: t('log.at'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.at} /> },
    { key: 'level', header: t('log.level'), width: 120, render: (row) => <Badge kind="level" value={row.level} /> },
    { key: 'event_type', header: t('log.event'), width: 170, render: (row) => eventName(t, row.event_type) },
    { key: 'message', header: t('log.message'), minWidth: 300, render: translateLine },
  ];
  const filters: Filter[] = [
    { key: 'level', label: t('log.level'), kind: 'choice', options: LEVELS.map((value) => ({ value, label: t(`level.${value}`) })) },
    { key: 'at__gte', label: t('log.since'), kind: 'since' },
  ];
  return (
    <DataList<Line> path="/api/v1/coordinator-logs/" fixed={{ olt: String(olt.id) }} label={t('tab.log')} storageKey="olt-log"
      ordering="-at" columns={columns} filters={filters} topics={['log']} concerns={concernsOlt(olt.id)}
      empty={<Empty title={t('log.none')} text={t('log.noneText')} />} />
  );
}
