// SPDX-License-Identifier: Apache-2.0
//
// Required and completed runs of this hour, the worst first. Updated as runs end.
import { Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Badge, CoordinatorTabs, Empty, Failure, Loading, Num, Page, sayTime } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { Bar } from './Bar';

type Quota = Schemas['QuotaNow'];

const SHOWN = 300;

/** The label stands for a job that is gone. */
const jobOf = (quota: Quota) => quota.job_name ? jobName(quota.job_name) : quota.task_type;

const statusOf = (quota: Quota) => (quota.at_risk ? 'AT_RISK' : quota.status);

/** At risk first, then those furthest behind. */
function worstFirst(quotas: Quota[]): Quota[] {
  return [...quotas].sort((a, b) =>
    Number(b.at_risk) - Number(a.at_risk) || b.failed + b.partial - a.failed - a.partial || a.percent - b.percent || a.olt_name.localeCompare(b.olt_name));
}

function QuotaCard({ quota }: { quota: Quota }) {
  const { t } = useTranslation('quota');
  return (
    <Paper withBorder p="sm" component="article" aria-label={`${quota.olt_name} ${jobOf(quota)}`}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text component={Link} to={`/olts/${quota.olt}/timeline`} fw={600} truncate c="inherit">{quota.olt_name}</Text>
        <Badge kind="quota" value={statusOf(quota)} />
      </Group>
      <Text size="xs" c="dimmed" mb={6}>{jobOf(quota)}</Text>
      <Bar quota={quota} label={t('progress', { done: quota.completed, of: quota.required })} />
      <Text size="xs" mt={6} className="num">
        {t('progress', { done: quota.completed, of: quota.required })}
        {quota.partial > 0 && <span className="tone-warn"> · {t('partial', { count: quota.partial })}</span>}
        {quota.failed > 0 && <span className="tone-bad"> · {t('failed', { count: quota.failed })}</span>}
        {quota.skipped > 0 && <span className="tone-warn"> · {t('skipped', { count: quota.skipped })}</span>}
      </Text>
    </Paper>
  );
}

function Cards({ quotas }: { quotas: Quota[] }) {
  const { t } = useTranslation('quota');
  return (
    <>
      <div className="tiles">
        {quotas.slice(0, SHOWN).map((quota) => <QuotaCard key={quota.id} quota={quota} />)}
      </div>
      {quotas.length > SHOWN && <Text size="sm" c="dimmed">{t('more', { count: quotas.length - SHOWN })}</Text>}
    </>
  );
}

export function Component() {
  const { t, i18n } = useTranslation('quota');
  const [which, setWhich] = useState('all');
  const now = useApi('/api/v1/quotas/now/', {}, { topics: ['quotas'], throttleMs: 2000, everyMs: 30_000 });
  const all = worstFirst(now.data?.results ?? []);
  const risky = all.filter((quota) => quota.at_risk || quota.failed + quota.partial > 0);
  const first = all[0];
  return (
    <Page title={t('title')}>
      <CoordinatorTabs />
      <Failure error={now.error} retry={() => void now.refetch()} />
      {now.isPending && !now.error && <Loading />}
      {now.data && !first && <Empty icon={IconChartBar} title={t('none')} text={t('noneText')} />}
      {first && (
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm" role="status">
              {t('hour', { from: sayTime(first.period_start, i18n.language).slice(0, 5), to: sayTime(first.period_end, i18n.language).slice(0, 5) })}
              {' · '}<Num value={all.length} /> {t('quotas', { count: all.length })}
              {' · '}<span className={risky.length ? 'tone-warn' : undefined}>{t('troubled', { count: risky.length })}</span>
            </Text>
            <SegmentedControl size="xs" value={which} onChange={setWhich} aria-label={t('which')}
              data={[{ value: 'all', label: t('all') }, { value: 'risk', label: t('onlyRisk') }]} />
          </Group>
          {which === 'risk' && risky.length === 0
            ? <Empty title={t('noRisk')} text={t('noRiskText')} />
            : <Cards quotas={which === 'risk' ? risky : all} />}
        </Stack>
      )}
    </Page>
  );
}
