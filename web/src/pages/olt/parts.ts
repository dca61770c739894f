// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';

/** "board 0/1" of the profile's table is "Card 0/1"; nothing is the device as a whole. */
export function partName(t: TFunction, part: string | null | undefined): string {
  if (!part) return t('olt:chassis.whole');
  const [, kind, place] = /^(\w+) (.+)$/.exec(part) ?? [];
  return kind ? `${t(`olt:chassis.kind.${kind}`, { defaultValue: kind })} ${place}` : part;
}
