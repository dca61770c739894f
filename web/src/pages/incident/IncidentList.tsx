// SPDX-License-Identifier: Apache-2.0
//
// What was and is wrong, one line for one cause, the newest first.
import { IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { causeText, CLASSES, isGoingOn, placeOf, SEVERITIES, sentenceOf, STATES, type Incident } from '@/api/incidents';
import { Age, Badge, type Column, DataList, Empty, type Filter, Moment, MOMENT_WIDTH, Num, Page } from '@/ui';
import { KINDS } from '@/ui/filter/fields';

function useColumns(): Column<Incident>[] {
  const { t, i18n } = useTranslation('incident');
  return useMemo(() => [
    { key: 'id', header: t('number'), sortable: true, width: 70, align: 'right' },
    { key: 'severity', header: t('severity'), sortable: true, width: 130, render: (row) => <Badge kind="problem" value={row.severity} /> },
    { key: 'state', header: t('state'), sortable: true, width: 155, render: (row) => <Badge kind="incident" value={row.state} /> },
    { key: 'place_text', header: t('place'), minWidth: 180, render: (row) => <b>{placeOf(t as TFunction, row)}</b> },
    { key: 'affected', header: t('customers'), sortable: true, align: 'right', width: 100, render: (row) => <Num value={row.affected} /> },
    { key: 'cause_class', header: t('cause'), sortable: true, width: 200, render: (row) => causeText(t as TFunction, row) },
    { key: 'since_at', header: t('since'), sortable: true, width: 120, render: (row) => <Age at={row.since_at} /> },
    { key: 'owner', header: t('who'), width: 130, render: (row) => row.owner || row.acked_by || (isGoingOn(row) ? <span className="quiet">{t('nobody')}</span> : '–') },
    { key: 'sentence_es', header: t('sentence'), minWidth: 320, from: 1700, render: (row) => sentenceOf(row, i18n.language) },
    { key: 'kind', header: t('kind'), sortable: true, width: 160, hidden: true, render: (row) => t(`kinds.${row.kind}`, { defaultValue: row.kind ?? '' }) },
    { key: 'affected_max', header: t('most'), sortable: true, align: 'right', width: 110, hidden: true, render: (row) => <Num value={row.affected_max} /> },
    { key: 'olt_name', header: 'OLT', sortable: true, width: 140, hidden: true },
    { key: 'resolved_at', header: t('resolved'), sortable: true, ...MOMENT_WIDTH, hidden: true, render: (row) => <Moment at={row.resolved_at} /> },
    { key: 'acked_at', header: t('acked'), sortable: true, width: 130, hidden: true, render: (row) => <Age at={row.acked_at} /> },
  ], [t, i18n.language]);
}

function useFilters(): Filter[] {
  const { t } = useTranslation(['incident', 'common']);
  return useMemo<Filter[]>(() => [
    { key: 'open', label: t('going'), kind: 'flag', yes: t('goingOn'), no: t('over') },
    { key: 'severity', label: t('severity'), kind: 'choice', options: SEVERITIES.map((value) => ({ value, label: t(`common:state.problem.${value}`) })) },
    { key: 'cause_class', label: t('cause'), kind: 'choice', options: CLASSES.map((value) => ({ value, label: t(`class.${value}`) })) },
    { key: 'olt', label: 'OLT', kind: 'thing', path: '/api/v1/olts/' },
    { key: 'state', label: t('state'), kind: 'choice', options: STATES.map((value) => ({ value, label: t(`common:state.incident.${value}`) })) },
    { key: 'kind', label: t('kind'), kind: 'choice', options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })) },
  ], [t]);
}

export function Component() {
  const { t } = useTranslation('incident');
  return (
    <Page title={t('title')}>
      <DataList<Incident> path="/api/v1/incidents/" label={t('title')} storageKey="incidents" ordering="-id"
        columns={useColumns()} filters={useFilters()} rowLink={(row) => `/incidents/${row.id}`} topics={['incidents']}
        empty={<Empty icon={IconCircleCheck} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
