// SPDX-License-Identifier: Apache-2.0
//
// Groups that Facho learnt from customers that went down together: a user who knows the box can
// name it.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useCan } from '@/api/me';
import { useApi } from '@/api/query';
import { notify } from '@/ui';
import { saveOne } from '@/ui/crud';

type Node = Schemas['PlantNode'];

const PATH = '/api/v1/plant/nodes/';
/** From this on a group is more than chance. */
const SURE = 50;
const SHOWN = 5;

function Offer({ node }: { node: Node }) {
  const { t, i18n } = useTranslation('plant');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const km = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format((node.distance_m ?? 0) / 1000);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await saveOne(PATH, String(node.id), { name: name.trim(), kind: 'box' });
      notify.done(t('offer.named', { name: name.trim() }));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    }
  };
  const text = t(node.distance_m ? 'offer.textFar' : 'offer.text', { count: node.onus ?? 0, km });
  return (
    <Group component="form" gap="xs" onSubmit={(event: FormEvent) => void submit(event)}>
      <Text size="sm">{text} {node.olt_name} {node.place}</Text>
      <TextInput size="xs" aria-label={t('offer.nameOf', { id: node.id })} placeholder={t('name')} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Button size="xs" type="submit" variant="default" disabled={!name.trim()}>{t('offer.do')}</Button>
    </Group>
  );
}

export function Learnt() {
  const { t } = useTranslation('plant');
  const mayName = useCan('admin');
  const { data } = useApi(PATH, { query: { is_learnt: 'true', sure__gte: SURE, ordering: '-sure', page_size: SHOWN } } as never, { topics: ['changes'] });
  const rows = (data as { results: Node[] } | undefined)?.results ?? [];
  if (!mayName || !rows.length) return null;
  return (
    <Alert color="facho" variant="light" p="sm" icon={<IconBulb size={18} />} title={t('offer.title')} data-testid="learnt">
      <Stack gap="xs">{rows.map((node) => <Offer key={node.id} node={node} />)}</Stack>
    </Alert>
  );
}
