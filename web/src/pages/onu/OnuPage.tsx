// SPDX-License-Identifier: Apache-2.0
//
// One ONU: a summary sentence, three facts, levels, charts, events, its neighbours.
import { Alert, Grid, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isGoingOn } from '@/api/incidents';
import { useApi } from '@/api/query';
import { useIsCutOff } from '@/live/live';
import { Badge, type Tone } from '@/ui/Badge';
import { Failure, Loading, Page } from '@/ui/Page';
import { PartOf } from '@/ui/PartOf';
import { useNow } from '@/ui/time';
import { Charts } from './Charts';
import { CopySerial } from './CopySerial';
import { Events } from './Events';
import { Facts } from './Facts';
import { Levels } from './Levels';
import { isStale, stateOf, type Onu } from './model';
import { Neighbours } from './Neighbours';
import { Outages } from './Outages';
import { Plant } from './Plant';
import { Refresh } from './Refresh';
import { sentenceOf } from './sentence';
import { useOnu } from './useOnu';
import { Values } from './Values';

const COLOR: Record<Tone, string> = { good: 'facho', busy: 'facho', warn: 'yellow', bad: 'red', calm: 'gray' };

function HowItIs({ onu }: { onu: Onu }) {
  const { t, i18n } = useTranslation('onu');
  const { text, tone } = sentenceOf({ onu, now: useNow(), language: i18n.language, t });
  const shown = useIsCutOff() ? 'calm' : tone;
  return (
    <Alert color={COLOR[shown]} variant="light" p="sm" role="status" data-testid="sentence" data-tone={shown}>
      <Text size="lg" fw={600} c="var(--mantine-color-text)">{text}</Text>
    </Alert>
  );
}

function PartOfIncident({ onu }: { onu: Onu }) {
  const { data } = useApi('/api/v1/onus/{id}/incidents/', { path: { id: String(onu.id) } }, { topics: ['incidents'], keep: true });
  return <PartOf incidents={(data?.results ?? []).filter(isGoingOn)} />;
}

function Whole({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const stale = isStale(onu, useNow());
  const title = onu.serial || onu.place || String(onu.id);
  const who = [onu.subscriber, onu.name, onu.description].filter((text, i, all) => text && all.indexOf(text) === i);
  return (
    <Page
      title={title}
      aside={<Group gap="xs"><CopySerial serial={onu.serial} /><Badge kind="onu" value={stateOf(onu)} stale={stale} /></Group>}
      breadcrumbs={[
        { title: t('title'), to: '/onus' },
        { title: onu.olt_name ?? '', to: `/olts/${onu.olt}` },
      ]}
      actions={<Refresh onu={onu} />}
    >
      {who.length > 0 && <Text c="dimmed" mt={-12}>{who.join(' · ')}</Text>}
      <PartOfIncident onu={onu} />
      <HowItIs onu={onu} />
      <Facts onu={onu} />
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <Charts onu={onu} />
            <Outages onu={onu} />
            <Events onu={onu} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="md">
            <Levels onu={onu} stale={stale} />
            <Plant onu={onu} />
            <Neighbours onu={onu} stale={stale} />
            <Values onu={onu} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const { onu, error, isLoading, refetch } = useOnu(id);
  const { t } = useTranslation('onu');
  if (onu) return <Whole key={id} onu={onu} />;
  return (
    <Page title={t('one')} breadcrumbs={[{ title: t('title'), to: '/onus' }]}>
      {isLoading ? <Loading /> : <Failure error={error} retry={() => void refetch()} />}
    </Page>
  );
}
