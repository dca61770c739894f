// SPDX-License-Identifier: Apache-2.0
//
// One message: its text, its state, and each attempt.
import { Anchor, Button, SimpleGrid, Stack, Table } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Can } from '@/api/me';
import { useApi } from '@/api/query';
import { translate } from '@/phrasebook/translate';
import { Badge, Duration, Failure, Loading, Moment, notify, Num, Page, Wide } from '@/ui';
import { actOn } from '@/ui/crud';
import { Facts } from '@/ui/Facts';
import { MessageView } from '@/ui/MessageView';

type Delivery = Schemas['Outbox'];

const MAY_DROP = ['queued', 'unsure'];
const MAY_RETRY = ['dead', 'unsure', 'dropped'];

function Actions({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('notice');
  const client = useQueryClient();
  const act = async (name: 'retry' | 'drop') => {
    try {
      await actOn('/api/v1/outbox/', delivery.id ?? 0, name);
      notify.done(t(`delivery.${name}Done`));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    }
  };
  return (
    <Can role="admin">
      {MAY_RETRY.includes(delivery.state ?? '') && (
        <Button leftSection={<IconRefresh size={16} />} onClick={() => void act('retry')}>{t('delivery.retry')}</Button>
      )}
      {MAY_DROP.includes(delivery.state ?? '') && (
        <Button variant="default" leftSection={<IconX size={16} />} onClick={() => void act('drop')}>{t('delivery.drop')}</Button>
      )}
    </Can>
  );
}

function Tries({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('notice');
  if (!delivery.tries.length) return null;
  return (
    <Wide label={t('delivery.tries')} width={420}>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('delivery.at')}</Table.Th><Table.Th>{t('delivery.took')}</Table.Th>
            <Table.Th>{t('delivery.code')}</Table.Th><Table.Th>{t('delivery.error')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {delivery.tries.map((one) => (
            <Table.Tr key={one.n}>
              <Table.Td><Moment at={one.at} /></Table.Td>
              <Table.Td><Duration ms={one.took_ms} /></Table.Td>
              <Table.Td>{one.code}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }} title={one.answer}>{translate(one.error)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

function Shown({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <Page title={t('delivery.one', { id: delivery.id })} breadcrumbs={[{ title: t('app:area.delivery'), to: '/deliveries' }]}
      aside={<Badge kind="delivery" value={delivery.state} />} actions={<Actions delivery={delivery} />}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="sm">
          <Facts facts={[
            [t('delivery.to'), delivery.target_name], [t('delivery.by'), `${delivery.channel_name} (${t(`kind.${delivery.channel_kind}`)})`],
            [t('delivery.incident'), delivery.incident && <Anchor key="i" component={Link} to={`/incidents/${delivery.incident}`} size="sm">{delivery.incident}</Anchor>],
            [t('delivery.act'), t(`act.${delivery.act}`)], [t('delivery.made'), <Moment key="m" at={delivery.created_at} />],
            [t('delivery.sent'), delivery.sent_at && <Moment key="s" at={delivery.sent_at} />],
            [t('delivery.confirmed'), delivery.confirmed_at && <Moment key="c" at={delivery.confirmed_at} />],
            [t('delivery.attempts'), <Num key="a" value={delivery.attempts} />], [t('delivery.error'), translate(delivery.last_error)],
            [t('delivery.code'), delivery.code ? String(delivery.code) : null], [t('delivery.proof'), delivery.provider_id],
          ]} />
          <Tries delivery={delivery} />
        </Stack>
        <MessageView document={delivery.document} />
      </SimpleGrid>
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useApi('/api/v1/outbox/{id}/', { path: { id } }, { topics: ['deliveries'] });
  if (data) return <Shown delivery={data} />;
  return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />;
}
