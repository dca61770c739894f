// SPDX-License-Identifier: Apache-2.0
//
// Sends a test message through template, queue and courier, and shows its progress until the result
// is known.
import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { translate } from '@/phrasebook/translate';
import { Badge, Failure } from '@/ui';
import { useAll } from '@/ui/crud';

const UNDER_WAY = ['queued', 'sending', 'unsure'];
const EVERY_MS = 1000;

function Followed({ id }: { id: number }) {
  const { t } = useTranslation('notice');
  const { data, error } = useApi('/api/v1/outbox/{id}/', { path: { id: String(id) } }, {
    topics: ['deliveries'], everyMs: (row) => (!row || UNDER_WAY.includes(row.state ?? '') ? EVERY_MS : undefined),
  });
  if (!data) return <Failure error={error} />;
  return (
    <Stack gap={4} role="status" data-testid="followed">
      <Group gap="xs">
        <Badge kind="delivery" value={data.state} />
        <Text size="sm">{t(UNDER_WAY.includes(data.state ?? '') ? 'test.underWay' : data.state === 'dead' ? 'test.failed' : 'test.passed')}</Text>
        <Text component={Link} to={`/deliveries/${id}`} size="sm" c="var(--mantine-color-anchor)">{t('test.more')}</Text>
      </Group>
      {data.last_error && <Text size="sm" c="var(--tone-bad)">{translate(data.last_error)}</Text>}
    </Stack>
  );
}

export function ChannelTest({ channel }: { channel: Schemas['Channel'] }) {
  const { t } = useTranslation('notice');
  const targets = useAll('/api/v1/targets/').filter((target) => target.channel === channel.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = chosen ?? (targets[0] ? String(targets[0].id) : null);
  const test = useMutation<Schemas['ChannelTested'], ApiError, number>({
    mutationFn: (to) => ok(api.POST('/api/v1/channels/{id}/test/', { params: { path: { id: String(channel.id) } }, body: { target: to } })),
  });
  return (
    <Paper withBorder p="md" maw={760} component="section" aria-label={t('test.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('test.title')}</Title>
        <Text size="sm" c="dimmed">{t('test.about')}</Text>
        {targets.length === 0
          ? <Text size="sm">{t('test.noTarget')} <Link to={`/targets/new?channel=${channel.id}`}>{t('target.add')}</Link></Text>
          : (
            <Group align="flex-end">
              <Select label={t('test.to')} data={targets.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))} allowDeselect={false}
                value={target} onChange={setChosen} />
              <Button variant="light" leftSection={<IconSend size={16} />} loading={test.isPending} onClick={() => target && test.mutate(Number(target))}>
                {t('test.do')}
              </Button>
            </Group>
          )}
        <Failure error={test.error} />
        {test.data && <Followed key={test.data.outbox} id={test.data.outbox ?? 0} />}
      </Stack>
    </Paper>
  );
}
