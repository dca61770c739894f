// SPDX-License-Identifier: Apache-2.0
//
// The columns of executions, for all lists: all executions, of an OLT, of a job.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { Age, Badge, DataList, Duration, Empty, useHourFilter, type Column, type Filter, type Speech, type UnderWay } from '@/ui';
import { isOpen, shownState, useExecutionWords } from './words';
import { useInterruptMany } from './actions';

export type ExecutionRow = Schemas['ExecutionRow'];

const STATES = ['PENDING', 'RUNNING', 'SUCCESS', 'PARTIAL', 'FAILED', 'INTERRUPTED'];
const TYPES = ['discovery', 'get', 'walk', 'table', 'bulk'];
const LANES = ['high', 'discovery', 'polling', 'retry'];
export const TROUBLES = [
  'TIMEOUT', 'UNREACHABLE', 'AUTH', 'NO_SUCH_OBJECT', 'BAD_RESPONSE', 'TOO_MUCH', 'DEADLINE', 'STORE', 'OLT_DISABLED',
  'OLT_SUSPENDED', 'JOB_DISABLED', 'USER', 'SHUTDOWN', 'RESTART', 'LOCK_LOST', 'NOTHING_TO_ASK',
];

/** What is late by less than this started on time. */
export const LATE_MS = 1000;

function Onus({ row }: { row: ExecutionRow }) {
  if (!row.onus_seen && !row.onus_ok && !row.onus_failed) return null;
  const isShort = (row.onus_failed ?? 0) > 0;
  return (
    <span className={isShort ? 'num tone-warn' : 'num'}>
      {row.onus_ok}{isShort ? ` / ${(row.onus_ok ?? 0) + (row.onus_failed ?? 0)}` : ''}
    </span>
  );
}

Onus.asText = ({ row }: { row: ExecutionRow }, { t }: Speech) => {
  const [ok, failed] = [row.onus_ok ?? 0, row.onus_failed ?? 0];
  if (!row.onus_seen && !ok && !failed) return '';
  return failed ? t('execution:onusOf', { done: ok, of: ok + failed }) : String(ok);
};

function useColumns(): Column<ExecutionRow>[] {
  const { t } = useTranslation(['execution', 'job']);
  const words = useExecutionWords();
  return [
    { key: 'state', header: t('column.state'), sortable: true, width: 154,
      render: (row) => <Badge kind="execution" value={shownState(row)} /> },
    { key: 'olt_name', header: t('column.olt'), sortable: true, width: 150,
      render: (row) => <Anchor component={Link} to={`/olts/${row.olt}`}>{row.olt_name}</Anchor> },
    { key: 'job_name', header: t('column.job'), width: 262, text: (row) => words.jobOf(row), render: (row) => words.jobOf(row) },
    { key: 'type', header: t('column.type'), width: 120, hidden: true, render: (row) => words.type(row.type) },
    { key: 'queued_at', header: t('column.queued'), sortable: true, width: 115,
      render: (row) => <Age at={row.queued_at} /> },
    { key: 'duration_ms', header: t('column.duration'), sortable: true, align: 'right', width: 90,
      render: (row) => <Duration ms={row.duration_ms} /> },
    { key: 'late_ms', header: t('column.late'), sortable: true, align: 'right', width: 105,
      render: (row) => (row.late_ms ?? 0) >= LATE_MS && <Duration ms={row.late_ms} /> },
    { key: 'onus_ok', header: t('column.onus'), align: 'right', width: 80, render: (row) => <Onus row={row} /> },
    { key: 'message', header: t('column.message'), width: 286,
      render: (row) => (row.error ? words.what(row.error) : isOpen(row.state) && !row.next_slice_at ? '' : translate(row.message)) },
    { key: 'asked_by', header: t('column.by'), width: 110, hidden: true,
      render: (row) => row.asked_by || t('schedule') },
    { key: 'lane', header: t('column.lane'), width: 110, hidden: true, render: (row) => words.lane(row.lane) },
    { key: 'attempts', header: t('column.attempts'), align: 'right', width: 90, hidden: true },
    { key: 'poller', header: t('column.poller'), align: 'right', width: 80, hidden: true,
      render: (row) => row.poller || '' },
    { key: 'requests', header: t('column.requests'), align: 'right', width: 100, hidden: true },
    { key: 'timeouts', header: t('column.timeouts'), align: 'right', width: 110, hidden: true },
    { key: 'id', header: t('column.id'), sortable: true, align: 'right', width: 90, hidden: true },
  ];
}

function useFilters(): Filter[] {
  const { t } = useTranslation(['execution', 'common']);
  const words = useExecutionWords();
  const hour = useHourFilter('due_at');
  const options = (values: string[], label: (value: string) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return [
    { key: 'state', label: t('filter.state'), kind: 'choice',
      options: options(STATES, (value) => t(`common:state.execution.${value}`)) },
    { key: 'type', label: t('filter.type'), kind: 'choice', options: options(TYPES, words.type) },
    { key: 'error', label: t('filter.error'), kind: 'choice', options: options(TROUBLES, words.what) },
    { key: 'lane', label: t('filter.lane'), kind: 'choice', options: options(LANES, words.lane) },
    { key: 'late', label: t('column.late'), kind: 'choice', options: [{ value: '1', label: t('filter.late') }],
      params: () => ({ late_ms__gte: String(LATE_MS + 1) }) },
    { key: 'queued_at__gte', label: t('filter.since'), kind: 'since' },
    { key: 'olt', label: t('column.olt'), kind: 'thing', path: '/api/v1/olts/' },
    { key: 'job', label: t('column.job'), kind: 'thing', path: '/api/v1/jobs/' },
    ...hour,
  ];
}

interface ExecutionsProps {
  /** Only those of an OLT, a job or a node: { olt: '3' }. */
  fixed?: Record<string, string>;
  storageKey?: string;
  says?: (underWay: UnderWay) => ReactNode;
}

export function Executions({ fixed, storageKey = 'executions', says }: ExecutionsProps) {
  const { t } = useTranslation('execution');
  const columns = useColumns();
  const interrupt = useInterruptMany();
  return (
    <DataList<ExecutionRow>
      path="/api/v1/executions/"
      label={t('title')}
      columns={fixed?.olt === undefined ? columns : columns.filter((column) => column.key !== 'olt_name')}
      filters={useFilters().filter(({ key }) => fixed?.[key] === undefined)}
      fixed={fixed}
      bulk={[interrupt]}
      rowLink={(row) => `/executions/${row.id}`}
      ordering="-queued_at"
      topics={['executions']}
      concerns={fixed?.olt === undefined ? undefined : (event) => String(event.olt) === fixed.olt}
      empty={<Empty title={t('none.title')} text={t('none.text')} />}
      storageKey={storageKey}
      says={says}
    />
  );
}
