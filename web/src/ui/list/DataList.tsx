// SPDX-License-Identifier: Apache-2.0
//
// A list of any length, from one of the API's lists (types.ts has its options). Search, order and
// filters are in the URL; only visible rows are requested and rendered; changes by live events are
// highlighted for a moment. On a phone rows are cards.
import { Checkbox, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failure, Loading } from '../Page';
import { useIsPrinting } from '../printing';
import { useListAddress } from './address';
import { BulkBar, useAllowed } from './BulkBar';
import { useChoice } from './choose';
import { useColumns } from './columns';
import classes from './list.module.css';
import { Card, Head, Line } from './RowViews';
import { SCROLL_MAX, pageOf, paramsOf, useRows, type Rows, type WithId } from './rows';
import { Toolbar } from './Toolbar';
import type { Column, DataListProps } from './types';
import { leastOf, shareOf } from './widths';

const LINE = 36;
const LOOKED_AT = 200; // rows, for columns that are empty
const CARD = 150;
const PRINT_MAX = 5000;
const PHONE_MAX = 100_000;
const NOTHING: never[] = [];

interface BodyProps<Row extends WithId> {
  rows: Rows<Row>;
  columns: Column<Row>[];
  label: string;
  rowLink?: (row: Row) => string | undefined;
  choice: ReturnType<typeof useChoice<Row>> | null;
  ordering: string;
  order: (ordering: string) => void;
  see: (first: number, last: number) => void;
  height?: number;
  isPrinting: boolean;
}

function useSeen<S extends Element | Window, I extends Element>(virtual: Virtualizer<S, I>, see: (first: number, last: number) => void) {
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => see(first, last), [see, first, last]);
}

/** What is left of the window below where the element begins. */
function useRest(fixed?: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(fixed ?? 480);
  useLayoutEffect(() => {
    if (fixed) return;
    const measure = () => {
      const top = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setHeight(Math.max(320, window.innerHeight - top - 24));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [fixed]);
  return { ref, height };
}

/** Which rows are at hand: paper has no others. */
function readRows<Row extends WithId>(rows: Rows<Row>): number[] {
  return Array.from({ length: Math.min(rows.count ?? 0, PRINT_MAX) }, (_, i) => i).filter((i) => rows.at(i) !== undefined);
}

/** Of what is the same as before, all is the same as before: rows are drawn once (memo). */
function rowOf<Row extends WithId>(props: BodyProps<Row>, index: number) {
  const row = props.rows.at(index);
  const { choice } = props;
  return {
    row, index, columns: props.columns, changed: props.rows.changed,
    link: row && props.rowLink?.(row),
    chosen: row?.id != null && choice?.rows.has(row.id),
    choose: choice?.toggle,
  };
}

function ChooseAll<Row extends WithId>({ choice, count }: { choice: ReturnType<typeof useChoice<Row>>; count: number }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const n = choice.ids.length;
  return (
    <Checkbox size="xs" aria-label={t('list.chooseAll')} checked={n > 0} indeterminate={n > 0 && n < count} disabled={busy}
      onChange={() => {
        if (n) return choice.clear();
        setBusy(true);
        void choice.all(count).finally(() => setBusy(false));
      }} />
  );
}

function TableBody<Row extends WithId>(props: BodyProps<Row>) {
  const { rows, columns, ordering, order, isPrinting } = props;
  const choice = isPrinting ? null : props.choice;
  const { ref, height } = useRest(props.height);
  const count = rows.count ?? 0;
  const virtual = useVirtualizer({ count: Math.min(count, SCROLL_MAX), getScrollElement: () => ref.current, estimateSize: () => LINE, overscan: 4 });
  useSeen(virtual, props.see);
  const least = columns.reduce((sum, column) => sum + leastOf(column), choice ? 40 : 0);
  // Those with a width shrink a little where room is short, and grow with the others where there is plenty. On paper
  // nothing can be scrolled: there they break their words.
  const atLeast = (pixels: number) => (isPrinting ? '0' : `${pixels}px`);
  const template = columns.map((column) => `minmax(${atLeast(leastOf(column))}, ${shareOf(column)}fr)`).join(' ');
  const grid = { '--columns': choice ? `40px ${template}` : template } as CSSProperties;
  return (
    <div ref={ref} className={classes.box} style={{ ...grid, height: Math.min(height, count * LINE + 38) }} tabIndex={0} role="region"
      aria-label={props.label}>
      <div role="table" aria-label={props.label} aria-rowcount={count + 1} className={classes.inner} style={{ minWidth: least }}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={classes.head}>
            {choice && <div role="columnheader" className={classes.cell}><ChooseAll choice={choice} count={count} /></div>}
            {columns.map((column) => <Head key={column.key} column={column} ordering={ordering} order={order} />)}
          </div>
        </div>
        <div role="rowgroup" className={classes.inner} style={{ height: virtual.getTotalSize() }}>
          {isPrinting ? readRows(rows).map((index) => <Line key={index} {...rowOf(props, index)} start={index * LINE} />)
            : virtual.getVirtualItems().map((item) => <Line key={item.key} {...rowOf(props, item.index)} start={item.start} />)}
        </div>
      </div>
    </div>
  );
}

function CardBody<Row extends WithId>(props: BodyProps<Row>) {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({
    count: Math.min(props.rows.count ?? 0, PHONE_MAX), estimateSize: () => CARD, overscan: 4, scrollMargin: top,
  });
  useSeen(virtual, props.see);
  return (
    <div ref={ref} role="list" aria-label={props.label} className={classes.cards} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => (
        <Card key={item.key} {...rowOf(props, item.index)} measure={virtual.measureElement}
          start={item.start - top} />
      ))}
    </div>
  );
}

function withoutEmpty<Row extends WithId>(columns: Column<Row>[], rows: Rows<Row>): Column<Row>[] {
  const some = Array.from({ length: Math.min(rows.count ?? 0, LOOKED_AT) }, (_, i) => rows.at(i)).filter((row) => row !== undefined);
  const isEmpty = (key: string) => some.every((row) => !(row as Record<string, unknown>)[key]);
  return some.length ? columns.filter((column) => !column.hideEmpty || !isEmpty(column.key)) : columns;
}

export function DataList<Row extends WithId>(props: DataListProps<Row>) {
  const { path, id, isPaged, fixed, filters = NOTHING, bulk = NOTHING, storageKey, columns, label } = props;
  const { t, i18n } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const address = useListAddress(filters, props.ordering ?? '');
  const [seen, setSeen] = useState({ from: 1, to: 1 });
  const see = useCallback((first: number, last: number) => setSeen((before) => {
    const [from, to] = [pageOf(first), pageOf(last)];
    return from === before.from && to === before.to ? before : { from, to };
  }), []);
  const source = { path, id, fixed, isPaged };
  const text = JSON.stringify(paramsOf(source, address.query, filters));
  const params = useMemo(() => JSON.parse(text) as Record<string, string>, [text]);
  const rows = useRows<Row>(source, params, seen, props);
  const allowed = useAllowed(bulk);
  const choice = useChoice<Row>(source, params);
  const { visible, choices, reset } = useColumns(columns, storageKey);
  const shown = withoutEmpty(visible, rows);
  const isFiltered = address.query.search !== '' || Object.keys(address.query.filters).length > 0;
  const isPrinting = useIsPrinting();
  const Body = isPhone && !isPrinting ? CardBody : TableBody;

  return (
    <Stack gap="xs">
      <Toolbar label={label} address={address} filters={filters} searchable={props.searchable ?? true} storageKey={storageKey}
        columns={choices} resetColumns={reset}
        csv={{
          source, params, columns: shown as Column<unknown>[], label, filters, chosen: address.query.filters, search: address.query.search,
        }} count={rows.count} actions={props.actions} />
      {allowed.length > 0 && (
        <BulkBar bulk={allowed} ids={choice.ids} clear={choice.clear}
          nameOf={(row) => (choice.rows.get(row) as { name?: string } | undefined)?.name ?? String(row)} />
      )}
      {rows.underWay && props.says?.(rows.underWay)}
      <Failure error={rows.error} retry={rows.refetch} />
      {rows.isFirstLoad && !rows.error && <Loading />}
      {rows.count === 0 && (isFiltered
        ? <Empty title={t('list.nothing')} text={t('list.nothingText')} />
        : props.empty ?? <Empty title={t('list.empty')} />)}
      {(rows.count ?? 0) > SCROLL_MAX && (
        <Text size="sm" c="dimmed">{t('list.tooMany', { number: new Intl.NumberFormat(i18n.language).format(SCROLL_MAX) })}</Text>
      )}
      {!!rows.count && (
        <Body rows={rows} columns={shown} label={label} rowLink={props.rowLink} choice={allowed.length ? choice : null}
          ordering={address.query.ordering} order={(ordering) => address.change({ ordering })} see={see} height={props.height}
          isPrinting={isPrinting} />
      )}
    </Stack>
  );
}
