// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page, type UnderWay } from '@/ui';
import { Executions } from './columns';

/** How much is under way: of the same answer as the rows below, so that both say the same. */
function Says({ of: { running, waiting, between_slices: paused } }: { of: UnderWay }) {
  const { t } = useTranslation('execution');
  const parts = [
    running > 0 && t('live.running', { count: running }),
    waiting > 0 && t('live.waiting', { count: waiting }),
    paused > 0 && t('live.paused', { count: paused }),
  ].filter(Boolean);
  return <Text size="sm" c="dimmed" className="num" role="status">{parts.length ? parts.join(', ') : t('live.idle')}</Text>;
}

export function ExecutionList() {
  const { t } = useTranslation('execution');
  return (
    <Page title={t('title')}>
      <Executions says={(underWay) => <Says of={underWay} />} />
    </Page>
  );
}
