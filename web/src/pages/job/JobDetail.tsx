// SPDX-License-Identifier: Apache-2.0
//
// One job: what it does in a sentence, its settings, where it runs, and the results.
import { Alert, Button, Menu, Stack, Tabs, Text } from '@mantine/core';
import { IconClock, IconCopy, IconDots, IconEdit, IconPlayerPlay, IconToggleLeft, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Can, useCan } from '@/api/me';
import { useApi } from '@/api/query';
import { Badge, Failure, Loading, Page } from '@/ui';
import { jobDescription, jobName } from '@/phrasebook/jobs';
import { Executions } from '../execution/columns';
import { useJobActions } from './actions';
import { JobFacts } from './JobFacts';
import { JobNodes } from './JobNodes';
import { usePreview } from './preview';
import { Sentence } from './Sentence';
import { laterWords, type Job } from './values';

interface ActionsProps {
  job: Job;
  leave: (isLeaving: boolean) => void;
}

function More({ job, leave }: ActionsProps) {
  const { t } = useTranslation('job');
  const actions = useJobActions();
  const isAdmin = useCan('admin');
  return (
    <Menu position="bottom-end">
      <Menu.Target><Button variant="default" px="xs" aria-label={t('more')}><IconDots size={16} /></Button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconToggleLeft size={16} />}
          onClick={() => void (job.enabled ? actions.disable(job) : actions.enable(job))}>
          {t(job.enabled ? 'disable' : 'enable')}
        </Menu.Item>
        {isAdmin && (
          <>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void actions.duplicate(job)}>{t('duplicate')}</Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} c="var(--tone-bad)" onClick={() => void actions.remove(job, leave)}>
              {t('delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Actions({ job, leave }: ActionsProps) {
  const { t } = useTranslation('job');
  const { run } = useJobActions();
  return (
    <Can role="operator">
      <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => void run(job)}>{t('run')}</Button>
      <Can role="admin">
        <Button component={Link} to={`/jobs/${job.id}/edit`} leftSection={<IconEdit size={16} />}>{t('edit')}</Button>
      </Can>
      <More job={job} leave={leave} />
    </Can>
  );
}

function Says({ job }: { job: Job }) {
  const { t } = useTranslation('job');
  const { data } = usePreview({ job: Number(job.id) });
  return (
    <Alert color="facho" icon={<IconClock size={18} />}>
      <Text size="sm" fw={500}>
        {job.enabled ? <Sentence preview={data} cron={job.cron} /> : t('sentence.off')}
      </Text>
      <Text size="sm" mt={4}>{t(laterWords(job.target ?? 'picked', String(job.brand_id ?? '')))}</Text>
      {job.description && <Text size="sm" mt={4}>{jobDescription(job.description)}</Text>}
    </Alert>
  );
}

const TABS = ['nodes', 'executions', 'facts'] as const;

function Body({ job, tab }: { job: Job; tab: string }) {
  const { t } = useTranslation('job');
  const navigate = useNavigate();
  const at = (name: string | null) => `/jobs/${job.id}${name === TABS[0] || !name ? '' : `/${name}`}`;
  return (
    <Stack gap="md">
      <Says job={job} />
      <Tabs value={tab} onChange={(name) => void navigate(at(name))} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map((name) => <Tabs.Tab key={name} value={name}>{t(`detail.${name}`)}</Tabs.Tab>)}
        </Tabs.List>
        <Tabs.Panel value="nodes"><JobNodes job={job} /></Tabs.Panel>
        <Tabs.Panel value="executions">
          <Executions fixed={{ job: String(job.id) }} storageKey="job-executions" />
        </Tabs.Panel>
        <Tabs.Panel value="facts"><JobFacts job={job} /></Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

export function JobDetail() {
  const { t } = useTranslation(['job', 'execution']);
  const { id = '', tab = TABS[0] } = useParams();
  const [isLeaving, setLeaving] = useState(false);
  const { data, error, refetch } = useApi('/api/v1/jobs/{id}/', { path: { id } }, { topics: ['olts'], enabled: !isLeaving });
  return (
    <Page
      title={data ? jobName(data.name) : t('one')}
      aside={data && <Badge kind="enabled" value={data.enabled} />}
      breadcrumbs={[{ title: t('title'), to: '/jobs' }]}
      actions={data && <Actions job={data} leave={setLeaving} />}
    >
      {error && !data && (error.status === 404
        ? <Text c="dimmed">{t('detail.gone')}</Text>
        : <Failure error={error} retry={() => void refetch()} />)}
      {((!data && !error) || isLeaving) && <Loading />}
      {data && !isLeaving && <Body job={data} tab={tab} />}
    </Page>
  );
}
