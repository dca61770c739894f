// SPDX-License-Identifier: Apache-2.0
//
// The minimum width of a column. Headings may use two lines, and their words are never cut, in any
// language.
import type { Column } from './types';

const LEAST = 120;
/** What gives way where room is short. */
const SHRINK = 0.92;
const PADDING = 20;
const SORT_MARK = 17;

/** "17 nov 2026, 03:11:25": cut, all rows would look alike. */
export const MOMENT_WIDTH = { width: 200, minWidth: 200 };

const measured = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

function wordWidth(word: string): number {
  let width = measured.get(word);
  if (width === undefined) {
    context ??= document.createElement('canvas').getContext('2d');
    if (context) context.font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
    width = Math.ceil(context?.measureText(word).width ?? 8 * word.length) + 1;
    measured.set(word, width);
  }
  return width;
}

function headWidth<Row>({ header, sortable }: Column<Row>): number {
  return Math.max(...header.split(/\s+/).map(wordWidth)) + PADDING + (sortable ? SORT_MARK : 0);
}

/** Pixels. One with a width shrinks a little, unless it says how far. */
export function leastOf<Row>(column: Column<Row>): number {
  const { width, minWidth } = column;
  return Math.max(minWidth ?? (width ? Math.round(width * SHRINK) : LEAST), headWidth(column));
}

/** Its share of the room that is left. */
export function shareOf<Row>({ width, minWidth = LEAST }: Column<Row>): number {
  return width ?? 2 * minWidth;
}
