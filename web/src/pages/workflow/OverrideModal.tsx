// SPDX-License-Identifier: Apache-2.0
//
// The overrides of a node: schedule and priority for this OLT only.
import { NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { keyOf, useApi } from '@/api/query';
import { ApiForm, Dialog, Loading, notify, useApiForm } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { usePreview } from '../job/preview';
import { isSpan, spanText, useScheduleWords } from '../job/schedule';
import type { Node } from './order';

interface Own {
  mode: 'job' | 'interval' | 'cron';
  interval: string;
  cron: string;
  priority: number | '';
}

/** The API shows what counts; what differs from the job is the node's own. */
function ownOf(node: Node, job: Schemas['Job']): Own {
  const isOwnTime = node.interval_ms !== job.interval_ms || node.cron !== job.cron;
  return {
    mode: !isOwnTime ? 'job' : node.cron ? 'cron' : 'interval',
    interval: spanText(node.interval_ms),
    cron: node.cron ?? '',
    priority: node.priority === job.priority ? '' : node.priority ?? '',
  };
}

const timeOf = (own: Own) => (own.mode === 'interval' ? { interval: own.interval.trim() }
  : own.mode === 'cron' ? { cron: own.cron.trim() } : {});

const asJob = { interval: null, cron: null };

/** What somebody changed in the form, and nothing else; null: as the job says. */
function changesOf(was: Own, own: Own) {
  const isSameTime = JSON.stringify([was.mode, timeOf(was)]) === JSON.stringify([own.mode, timeOf(own)]);
  return {
    ...(!isSameTime && (own.mode === 'job' ? asJob : timeOf(own))),
    ...(own.priority !== was.priority && { priority: own.priority === '' ? null : own.priority }),
  };
}

function Says({ own }: { own: Own }) {
  const { t } = useTranslation('job');
  const words = useScheduleWords();
  const isReady = own.mode === 'cron' ? own.cron.trim() !== '' : isSpan(own.interval);
  const { data, error } = usePreview(isReady ? timeOf(own) : {});
  if (own.mode === 'job') return null;
  if (error) return <Text size="sm" c="var(--mantine-color-error)">{Object.values(error.fields)[0] ?? error.message}</Text>;
  if (!data?.when) return <Text size="sm" c="dimmed">{t('sentence.noTime')}</Text>;
  return (
    <Text size="sm" c="dimmed">
      {t('sentence.runs', { when: words.phrase(data.when, own.cron) })}, {t('sentence.next', { times: words.times(data.next.slice(0, 2)) })}.
    </Text>
  );
}

function OverrideForm({ node, job, close }: { node: Node; job: Schemas['Job']; close: () => void }) {
  const { t } = useTranslation(['workflow', 'job']);
  const words = useScheduleWords();
  const client = useQueryClient();
  const [was] = useState(() => ownOf(node, job));
  const state = useApiForm<Own>({
    initial: was,
    check: (own) => ({ interval: own.mode === 'interval' && !isSpan(own.interval) ? t('job:form.badInterval') : null }),
    save: (own) => ok(api.PATCH('/api/v1/nodes/{id}/override/', {
      params: { path: { id: String(node.id) } },
      body: changesOf(was, own),
    })),
    done: () => {
      notify.done(t('done.override', { name: jobName(node.job_name) }));
      void client.invalidateQueries({ queryKey: keyOf('/api/v1/olts/{id}/workflow/') });
      close();
    },
  });
  const { form } = state;
  const own = form.getValues();
  return (
    <ApiForm of={state} action={t('override_.save')} cancel={close}>
      <Text size="sm">{t('override_.text')}</Text>
      <SegmentedControl aria-label={t('override_.mode')} {...form.getInputProps('mode')} data={[
        { value: 'job', label: t('override_.asJob') },
        { value: 'interval', label: t('job:form.byInterval') },
        { value: 'cron', label: t('job:form.byCron') },
      ]} />
      {own.mode === 'job' && <Text size="sm" c="dimmed">{words.when(job.interval_ms, job.cron)}</Text>}
      {own.mode === 'interval' && (
        <TextInput label={t('override_.interval')} description={t('job:form.intervalHelp')} {...form.getInputProps('interval')} />
      )}
      {own.mode === 'cron' && (
        <TextInput label={t('override_.cron')} description={t('job:form.cronHelp')} {...form.getInputProps('cron')} />
      )}
      <Says own={own} />
      <NumberInput label={t('override_.priority')} placeholder={String(job.priority)} min={0} max={1000} allowDecimal={false}
        {...form.getInputProps('priority')} />
    </ApiForm>
  );
}

export function OverrideModal({ node, close }: { node: Node; close: () => void }) {
  const { t } = useTranslation(['workflow', 'common']);
  const { data } = useApi('/api/v1/jobs/{id}/', { path: { id: String(node.job) } });
  return (
    <Dialog opened onClose={close} closeOnClickOutside={false}
      title={t('override_.title', { name: jobName(node.job_name), olt: node.olt_name })}>
      <Stack>{data ? <OverrideForm node={node} job={data} close={close} /> : <Loading />}</Stack>
    </Dialog>
  );
}
