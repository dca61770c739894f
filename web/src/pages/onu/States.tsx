// SPDX-License-Identifier: Apache-2.0
//
// Its states as a strip. Events have the device's own words; the catalogue knows what they mean.
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { toneOf } from '@/ui/Badge';
import { StateStrip } from '@/ui/chart';
import { useNow } from '@/ui/time';
import { isStale, newestReading, type Onu } from './model';
import type { Range } from './range';
import { stretchesOf } from './spans';

const MOST_EVENTS = 1000;
const STEP = 5_000; // so long a change may take to be seen

function useMeanings(onu: Onu) {
  const { data } = useApi('/api/v1/states/', {
    query: { brand_name: onu.brand ?? '', purpose: 'run_state', page_size: 1000 },
  }, { enabled: Boolean(onu.brand) });
  const { state, label } = onu.facts.run;
  return useMemo(() => {
    const meanings = new Map<string, string>();
    for (const row of data?.results ?? []) if (row.label && row.meaning) meanings.set(row.label, row.meaning);
    if (label && state) meanings.set(label, state);
    return meanings;
  }, [data, label, state]);
}

export function States({ onu, range }: { onu: Onu; range: Range }) {
  const { t } = useTranslation('onu');
  const now = Math.floor(useNow() / STEP) * STEP;
  const meanings = useMeanings(onu);
  const { data } = useApi('/api/v1/onus/{id}/events/', {
    path: { id: String(onu.id) },
    query: { at__gte: new Date(range.from).toISOString(), ordering: '-at', page_size: MOST_EVENTS },
  }, { topics: ['executions'], concerns: (event) => event.olt === onu.olt && event.kind === 'ended', keep: true });
  const spans = useMemo(() => {
    if (!data) return [];
    const stretches = stretchesOf({
      events: data.results,
      state: onu.facts.run.state,
      label: onu.facts.run.label,
      isPresent: onu.facts.presence.is_present,
      firstSeen: onu.first_seen_at ? Date.parse(onu.first_seen_at) : 0,
      knownUntil: isStale(onu, now) ? newestReading(onu) : now,
      meanings,
    }, range.from, Math.min(range.to, now));
    return stretches.map(({ from, to, state }) => ({
      from, to,
      label: t(`common:state.onu.${state}`, { defaultValue: state }),
      tone: state === 'unknown' ? 'unknown' as const : toneOf('onu', state),
    }));
  }, [data, onu, now, meanings, range, t]);
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>{t('states')}</Text>
      <StateStrip label={t('states')} spans={spans} from={range.from} to={range.to} />
    </div>
  );
}
