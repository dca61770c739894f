// SPDX-License-Identifier: Apache-2.0
//
// Brands keep their own names, except the one for all devices, which is translated.
import type { TFunction } from 'i18next';

export function brandName(t: TFunction, name: string | null | undefined): string {
  return name === 'Generic' ? t('common:generic.name') : name ?? '';
}

export function brandText(t: TFunction, text: string): string {
  return text === 'Any brand' ? t('common:generic.description') : text;
}
