// SPDX-License-Identifier: Apache-2.0
//
// One execution: its result in a sentence, what to do if it failed, and its values.
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Can } from '@/api/me';
import { useApi } from '@/api/query';
import { Badge, Failure, Loading, Page } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { useExecutionActions } from './actions';
import { Attempts } from './Attempts';
import { ChangedOnus } from './ChangedOnus';
import { Brought, Cost, Times } from './facts';
import { Late } from './Late';
import { Trouble } from './Trouble';
import { isOpen, shownState, useExecutionWords } from './words';

type Execution = Schemas['Execution'];

function Actions({ execution }: { execution: Execution }) {
  const { t } = useTranslation('execution');
  const actions = useExecutionActions(execution);
  return (
    <Can role="operator">
      {isOpen(execution.state) && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={() => void actions.interrupt()}>
          {t('interrupt')}
        </Button>
      )}
      {!isOpen(execution.state) && execution.node && (
        <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => void actions.again()}>
          {t('again')}
        </Button>
      )}
    </Can>
  );
}

function Headline({ execution }: { execution: Execution }) {
  const { t } = useTranslation('execution');
  const words = useExecutionWords();
  const key = execution.error === 'NOTHING_TO_ASK' ? execution.error : shownState(execution);
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Badge kind="execution" value={shownState(execution)} />
        <Anchor component={Link} to={`/olts/${execution.olt}`}>{execution.olt_name}</Anchor>
        {execution.job ? (
          <Anchor component={Link} to={`/jobs/${execution.job}`}>{jobName(execution.job_name)}</Anchor>
        ) : <Text span>{words.jobOf(execution)}</Text>}
        <Text span c="dimmed" size="sm">{t('askedBy', { who: words.askedBy(execution) })}</Text>
      </Group>
      <Text size="lg">
        {t(`sentence.${key}`, { job: words.jobOf(execution), olt: execution.olt_name })}
      </Text>
    </Stack>
  );
}

export function ExecutionDetail() {
  const { id = '' } = useParams();
  const { t } = useTranslation('execution');
  const { data, error, refetch } = useApi('/api/v1/executions/{id}/', { path: { id } }, {
    topics: ['executions'], concerns: (event) => String(event.execution) === id,
  });
  return (
    <Page
      title={t('number', { id })}
      breadcrumbs={[{ title: t('title'), to: '/executions' }]}
      actions={data && <Actions execution={data} />}
    >
      {error && !data && (error.status === 404
        ? <Text c="dimmed">{t('detail.gone')}</Text>
        : <Failure error={error} retry={() => void refetch()} />)}
      {!error && !data && <Loading />}
      {data && (
        <Stack gap="lg">
          <Headline execution={data} />
          <Late execution={data} />
          {data.error && <Trouble execution={data} />}
          <SimpleGrid cols={{ base: 1, md: 3 }}>
            <Brought execution={data} />
            <Times execution={data} />
            <Cost execution={data} />
          </SimpleGrid>
          <Attempts execution={data} />
          <ChangedOnus execution={data} />
        </Stack>
      )}
    </Page>
  );
}
