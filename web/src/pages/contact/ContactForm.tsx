// SPDX-License-Identifier: Apache-2.0
//
// A person who is told: language, zone, quiet hours, and an address in each channel.
import { ActionIcon, Button, Fieldset, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Badge } from '@/ui';
import { CrudForm, CrudPage, useAll, useCrudForm, type EditorProps } from '@/ui/crud';
import { LanguageSelect, ZoneSelect } from '@/ui/ZoneSelect';
import { TelegramLink } from './TelegramLink';

type Contact = Schemas['Contact'];

interface Address {
  channel: string;
  address: string;
  isVerified: boolean;
}

interface Values {
  name: string;
  user: string;
  language: string;
  zone: string;
  quiet_from: string;
  quiet_until: string;
  addresses: Address[];
}

const valuesOf = (row?: Contact): Values => ({
  name: row?.name ?? '', user: row?.user ? String(row.user) : '', language: row?.language ?? '', zone: row?.zone ?? '',
  quiet_from: row?.quiet_from ?? '', quiet_until: row?.quiet_until ?? '',
  addresses: (row?.addresses ?? []).map((one) => ({ channel: String(one.channel), address: one.address ?? '', isVerified: !!one.verified_at })),
});

const bodyOf = ({ user, zone, addresses, ...rest }: Values) => ({
  ...rest, name: rest.name.trim(), user: user ? Number(user) : null, zone: zone ?? '',
  addresses: addresses.map(({ channel, address }) => ({ channel: Number(channel), address: address.trim() })),
});

function Addresses({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('notice');
  const channels = useAll('/api/v1/channels/').filter(({ kind }) => kind !== 'webhook');
  const { addresses } = form.values;
  const set = (i: number, change: Partial<Address>) =>
    form.setFieldValue('addresses', addresses.map((one, j) => (j === i ? { ...one, ...change, isVerified: false } : one)));
  const free = channels.find(({ id }) => !addresses.some(({ channel }) => channel === String(id)));
  return (
    <Fieldset legend={t('contact.addresses')}>
      <Stack gap="xs">
        {addresses.map((one, i) => (
          <Group key={i} gap="xs">
            <Select w={180} aria-label={t('contact.channelOf', { n: i + 1 })} allowDeselect={false} value={one.channel}
              data={channels.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))} onChange={(channel) => set(i, { channel: channel ?? '' })} />
            <TextInput style={{ flex: 1, minWidth: 180 }} aria-label={t('contact.addressOf', { n: i + 1 })} value={one.address}
              onChange={(event) => set(i, { address: event.currentTarget.value })} />
            {one.isVerified && <Badge kind="enabled" value label={t('contact.verified')} />}
            <ActionIcon variant="subtle" size="lg" aria-label={t('contact.removeAddress', { n: i + 1 })}
              onClick={() => form.setFieldValue('addresses', addresses.filter((_, j) => j !== i))}><IconX size={16} /></ActionIcon>
          </Group>
        ))}
        <Group>
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} disabled={!free}
            onClick={() => form.setFieldValue('addresses', [...addresses, { channel: String(free?.id ?? ''), address: '', isVerified: false }])}>
            {t('contact.addAddress')}
          </Button>
          {channels.length === 0 && <Text size="sm" c="dimmed">{t('contact.noChannel')}</Text>}
        </Group>
      </Stack>
    </Fieldset>
  );
}

function Editor({ row, tag }: EditorProps<Contact>) {
  const { t } = useTranslation('notice');
  const users = useAll('/api/v1/users/');
  const f = useCrudForm<'/api/v1/contacts/', Values>({
    path: '/api/v1/contacts/', row, tag, valuesOf, bodyOf, nameOf: ({ name }) => name ?? '',
    then: ({ id }) => (row ? '/contacts' : `/contacts/${id}`),
    check: (values) => ({
      name: values.name.trim() ? null : t('check.name'),
      quiet_until: !values.quiet_from === !values.quiet_until ? null : t('check.quiet'),
    }),
  });
  const { form } = f;
  return (
    <>
      <CrudForm of={f} back="/contacts" isNew={!row}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
          <TextInput label={t('name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <Select label={t('contact.user')} description={t('contact.userHelp')} clearable clearButtonProps={{ 'aria-label': t('clear') }} searchable
            data={users.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))} error={form.errors.user} value={form.values.user || null}
            onChange={(value) => form.setFieldValue('user', value ?? '')} />
          <TextInput type="time" label={t('contact.quietFrom')} description={t('contact.quietHelp')} {...form.getInputProps('quiet_from')} />
          <TextInput type="time" label={t('contact.quietUntil')} description={t('contact.quietUntilHelp')} {...form.getInputProps('quiet_until')} />
          <LanguageSelect label={t('language')} {...form.getInputProps('language')} />
          <ZoneSelect label={t('zone')} {...form.getInputProps('zone')} />
        </SimpleGrid>
        <Addresses form={form} />
      </CrudForm>
      {row && <TelegramLink contact={row} />}
    </>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/contacts/" back="/contacts" listTitle={t('app:area.contact')} newTitle={t('contact.new')}
      titleOf={(row) => row.name ?? ''} Editor={Editor} />
  );
}
