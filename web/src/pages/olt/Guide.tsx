// SPDX-License-Identifier: Apache-2.0
//
// From nothing to ONUs on the screen: add an OLT, test it, apply the standard jobs, watch. Which
// step one is at follows from what is there, so that it goes on where it was left.
import { Stepper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '@/api/query';
import { Failure, Loading, Page } from '@/ui';
import { AddStep } from './GuideAdd';
import { JobsStep } from './GuideJobs';
import { WatchStep } from './GuideWatch';
import { concernsOlt, type OltRow } from './olt';

const STEPS = ['add', 'jobs', 'watch', 'done'] as const;

/** The OLT that the guide is about: the one in the address, or else the newest that is not through yet. */
function useGuideOlt() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('olt');
  const isNew = params.has('new');
  const olts = useApi('/api/v1/olts/', { query: { ordering: '-id', page_size: 50 } },
    { topics: ['olts', 'executions'], everyMs: 5000 });
  const rows = olts.data?.results ?? [];
  const olt: OltRow | undefined = isNew ? undefined
    : asked ? rows.find((row) => String(row.id) === asked)
      : rows.find((row) => !row.onus_present) ?? rows[0];
  return {
    olts, olt,
    choose: (id: number | null) => setParams({ olt: String(id) }, { replace: true }),
    another: () => setParams({ new: '1' }),
  };
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olts, olt, choose, another } = useGuideOlt();
  const isPhone = useMediaQuery('(max-width: 48em)');
  const id = String(olt?.id ?? '');
  const nodes = useApi('/api/v1/olts/{id}/nodes/', { path: { id }, query: { page_size: 1 } },
    { enabled: !!olt, topics: ['olts'], concerns: concernsOlt(olt?.id) });
  const error = olts.error ?? nodes.error;
  if (error) return <Failure error={error} retry={() => void olts.refetch()} />;
  if (!olts.data || (olt && !nodes.data)) return <Loading />;
  const step = !olt ? 0 : !nodes.data?.count ? 1 : !olt.onus_present ? 2 : 3;
  return (
    <Page title={t('guide.title')} breadcrumbs={[{ title: t('title'), to: '/olts' }]}>
      <Stepper active={step} size="sm" iconSize={32} maw={900} orientation={isPhone ? 'vertical' : 'horizontal'}
        allowNextStepsSelect={false} aria-label={t('guide.title')}>
        {STEPS.map((key) => (
          <Stepper.Step key={key} allowStepSelect={false} label={t(`guide.step.${key}`)}
            description={t(`guide.about.${key}`)} />
        ))}
      </Stepper>
      {!olt && <AddStep added={choose} />}
      {olt && step === 1 && <JobsStep olt={olt} />}
      {olt && step >= 2 && <WatchStep olt={olt} another={another} />}
    </Page>
  );
}

