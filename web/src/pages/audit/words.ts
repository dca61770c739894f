// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';

type Entry = Pick<Schemas['Audit'], 'action' | 'entity' | 'entity_id'>;

export function whatWasDone(t: TFunction, { action }: Entry): string {
  return action ? t(`did.${action}`, { defaultValue: action }) : '';
}

/** "OLT 3" */
export function toWhat(t: TFunction, { entity, entity_id: id }: Entry): string {
  return [entity && t(`thing.${entity}`, { defaultValue: entity }), id].filter((part) => part != null && part !== '').join(' ');
}
