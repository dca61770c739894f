// SPDX-License-Identifier: Apache-2.0
//
// Silences and maintenance windows of an incident: why somebody was not told.
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Incident } from '@/api/incidents';
import { useApi } from '@/api/query';
import { Moment } from '@/ui';
import { asFilter } from '@/ui/filter';
import { touches } from '@/ui/filter/match';
import { Section } from '../olt/Figures';

const NEWEST = { query: { page_size: 200, ordering: '-id' } };

/** Those that are in force, and those of this incident alone. */
function useTouching(incident: Incident) {
  const silences = useApi('/api/v1/silences/', NEWEST, { topics: ['changes'] }).data?.results ?? [];
  const windows = useApi('/api/v1/maintenances/', NEWEST, { topics: ['changes'] }).data?.results ?? [];
  const isOn = ({ until_at: until, ended_at: ended }: { until_at: string | null; ended_at: string | null }) =>
    !ended && (!until || Date.parse(until) > Date.now());
  return {
    silences: silences.filter((one) => (one.incident ? one.incident === incident.id : isOn(one) && touches(asFilter(one.filter), incident))),
    windows: windows.filter((one) => one.is_active && touches(asFilter(one.filter), incident)),
  };
}

export function Silences({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incident');
  const { silences, windows } = useTouching(incident);
  return (
    <Section title={t('silences.title')}>
      {silences.length + windows.length === 0 && <Text size="sm" c="dimmed">{t('silences.none')}</Text>}
      {silences.map((silence) => (
        <Text size="sm" key={`s${silence.id}`} component="div">
          <Anchor component={Link} to={`/silences/${silence.id}`} size="sm" underline="always">{silence.why || t('silences.one', { id: silence.id })}</Anchor>
          {' · '}{silence.who} · {silence.until_at ? <>{t('silences.until')} <Moment at={silence.until_at} /></> : t('silences.end')}
        </Text>
      ))}
      {windows.map((window) => (
        <Text size="sm" key={`m${window.id}`} component="div">
          <Anchor component={Link} to={`/maintenances/${window.id}`} size="sm" underline="always">{window.title}</Anchor> · {window.who}
        </Text>
      ))}
    </Section>
  );
}
