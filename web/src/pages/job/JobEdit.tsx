// SPDX-License-Identifier: Apache-2.0
//
// The pages of the form: for a new job (/jobs/new?oid=ID: filled in for that OID), and for an
// existing one.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { api, okTagged, type ApiError } from '@/api/client';
import { ask } from '@/api/query';
import { jobName } from '@/phrasebook/jobs';
import { Empty, Failure, Loading, Page } from '@/ui';
import { JobForm, type Stored } from './JobForm';
import { NEW_JOB, valuesForOid, valuesOf, type Oid } from './values';

const NODES_MAX = 1000;
const ID_SHOWN = 40;

/** The job as it is now, with its version and the OLTs that it is on. */
export async function loadStored(id: string): Promise<Stored> {
  const [{ data: job, tag }, nodes] = await Promise.all([
    okTagged(api.GET('/api/v1/jobs/{id}/', { params: { path: { id } } })),
    ask('/api/v1/nodes/', { query: { job: id, page_size: NODES_MAX } }),
  ]);
  const olts = nodes.results.map((node) => ({ id: String(node.olt), name: node.olt_name ?? '', node: String(node.id) }));
  return { id, tag, olts, values: valuesOf(job, olts.map((olt) => olt.id)) };
}

/** The address names an OID that no job can have. */
function NoOid({ title, text, to, action }: { title: string; text: string; to: string; action: string }) {
  return <Empty title={title} text={text} action={<Button component={Link} to={to}>{action}</Button>} />;
}

function ForOid({ id }: { id: string }) {
  const { t } = useTranslation('job');
  const isNumber = /^\d{1,18}$/.test(id);
  const { data, error, refetch } = useQuery<Oid, ApiError>({
    queryKey: ['job form of an OID', id], queryFn: () => ask('/api/v1/oids/{id}/', { path: { id } }), enabled: isNumber,
    staleTime: Infinity, gcTime: 0,
  });
  if (!isNumber || error?.status === 404 || data?.deleted_at) {
    const title = t('form.oidUnknown', { oid: id.slice(0, ID_SHOWN) });
    return <NoOid title={title} text={t('form.oidUnknownText')} to="/catalogue/oids" action={t('form.oidChoose')} />;
  }
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.enabled)
    return <NoOid title={t('form.oidOff', { oid: data.name })} text={t('form.oidOffText')} to={`/catalogue/oids/${id}`} action={t('form.oidOpen')} />;
  return <JobForm stored={{ values: valuesForOid(data), olts: [] }} />;
}

export function JobNew() {
  const { t } = useTranslation('job');
  const oid = useSearchParams()[0].get('oid');
  return (
    <Page title={t('form.newTitle')} breadcrumbs={[{ title: t('title'), to: '/jobs' }]}>
      {oid === null ? <JobForm key="" stored={{ values: NEW_JOB, olts: [] }} /> : <ForOid key={oid} id={oid} />}
    </Page>
  );
}

export function JobEdit() {
  const { t } = useTranslation('job');
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<Stored, ApiError>({
    queryKey: ['job form', id], queryFn: () => loadStored(id), staleTime: Infinity, gcTime: 0,
  });
  const name = jobName(data?.values.name);
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
