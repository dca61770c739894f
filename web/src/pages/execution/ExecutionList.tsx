// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Page } from '@/ui';
import { Executions } from './columns';

/** How much is under way at this moment. */
function UnderWay() {
  const { t } = useTranslation('execution');
  const { data } = useApi('/api/v1/pollers/stats/', {}, { topics: ['pollers'] });
  if (!data) return null;
  const isIdle = data.busy_pollers === 0 && data.queue_size === 0;
  return (
    <Text size="sm" c="dimmed" className="num">
      {isIdle ? t('live.idle') : t('live.text', { count: data.busy_pollers, waiting: data.queue_size })}
    </Text>
  );
}

export function ExecutionList() {
  const { t } = useTranslation('execution');
  return (
    <Page title={t('title')} actions={<UnderWay />}>
      <Executions />
    </Page>
  );
}
