// SPDX-License-Identifier: Apache-2.0
//
// A list of one hour: ?hour=2026-11-16T10:00:00Z in its URL. It is shown as a filter that can be
// cleared, only if the URL has it: pages about an hour link to it.
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { sayShort } from '../time';
import type { Filter } from './types';

const HOUR_MS = 3_600_000;

/** field: the moment of a row that must lie in the hour. */
export function useHourFilter(field: string): Filter[] {
  const { t, i18n } = useTranslation('common');
  const [params] = useSearchParams();
  const hour = params.get('hour') ?? '';
  const from = Date.parse(hour);
  if (Number.isNaN(from)) return [];
  const iso = (at: number) => new Date(at).toISOString();
  return [{
    key: 'hour', label: t('list.hour'), kind: 'choice',
    options: [{ value: hour, label: sayShort(from, i18n.language) }],
    params: () => ({ [`${field}__gte`]: iso(from), [`${field}__lt`]: iso(from + HOUR_MS) }),
  }];
}
