// SPDX-License-Identifier: Apache-2.0
//
// The five kinds of the catalogue as one table: their paths in the API, the columns shown, and the
// fields of the form. Texts are in i18n/*/catalogue.json under field.NAME.
import { CUSTOM } from '@/ui/purposes';
import { MEANINGS } from '@/ui/states';

export type KindName = 'brands' | 'models' | 'oids' | 'formulas' | 'states';
export type Row = Record<string, unknown> & { id: number };

export interface Field {
  name: string;
  kind: 'text' | 'long' | 'number' | 'flag' | 'json' | 'brand' | 'model' | 'choice' | 'purpose';
  isNeeded?: boolean;
  options?: readonly string[];
  /** What a new one begins with. */
  initial?: unknown;
}

export interface Kind {
  name: KindName;
  /** The field that names a row, for people; and that a copy must have anew. */
  title: string;
  columns: string[];
  filters: string[];
  fields: Field[];
}

/** The brand of what fits every device. */
export const GENERIC = '1';

const STATE_PURPOSES = ['run_state', 'admin_state', 'last_down_cause', 'port_state', 'port_cause', 'board_state'] as const;

const BRAND: Field = { name: 'brand', kind: 'brand' };
const MODEL: Field = { name: 'model', kind: 'model' };
const NAME: Field = { name: 'name', kind: 'text', isNeeded: true };

export const KINDS: Kind[] = [
  {
    name: 'brands', title: 'name', columns: ['name', 'description', 'models', 'olts'], filters: [],
    fields: [NAME, { name: 'description', kind: 'long' }],
  },
  {
    name: 'models', title: 'name', columns: ['brand_name', 'name', 'profile', 'technology', 'slots', 'ports', 'onus_per_port', 'olts'],
    filters: ['brand'],
    fields: [
      { ...BRAND, isNeeded: true }, NAME, { name: 'profile', kind: 'text' }, { name: 'technology', kind: 'text' },
      { name: 'slots', kind: 'number' }, { name: 'ports', kind: 'number' }, { name: 'onus_per_port', kind: 'number' },
      { name: 'notes', kind: 'long' },
    ],
  },
  {
    name: 'oids', title: 'name', columns: ['brand_name', 'model_name', 'table', 'name', 'oid', 'purpose', 'formula', 'unit', 'is_slow', 'enabled'],
    filters: ['brand', 'purpose'],
    fields: [
      NAME, { name: 'oid', kind: 'text', isNeeded: true }, { name: 'purpose', kind: 'purpose', isNeeded: true, initial: CUSTOM },
      { name: 'unit', kind: 'text' }, BRAND, MODEL, { name: 'formula', kind: 'text' }, { name: 'transform', kind: 'json' },
      { name: 'invalid', kind: 'json' },
      { name: 'keep_previous', kind: 'flag' }, { name: 'is_slow', kind: 'flag' }, { name: 'enabled', kind: 'flag', initial: true },
      { name: 'in_metrics', kind: 'flag' },
    ],
  },
  {
    name: 'formulas', title: 'name', columns: ['brand_name', 'model_name', 'name', 'definition'], filters: ['brand'],
    fields: [BRAND, MODEL, NAME, { name: 'definition', kind: 'json', isNeeded: true }],
  },
  {
    name: 'states', title: 'raw', columns: ['brand_name', 'column', 'purpose', 'raw', 'label', 'meaning'], filters: ['brand', 'purpose'],
    fields: [
      BRAND, { name: 'purpose', kind: 'choice', options: STATE_PURPOSES, initial: 'run_state' },
      { name: 'raw', kind: 'text', isNeeded: true }, { name: 'label', kind: 'text', isNeeded: true },
      { name: 'meaning', kind: 'choice', options: MEANINGS },
    ],
  },
];

/** The form of a new job, filled in for this OID. */
export function collectAt(oid: Row): string {
  return `/jobs/new?oid=${oid.id}`;
}

export function kindOf(name: string | undefined): Kind {
  return KINDS.find((kind) => kind.name === (name ?? 'brands')) ?? (KINDS[0] as Kind);
}
