// SPDX-License-Identifier: Apache-2.0
//
// The five kinds of the catalogue as one table: where they are in the API, what is shown of
// them, and what can be entered. Words are in i18n/*/catalogue.json under field.NAME.

export type KindName = 'brands' | 'models' | 'oids' | 'formulas' | 'states';
export type Row = Record<string, unknown> & { id: number };

export interface Field {
  name: string;
  kind: 'text' | 'long' | 'number' | 'flag' | 'json' | 'brand' | 'model' | 'choice' | 'suggest';
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

const PURPOSES = [
  'discovery', 'serial', 'mac', 'description', 'name', 'subscriber', 'admin_state', 'run_state', 'last_down_cause', 'last_up',
  'last_down', 'distance', 'onu_rx', 'onu_tx', 'olt_rx', 'temperature', 'voltage', 'bias', 'model', 'hw_version', 'sw_version',
  'line_profile', 'service_profile', 'uptime', 'ip', 'traffic_in', 'traffic_out', 'port_name', 'port_state', 'port_description',
  'port_onus', 'port_tx', 'cpu', 'memory', 'chassis_temperature', 'chassis_uptime',
] as const;

const STATE_PURPOSES = ['run_state', 'admin_state', 'last_down_cause', 'port_state'] as const;

const MEANINGS = ['online', 'offline', 'los', 'power', 'disabled', 'enabled', 'transitional', 'reset', 'fault'] as const;

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
      BRAND, MODEL, NAME, { name: 'oid', kind: 'text', isNeeded: true }, { name: 'purpose', kind: 'suggest', options: PURPOSES, isNeeded: true },
      { name: 'formula', kind: 'text' }, { name: 'transform', kind: 'json' }, { name: 'unit', kind: 'text' }, { name: 'invalid', kind: 'json' },
      { name: 'keep_previous', kind: 'flag' }, { name: 'is_slow', kind: 'flag' }, { name: 'enabled', kind: 'flag', initial: true },
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

export function kindOf(name: string | undefined): Kind {
  return KINDS.find((kind) => kind.name === (name ?? 'brands')) ?? (KINDS[0] as Kind);
}
