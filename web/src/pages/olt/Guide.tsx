// SPDX-License-Identifier: Apache-2.0
//
// The guide for the first OLT: one button tests an OLT, adds it and applies its standard jobs; then
// the page shows the progress. The current step depends on what exists, so that the guide continues
// where the user left it.
import { useState } from 'react';
import { Stepper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '@/api/query';
import { Failure, Loading, Page } from '@/ui';
import { AddStep } from './GuideAdd';
import { JobsStep } from './GuideJobs';
import { WatchStep } from './GuideWatch';
import { ANY_DEVICE } from './form-values';
import { concernsOlt, type OltRow } from './olt';

const STEPS = ['add', 'watch', 'done'] as const;

/** It is read: its ONUs are there, or it is a device of which only interfaces and uptime are read. */
const isThrough = (olt: OltRow) => !!olt.onus_present || (olt.brand === ANY_DEVICE && !!olt.last_answer_at);

/** The OLT that the guide is about: the one in the address, or else the newest that is not through yet. */
function useGuideOlt() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('olt');
  const isNew = params.has('new');
  // Once the form of the first step is shown it stays until its own OLT is there: what is typed is
  // not lost when somebody else adds one.
  const [hasForm, setForm] = useState(false);
  const isAdding = isNew || (hasForm && !asked);
  const olts = useApi('/api/v1/olts/', { query: { ordering: '-id', page_size: 50 } },
    { topics: ['olts', 'executions'], everyMs: 5000 });
  const rows = olts.data?.results ?? [];
  const olt: OltRow | undefined = isAdding ? undefined
    : asked ? rows.find((row) => String(row.id) === asked)
      : rows.find((row) => !isThrough(row)) ?? rows[0];
  const isComing = !!asked && !isAdding && !olt && olts.isFetching;
  if (olts.data && !olt && !isComing && !hasForm) setForm(true);
  return {
    olts, olt, isComing,
    choose: (id: number | null) => setParams({ olt: String(id) }, { replace: true }),
    another: () => setParams({ new: '1' }),
  };
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olts, olt, isComing, choose, another } = useGuideOlt();
  const isPhone = useMediaQuery('(max-width: 48em)');
  const id = String(olt?.id ?? '');
  const nodes = useApi('/api/v1/olts/{id}/nodes/', { path: { id }, query: { page_size: 1 } },
    { enabled: !!olt, topics: ['olts'], concerns: concernsOlt(olt?.id) });
  const error = olts.error ?? nodes.error;
  if (error) return <Failure error={error} retry={() => void olts.refetch()} />;
  if (!olts.data || isComing || (olt && !nodes.data)) return <Loading />;
  const hasJobs = !!nodes.data?.count;
  const step = !olt || !hasJobs ? 0 : !isThrough(olt) ? 1 : 2;
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
      {olt && !hasJobs && <JobsStep olt={olt} />}
      {olt && hasJobs && <WatchStep olt={olt} another={another} />}
    </Page>
  );
}

