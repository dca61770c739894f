// SPDX-License-Identifier: Apache-2.0
//
// Tags of an ONU or of a node of the plant, like VIP or hospital: they raise the severity of an
// incident. Each change has its own save button.
import { Badge, Button, Group, TagsInput, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok } from '@/api/client';
import { useCan } from '@/api/me';
import { notify } from './notify';

interface Props {
  of: 'onu' | 'node';
  id: number;
  tags: string[];
}

const save = ({ of, id }: Props, tags: string[]) => {
  const init = { params: { path: { id: String(id) } }, body: { tags } };
  return ok(of === 'onu' ? api.PUT('/api/v1/onus/{id}/tags/', init) : api.PUT('/api/v1/plant/nodes/{id}/tags/', init));
};

function Editor(props: Props) {
  const { t } = useTranslation(['plant', 'common']);
  const client = useQueryClient();
  const [tags, setTags] = useState(props.tags);
  const [isBusy, setBusy] = useState(false);
  const isChanged = tags.join('\n') !== props.tags.join('\n');
  const submit = async () => {
    setBusy(true);
    try {
      await save(props, tags);
      notify.done(t('tagsSaved'));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TagsInput label={t('tags')} description={t('tagsHelp')} placeholder={tags.length ? '' : t('tagsHint')} value={tags} onChange={setTags}
        maxTags={16} maxLength={40} data={['VIP', 'hospital']} style={{ flexGrow: 1, minWidth: 0 }} />
      {isChanged && <Button loading={isBusy} onClick={() => void submit()}>{t('common:save')}</Button>}
    </Group>
  );
}

export function PlantTags(props: Props) {
  const { t } = useTranslation('plant');
  const mayChange = useCan('admin');
  if (mayChange) return <Editor key={props.tags.join('\n')} {...props} />;
  if (!props.tags.length) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">{t('tags')}</Text>
      {props.tags.map((tag) => <Badge key={tag} variant="default" tt="none">{tag}</Badge>)}
    </Group>
  );
}
