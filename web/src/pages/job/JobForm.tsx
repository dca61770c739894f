// SPDX-License-Identifier: Apache-2.0
//
// The form of a job. It never blocks: lists are filtered by brand when they arrive, and a sentence
// shows what the job will do while the user types.
import { Alert, Box, Grid, Switch, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ApiForm, notify, useApiForm } from '@/ui';
import { HowFields } from './HowFields';
import { loadStored } from './JobEdit';
import { usePreview, type PreviewAsk } from './preview';
import { saveJob, type SavedJob, type Stored } from './save';
import { Sentence } from './Sentence';
import { laterWords, problemsOf, targetOf, whenOf, type JobValues } from './values';
import { WhatFields } from './WhatFields';
import { WhenFields } from './WhenFields';
import { WhereFields } from './WhereFields';

export type { Stored } from './save';

/** Only what makes sense already: half a word is no mistake yet. */
function askOf(values: JobValues, id: string | undefined): PreviewAsk {
  const wrong = problemsOf(values);
  const hasTime = !wrong.interval && !wrong.cron;
  return {
    ...(id && { job: Number(id) }),
    ...(values.brand && { brand: Number(values.brand) }),
    ...(hasTime && whenOf(values)),
    ...targetOf(values),
  };
}

function Says({ values, id }: { values: JobValues; id?: string }) {
  const { t } = useTranslation('job');
  const { data } = usePreview(askOf(values, id));
  const isPicked = values.target === 'picked';
  return (
    <Alert icon={<IconClock size={18} />} title={t('sentence.title')} color="facho" aria-live="polite" data-testid="says">
      <Text size="sm" fw={500}>
        <Sentence preview={data} cron={values.cron} olts={!values.brand ? null : isPicked ? values.olts.length : undefined} />
      </Text>
      {values.brand && <Text size="sm" mt={4} data-testid="later">{t(laterWords(values.target, values.brand))}</Text>}
      {values.mode === 'interval' && data?.when && <Text size="sm" c="dimmed" mt={4}>{t('sentence.spread')}</Text>}
      {!values.enabled && <Text size="sm" mt={4}>{t('sentence.off')}</Text>}
    </Alert>
  );
}

export function JobForm({ stored }: { stored: Stored }) {
  const { t } = useTranslation('job');
  const navigate = useNavigate();
  const client = useQueryClient();

  const check = (values: JobValues) => Object.fromEntries(
    Object.entries(problemsOf(values)).map(([field, words]) => [field, words ? t(words) : null]),
  );
  const done = (saved: SavedJob) => {
    if (saved.failed.length) notify.failed(t('form.oltsFailed', { why: saved.failed.join('. ') }));
    else notify.done(t(stored.id ? 'form.saved' : 'form.created', { name: saved.name }));
    void client.invalidateQueries();
    void navigate(`/jobs/${saved.id}`);
  };
  const state = useApiForm<JobValues, SavedJob>({
    initial: stored.values,
    tag: stored.tag,
    check,
    save: (values, tag) => saveJob(stored, values, tag),
    latest: () => loadStored(stored.id ?? ''),
    done,
  });
  const { form } = state;
  const values = form.getValues();
  const server = usePreview(askOf(values, stored.id)).error?.fields ?? {};

  return (
    <ApiForm of={state} action={t(stored.id ? 'form.save' : 'form.create')}
      cancel={() => void navigate(stored.id ? `/jobs/${stored.id}` : '/jobs')}>
      <Grid gutter="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <WhatFields form={form} />
          <WhenFields form={form} server={server} />
          <WhereFields form={form} known={stored.olts} server={server} />
          <HowFields form={form} />
          <Switch mt="lg" label={t('form.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Box pos="sticky" top={72}><Says values={values} id={stored.id} /></Box>
        </Grid.Col>
      </Grid>
    </ApiForm>
  );
}
