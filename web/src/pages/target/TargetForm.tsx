// SPDX-License-Identifier: Apache-2.0
//
// A target of routes: a chat, a mailbox, the address of a program, or a person.
import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { CrudForm, CrudPage, useAll, useCrudForm, type EditorProps } from '@/ui/crud';
import { LanguageSelect, ZoneSelect } from '@/ui/ZoneSelect';

type Target = Schemas['Target'];

interface Values {
  name: string;
  channel: string;
  contact: string;
  address: string;
  thread: string;
  language: string;
  zone: string;
  template_set: string;
  enabled: boolean;
}

const valuesOf = (row?: Target, channel = ''): Values => ({
  name: row?.name ?? '', channel: row ? String(row.channel) : channel, contact: row?.contact ? String(row.contact) : '',
  address: row?.address ?? '', thread: row?.thread ?? '', language: row?.language ?? '', zone: row?.zone ?? '',
  template_set: row?.template_set ?? '', enabled: row?.enabled ?? true,
});

const bodyOf = ({ name, channel, contact, address, zone, ...rest }: Values) => ({
  ...rest, name: name.trim(), channel: Number(channel), contact: contact ? Number(contact) : null, address: address.trim(), zone: zone ?? '',
});

const choices = (rows: { id: number | null; name: string | null }[]) => rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' }));

function Editor({ row, tag }: EditorProps<Target>) {
  const { t } = useTranslation('notice');
  const [params] = useSearchParams();
  const first = params.get('channel') ?? '';
  const channels = useAll('/api/v1/channels/');
  const contacts = useAll('/api/v1/contacts/');
  const sets = [...new Set(useAll('/api/v1/templates/', 'set').map((one) => one.set ?? ''))];
  const kindOf = (channel: string) => channels.find(({ id }) => String(id) === channel)?.kind ?? 'telegram';
  const f = useCrudForm<'/api/v1/targets/', Values>({
    path: '/api/v1/targets/', row, tag, bodyOf, nameOf: ({ name }) => name ?? '', then: () => '/targets',
    valuesOf: useCallback((one?: Target) => valuesOf(one, first), [first]),
    check: (values) => ({
      name: values.name.trim() ? null : t('check.name'),
      channel: values.channel ? null : t('check.channel'),
      address: kindOf(values.channel) === 'webhook' || values.contact || values.address.trim() ? null : t('check.address'),
    }),
  });
  const { form } = f;
  const kind = kindOf(form.values.channel);
  return (
    <CrudForm of={f} back="/targets" isNew={!row}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label={t('name')} description={t('target.nameHelp')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
        <Select label={t('channelOf')} description={t('target.channelHelp')} withAsterisk allowDeselect={false} data={choices(channels)}
          {...form.getInputProps('channel')} value={form.values.channel || null} />
        <Select label={t('contactOf')} description={t('target.contactHelp')} clearable clearButtonProps={{ 'aria-label': t('clear') }}
          data={choices(contacts)} error={form.errors.contact} value={form.values.contact || null}
          onChange={(value) => form.setFieldValue('contact', value ?? '')} />
        {kind !== 'webhook' && (
          <TextInput label={t(`target.address.${kind}`)} description={t(`target.addressHelp.${kind}`)} autoComplete="off" {...form.getInputProps('address')} />
        )}
        {kind === 'telegram' && <TextInput label={t('target.thread')} description={t('target.threadHelp')} {...form.getInputProps('thread')} />}
        <LanguageSelect label={t('language')} {...form.getInputProps('language')} />
        <ZoneSelect label={t('zone')} description={t('zoneHelp')} {...form.getInputProps('zone')} />
        <Select label={t('target.set')} description={t('target.setHelp')} clearable clearButtonProps={{ 'aria-label': t('clear') }} data={sets}
          placeholder={t('shipped')} error={form.errors.template_set} value={form.values.template_set || null}
          onChange={(value) => form.setFieldValue('template_set', value ?? '')} />
      </SimpleGrid>
      <Switch label={t('target.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </CrudForm>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/targets/" back="/targets" listTitle={t('app:area.target')} newTitle={t('target.new')}
      titleOf={(row) => row.name ?? ''} Editor={Editor} />
  );
}
