// SPDX-License-Identifier: Apache-2.0
//
// The open incidents that a silence suppresses now.
import { Anchor, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { placeOf, type Incident } from '@/api/incidents';
import { useApi } from '@/api/query';
import { asFilter } from './filter';
import { touches } from './filter/match';

type Silence = Pick<Schemas['Silence'], 'incident' | 'filter' | 'from_at' | 'until_at' | 'ended_at'>;

const isOn = ({ from_at: from, until_at: until, ended_at: ended }: Silence, now = Date.now()) =>
  !ended && (!until || Date.parse(until) > now) && (!from || Date.parse(from) <= now);

/** All that go on, for as many silences as one likes. */
export function useHiddenBy(): (silence: Silence) => Incident[] {
  const { data } = useApi('/api/v1/incidents/', { query: { open: 'true', page_size: 500 } }, { topics: ['incidents'], keep: true });
  const open = data?.results ?? [];
  return (silence) => (isOn(silence)
    ? open.filter((one) => (silence.incident ? one.id === silence.incident : touches(asFilter(silence.filter), one))) : []);
}

export function HiddenNow({ silence }: { silence: Silence }) {
  const { t } = useTranslation(['notice', 'incident']);
  const hidden = useHiddenBy()(silence);
  if (!hidden.length) return <>{t('silence.nothingNow')}</>;
  return (
    <>
      {hidden.map((one) => (
        <Text size="sm" key={one.id}><Anchor component={Link} to={`/incidents/${one.id}`} size="sm">{one.id} · {placeOf(t as TFunction, one)}</Anchor></Text>
      ))}
    </>
  );
}
