// SPDX-License-Identifier: Apache-2.0
//
// The pages of the form: of a new job, and of one that is there.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { api, okTagged, type ApiError } from '@/api/client';
import { ask } from '@/api/query';
import { Failure, Loading, Page } from '@/ui';
import { JobForm, type Stored } from './JobForm';
import { NEW_JOB, valuesOf } from './values';

const NODES_MAX = 1000;

/** The job as it is now, with its version and the OLTs that it is on. */
export async function loadStored(id: string): Promise<Stored> {
  const [{ data: job, tag }, nodes] = await Promise.all([
    okTagged(api.GET('/api/v1/jobs/{id}/', { params: { path: { id } } })),
    ask('/api/v1/nodes/', { query: { job: id, page_size: NODES_MAX } }),
  ]);
  const olts = nodes.results.map((node) => ({ id: String(node.olt), name: node.olt_name ?? '', node: String(node.id) }));
  return { id, tag, olts, values: valuesOf(job, olts.map((olt) => olt.id)) };
}

export function JobNew() {
  const { t } = useTranslation('job');
  return (
    <Page title={t('form.newTitle')} breadcrumbs={[{ title: t('title'), to: '/jobs' }]}>
      <JobForm stored={{ values: NEW_JOB, olts: [] }} />
    </Page>
  );
}

export function JobEdit() {
  const { t } = useTranslation('job');
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<Stored, ApiError>({
    queryKey: ['job form', id], queryFn: () => loadStored(id), staleTime: Infinity, gcTime: 0,
  });
  const name = data?.values.name ?? '';
  return (
    <Page
      title={t('form.editTitle', { name })}
      breadcrumbs={[{ title: t('title'), to: '/jobs' }, { title: name, to: `/jobs/${id}` }]}
    >
      <Failure error={error} retry={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && <JobForm stored={data} />}
    </Page>
  );
}
