// SPDX-License-Identifier: Apache-2.0
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useApi } from '@/api/query';
import { Badge, Empty, Failure, JsonView, Loading, Moment, Page } from '@/ui';
import { Facts } from '@/ui/Facts';
import { eventName } from './events';
import { translateLine } from '@/phrasebook/translate';

export function Component() {
  const { t } = useTranslation('log');
  const { id = '' } = useParams();
  const found = useApi('/api/v1/coordinator-logs/', { query: { id, page_size: 1 } });
  const line = found.data?.results[0];
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Loading />;
  if (!line) return <Empty title={t('gone')} text={t('goneText')} />;
  return (
    <Page title={eventName(t, line.event_type)} breadcrumbs={[{ title: t('title'), to: '/log' }]} aside={<Badge kind="level" value={line.level} />}>
      <Text>{translateLine(line)}</Text>
      <Facts facts={[
        [t('at'), <Moment key="at" at={line.at} />],
        [t('olt'), line.olt == null ? null : <Anchor key="olt" component={Link} to={`/olts/${line.olt}`}>{line.olt_name}</Anchor>],
      ]} />
      {line.details != null && (
        <Stack gap="xs"><Title order={2} size="h3">{t('details')}</Title><JsonView value={line.details} label={t('details')} /></Stack>
      )}
    </Page>
  );
}
