// SPDX-License-Identifier: Apache-2.0
//
// All OLTs compared: the selected ones in one chart, and all of them in a table.
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { AFTER_RUNS, DataList, Duration, Num, Page, plainNumber, type Column, type Filter } from '@/ui';
import { valueText } from '@/ui/chart/axis';
import { Compare } from './Compare';

type Row = Schemas['Performance'];

const DAY = 86_400_000;
const SPANS = { day: DAY, week: 7 * DAY, month: 30 * DAY };
type SpanName = keyof typeof SPANS;

const linkOf = (row: Row) => `/olts/${row.id}/performance`;

function Figure({ value, unit, tone }: { value: number | null; unit: string; tone?: string | undefined }) {
  const { i18n } = useTranslation();
  if (value === null) return <span className="quiet">–</span>;
  return <span className={`num nowrap ${tone ?? ''}`}>{valueText(value, i18n.language, 1)} {unit}</span>;
}

Figure.asText = ({ value }: { value: number | null }) => plainNumber(value, 1);

/** Narrower windows have no room for all columns. */
const WIDE = 1700;

function toneOfSuccess(percent: number | null): string | undefined {
  return percent === null || percent >= 99 ? undefined : percent < 90 ? 'tone-bad' : 'tone-warn';
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation(['performance', 'olt', 'onu']);
  return useMemo(() => {
    const number = (key: keyof Row & string, hidden = false): Column<Row> => ({
      key, header: t(`column.${key}`), sortable: true, width: 115, align: 'right', hidden, render: (row) => <Num value={row[key] as number | null} />,
    });
    const span = (key: keyof Row & string, hidden = false): Column<Row> => ({
      key, header: t(`column.${key}`), sortable: true, width: 120, align: 'right', hidden, render: (row) => <Duration ms={row[key] as number | null} />,
    });
    const figure = (key: keyof Row & string, unit: string, hidden = false): Column<Row> => ({
      key, header: t(`column.${key}`), sortable: true, width: 125, align: 'right', hidden, unit,
      render: (row) => <Figure value={row[key] as number | null} unit={unit} />,
    });
    return [
      { key: 'name', header: t('olt:field.name'), sortable: true, minWidth: 150 },
      { key: 'success_pct', header: t('column.success_pct'), sortable: true, unit: '%', width: 110, align: 'right',
        render: (row) => <Figure value={row.success_pct} unit="%" tone={toneOfSuccess(row.success_pct)} /> },
      number('runs'), number('failed'), number('partial', true), number('interrupted', true),
      span('duration_ms'), span('duration_max_ms', true), span('late_ms'), span('late_max_ms', true),
      figure('round_trip_ms', 'ms'), { ...figure('round_trip_max_ms', 'ms'), from: WIDE }, { ...number('requests'), from: WIDE },
      figure('retransmit_pct', '%'), number('retransmits', true), number('timeouts', true),
      { key: 'brand', header: t('onu:column.brand'), sortable: true, width: 110 },
      { key: 'site', header: t('olt:field.site'), sortable: true, width: 120, hidden: true },
    ];
  }, [t]);
}

function useFilters(): Filter[] {
  const { t } = useTranslation(['performance', 'olt', 'onu']);
  return useMemo(() => [
    { key: 'brand', label: t('onu:column.brand'), kind: 'thing', path: '/api/v1/brands/', value: 'name' },
    { key: 'site', label: t('olt:field.site'), kind: 'text' },
    { key: 'success', label: t('column.success_pct'), kind: 'choice', params: (value) => ({ success_pct__lt: value }),
      options: ['99', '95', '90'].map((value) => ({ value, label: t('filter.below', { value }) })) },
  ], [t]);
}

export function Component() {
  const { t } = useTranslation('performance');
  const [search, setSearch] = useSearchParams();
  const asked = search.get('span');
  const span = (asked && asked in SPANS ? asked : 'week') as SpanName;
  const columns = useColumns();
  const filters = useFilters();
  const choose = (value: string) => setSearch((before) => {
    const next = new URLSearchParams(before);
    next.set('span', value);
    return next;
  }, { replace: true });
  return (
    <Page title={t('title')} aside={
      <SegmentedControl size="xs" aria-label={t('span.label')} value={span} onChange={choose}
        data={Object.keys(SPANS).map((value) => ({ value, label: t(`span.${value}`) }))} />
    }>
      <Compare spanMs={SPANS[span]} />
      <DataList<Row> key={span} path={`/api/v1/performance/${span}/`} label={t('title')} columns={columns} filters={filters} ordering="name"
        rowLink={linkOf} storageKey="performance" {...AFTER_RUNS} height={420} />
    </Page>
  );
}
