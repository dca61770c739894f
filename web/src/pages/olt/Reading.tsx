// SPDX-License-Identifier: Apache-2.0
//
// Shared by the pages of custom values.
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Moment, sayStamp } from '@/ui';
import { unitWord } from '@/ui/units';

export type OltValue = Schemas['OltValue'];

/** A value that was not read for so long is old, however rarely its job runs. */
export const VALUE_STALE_MS = 26 * 3_600_000;

/** Is it a number that has a history? */
export function isNumber(value: OltValue): boolean {
  return value.kind === 'int' || value.kind === 'real';
}

/** The value with its unit, as the device has it. */
export function Reading({ of }: { of: OltValue }) {
  const { i18n } = useTranslation();
  if (of.kind === 'time' && of.time) return <Moment at={of.time} />;
  if (of.value === null || of.value === undefined) return <span className="quiet">–</span>;
  if (!isNumber(of)) return <span>{of.value}</span>;
  // Beyond 2^53 only the text has all of its digits.
  const exact = Number.isSafeInteger(of.number) || of.kind === 'real';
  const text = exact ? new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 4 }).format(of.number ?? 0) : of.value;
  return <span className="num">{text}{of.unit ? ` ${unitWord(of.unit)}` : ''}</span>;
}

Reading.asText = ({ of }: { of: OltValue }) => {
  if (of.kind === 'time' && of.time) return sayStamp(of.time);
  return [of.value, isNumber(of) && unitWord(of.unit)].filter(Boolean).join(' ');
};
