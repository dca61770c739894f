// SPDX-License-Identifier: Apache-2.0
//
// A row of a list as a table row, or as a card on a phone.
import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { jobName } from '@/phrasebook/jobs';
import classes from './list.module.css';
import type { WithId } from './rows';
import type { Column } from './types';

export interface RowProps<Row> {
  row: Row | undefined;
  index: number;
  columns: Column<Row>[];
  link?: string;
  changed: Set<string>;
  chosen?: boolean;
  choose?: (row: Row) => void;
  /** Pixels from the top of the list. */
  start: number;
  measure?: (element: HTMLElement | null) => void;
}

function valueOf<Row>(row: Row, column: Column<Row>) {
  if (column.render) return column.render(row);
  const value = (row as Record<string, unknown>)[column.key];
  return value == null || value === '' ? <span className="quiet">–</span> : String(value);
}

/** What may be cut is whole behind the pointer. */
function titleOf<Row>(row: Row, column: Column<Row>): string | undefined {
  const shown = valueOf(row, column);
  return typeof shown === 'string' && shown ? shown : undefined;
}

/** A card has no place for what is not there. */
function isThere<Row>(row: Row, column: Column<Row>) {
  const value = (row as Record<string, unknown>)[column.key];
  return value === undefined || (value !== null && value !== '');
}

/** A click anywhere opens the row, unless it was meant for something in it, or marks text. */
function useOpen(link: string | undefined) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (!link || target.closest('a, button, input, label, [role="menuitem"]') || window.getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey) window.open(link, '_blank', 'noopener');
    else navigate(link);
  };
}

function Choose({ chosen = false, choose, name }: { chosen?: boolean; choose: () => void; name: string }) {
  const { t } = useTranslation();
  return <Checkbox size="xs" checked={chosen} onChange={choose} aria-label={t('list.choose', { name })} />;
}

function nameOf<Row extends WithId>(row: Row): string {
  const { name, serial } = row as WithId & { name?: string; serial?: string };
  return jobName(name) || serial || String(row.id);
}

function LineOnce<Row extends WithId>(props: RowProps<Row>) {
  const { row, index, columns, link, changed, choose } = props;
  const open = useOpen(link);
  return (
    <div role="row" aria-rowindex={index + 2} className={classes.line} style={{ transform: `translateY(${props.start}px)` }} onClick={open}
      data-link={link ? true : undefined} data-chosen={props.chosen || undefined}>
      {choose && <div role="cell" className={classes.cell}>{row && <Choose chosen={props.chosen} choose={() => choose(row)} name={nameOf(row)} />}</div>}
      {columns.map((column, i) => (
        <div key={column.key} role="cell" data-align={column.align} title={row && titleOf(row, column)}
          className={`${classes.cell} ${row && changed.has(`${row.id} ${column.key}`) ? 'changed' : ''}`}>
          {!row ? <Skeleton height={10} width="60%" />
            : i === 0 && link ? <Link to={link} className={classes.link}>{valueOf(row, column)}</Link> : valueOf(row, column)}
        </div>
      ))}
    </div>
  );
}

export const Line = memo(LineOnce) as typeof LineOnce;

function CardOnce<Row extends WithId>(props: RowProps<Row>) {
  const { row, index, columns, link, changed, choose } = props;
  const open = useOpen(link);
  const [title, ...rest] = columns;
  return (
    <div role="listitem" data-index={index} ref={props.measure} className={classes.cardBox}
      style={{ transform: `translateY(${props.start}px)` }}>
      <div className={classes.card} onClick={open} data-chosen={props.chosen || undefined}>
        {!row ? <Skeleton height={12} width="50%" /> : (
          <>
            <div className={classes.cardTitle}>
              <div>{link ? <Link to={link} className={classes.link}>{valueOf(row, title)}</Link> : valueOf(row, title)}</div>
              {choose && <Choose chosen={props.chosen} choose={() => choose(row)} name={nameOf(row)} />}
            </div>
            <dl className={classes.facts}>
              {rest.filter((column) => isThere(row, column)).map((column) => (
                <div key={column.key} className={changed.has(`${row.id} ${column.key}`) ? 'changed' : ''}>
                  <dt>{column.header}</dt><dd>{valueOf(row, column)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </div>
  );
}

export const Card = memo(CardOnce) as typeof CardOnce;

interface HeadProps<Row> {
  column: Column<Row>;
  ordering: string;
  order: (ordering: string) => void;
}

export function Head<Row>({ column, ordering, order }: HeadProps<Row>) {
  const isUp = ordering === column.key;
  const isDown = ordering === `-${column.key}`;
  const Mark = isUp ? IconArrowUp : isDown ? IconArrowDown : IconArrowsSort;
  return (
    <div role="columnheader" className={classes.cell} data-align={column.align}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : column.sortable ? 'none' : undefined}>
      {!column.sortable ? column.header : (
        <button type="button" data-print className={classes.sort} data-active={isUp || isDown || undefined}
          onClick={() => order(isUp ? `-${column.key}` : column.key)}>
          {column.header}<Mark size={13} aria-hidden />
        </button>
      )}
    </div>
  );
}
