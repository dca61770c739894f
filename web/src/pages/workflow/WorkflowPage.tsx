// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Page } from '@/ui';
import { useApi } from '@/api/query';
import { WorkflowEditor } from './WorkflowEditor';

export function WorkflowPage() {
  const { t } = useTranslation('workflow');
  const { id = '' } = useParams();
  const { data } = useApi('/api/v1/olts/{id}/workflow/', { path: { id } });
  return (
    <Page
      title={data ? t('of', { olt: data.olt_name }) : t('title')}
      breadcrumbs={[
        { title: t('title'), to: '/workflows' },
        ...(data ? [{ title: data.olt_name ?? '', to: `/olts/${data.olt}` }] : []),
      ]}
    >
      <WorkflowEditor olt={id} />
    </Page>
  );
}
