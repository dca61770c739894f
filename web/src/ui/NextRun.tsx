// SPDX-License-Identifier: Apache-2.0
//
// The next run, or what it waits for, from the engine; the same text on every page.
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import type { Speech } from './list/text';
import { Age } from './moments';
import { sayStamp, useNow } from './time';

export type Next = Pick<Schemas['Node'], 'next_run' | 'next_run_at' | 'waits_for'>;

const WITH_TIME = ['planned', 'between_slices', 'retry'];

/** A time that comes while the page is open is due; it never lies in the past. */
export function NextRun({ of }: { of: Next }) {
  const { t } = useTranslation('common');
  const now = useNow();
  const { next_run: kind, next_run_at: at, waits_for: other } = of;
  if (!kind || kind === 'unknown') return <span className="quiet">–</span>;
  if (WITH_TIME.includes(kind)) {
    if (!at || Date.parse(at) <= now) return <span>{t('next.due')}</span>;
    return kind === 'planned' ? <Age at={at} /> : <span>{t(`next.${kind}`)} <Age at={at} /></span>;
  }
  if (kind === 'waits_olt' && other)
    return <span title={t('next.waits_olt')}>{t('next.waitsFor')} <Anchor component={Link} to={`/executions/${other}`} size="sm">{t('next.otherRun')}</Anchor></span>;
  return <span title={t(`next.${kind}`)} className={['off', 'never', 'after_master'].includes(kind) ? 'quiet' : undefined}>{t(`next.${kind}`)}</span>;
}

NextRun.asText = ({ of: { next_run: kind, next_run_at: at } }: { of: Next }, { t }: Speech) => {
  if (!kind || kind === 'unknown') return '';
  const when = WITH_TIME.includes(kind) && at ? sayStamp(at) : '';
  return kind === 'planned' && when ? when : [t(`common:next.${kind}`), when].filter(Boolean).join(' ');
};
