// SPDX-License-Identifier: Apache-2.0
//
// The options of a list.
import type { ReactNode } from 'react';
import type { Role } from '@/api/me';
import type { Schemas } from '@/api/client';
import type { ListPath } from '@/api/query';
import type { Topic } from '@/live/stream';

export interface Column<Row> {
  /** A field of the row: what is ordered by and compared to see what changed. */
  key: string;
  header: string;
  render?: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Pixels; those without share what is left. A heading's longest word always has room. */
  width?: number;
  /** With a width: below which it does not shrink. */
  minWidth?: number;
  /** Not shown until somebody chooses it. */
  hidden?: boolean;
  /** Shown by itself where the window has at least so many pixels, and hidden otherwise. */
  from?: number;
  /** Left out as long as none of the rows that were read has anything in it. */
  hideEmpty?: boolean;
  /** In a CSV, where that is not what the cell says (list/text.ts). */
  text?: (row: Row) => string;
  /** In a CSV: behind the heading, as the cells are plain numbers there. */
  unit?: string;
  /** It has a button, which no file has. */
  isAction?: boolean;
  align?: 'left' | 'right';
}

export interface Choice {
  value: string;
  label: string;
}

export type Filter = {
  /** The API's parameter, like "brand" or "at__gte". */
  key: string;
  label: string;
  /** What a choice is to the API, when it is not "key=value". */
  params?: (value: string) => Record<string, string>;
} & (
  | { kind: 'choice'; options: Choice[] }
  | { kind: 'text' }
  | { kind: 'flag'; yes?: string; no?: string }
  /** One of another list, looked for as one types. */
  | { kind: 'thing'; path: ListPath; value?: string; text?: string }
  /** A moment from or until which, said as how long ago. */
  | { kind: 'since' }
);

/** How many executions are not over. */
export type UnderWay = Schemas['UnderWay'];

export type BulkResult = Schemas['BulkReply'];

export interface Bulk {
  key: string;
  label: string;
  role: Role;
  danger?: boolean;
  /** What the confirmation says besides the number. */
  text?: string;
  run: (ids: number[]) => Promise<BulkResult>;
}

/** When a list is asked again. */
export interface Follows {
  topics?: Topic[];
  /** Which events concern this list; all of its topics unless said. */
  concerns?: (event: Record<string, unknown>) => boolean;
  /** Once in so long at most; once a second unless said. */
  throttleMs?: number;
}

export interface DataListProps<Row> extends Follows {
  path: ListPath | (string & {});
  /** Of {id} in the path. */
  id?: string | number;
  /** Its answers have numbered pages and nothing else. */
  isPaged?: boolean;
  /** What it lists, for those who hear it instead of seeing it. */
  label: string;
  columns: Column<Row>[];
  filters?: Filter[];
  bulk?: Bulk[];
  /** Filters that are not the reader's to change. */
  fixed?: Record<string, string>;
  /** The order unless another is chosen. */
  ordering?: string;
  rowLink?: (row: Row) => string | undefined;
  empty?: ReactNode;
  /** Said above the rows of a list of executions. */
  says?: (underWay: UnderWay) => ReactNode;
  /** Under which columns and views are kept on this browser. */
  storageKey: string;
  actions?: ReactNode;
  searchable?: boolean;
  /** Pixels, for a list within a page; otherwise it takes the rest of the window. */
  height?: number;
}
