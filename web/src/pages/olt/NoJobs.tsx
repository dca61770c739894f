// SPDX-License-Identifier: Apache-2.0
//
// An OLT without jobs is never read: this message explains it and offers to add jobs.
import { Alert, Button, Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Can } from '@/api/me';
import { useApi } from '@/api/query';
import { useOltActions } from './OltActions';
import type { Olt } from './olt';

export function NoJobs({ olt }: { olt: Olt }) {
  const { t } = useTranslation('olt');
  const actions = useOltActions(olt);
  const nodes = useApi('/api/v1/olts/{id}/nodes/', { path: { id: String(olt.id) }, query: { page_size: 1 } }, { topics: ['olts'] });
  if (nodes.data?.count !== 0) return null;
  return (
    <Alert color="yellow" icon={<IconBolt size={18} />} title={t('noJobs.title')}
      styles={{ title: { color: 'var(--tone-warn)' }, icon: { color: 'var(--tone-warn)' } }}>
      <Text size="sm">{t('noJobs.text')}</Text>
      <Can role="admin"><Button mt="xs" size="xs" onClick={() => void actions.standard()}>{t('action.standard')}</Button></Can>
    </Alert>
  );
}
