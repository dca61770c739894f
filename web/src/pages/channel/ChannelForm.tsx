// SPDX-License-Identifier: Apache-2.0
//
// A channel: its address by kind, its secret, and a test that uses the same path as messages.
import { Alert, Checkbox, NumberInput, PasswordInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { CrudForm, CrudPage, useCrudForm, type EditorProps } from '@/ui/crud';
import { ChannelTest } from './ChannelTest';
import { bodyOf, check, KINDS, secretNeed, SECURITIES, valuesOf, type Values } from './values';

type Channel = Schemas['Channel'];

interface FieldsProps {
  form: UseFormReturnType<Values>;
}

function Telegram({ form }: FieldsProps) {
  const { t } = useTranslation('notice');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput label={t('channel.bot')} description={t('channel.botHelp')} placeholder="facho_bot" {...form.getInputProps('bot')} />
      <TextInput label={t('channel.apiUrl')} description={t('channel.apiUrlHelp')} placeholder="https://api.telegram.org" {...form.getInputProps('api_url')} />
    </SimpleGrid>
  );
}

function Mail({ form }: FieldsProps) {
  const { t } = useTranslation('notice');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput label={t('channel.host')} description={t('channel.hostHelp')} withAsterisk {...form.getInputProps('host')} />
      <NumberInput label={t('channel.port')} description={t('channel.portHelp')} placeholder="587" min={1} max={65535} allowDecimal={false} hideControls
        {...form.getInputProps('port')} />
      <Select label={t('channel.security')} data={SECURITIES.map((value) => ({ value, label: t(`security.${value}`) }))} allowDeselect={false}
        {...form.getInputProps('security')} />
      <TextInput label={t('channel.from')} description={t('channel.fromHelp')} withAsterisk {...form.getInputProps('from')} />
      <TextInput label={t('channel.user')} description={t('channel.userHelp')} autoComplete="off" {...form.getInputProps('user')} />
    </SimpleGrid>
  );
}

function Webhook({ form }: FieldsProps) {
  const { t } = useTranslation('notice');
  return (
    <Stack gap="sm">
      <TextInput label={t('channel.url')} description={t('channel.urlHelp')} withAsterisk placeholder="https://" {...form.getInputProps('url')} />
      <Checkbox label={t('channel.allowHttp')} {...form.getInputProps('allow_http', { type: 'checkbox' })} />
    </Stack>
  );
}

function Secret({ form, row }: FieldsProps & { row?: Channel }) {
  const { t } = useTranslation('notice');
  const need = secretNeed(form.values, row);
  if (need === 'none') return null;
  return (
    <PasswordInput label={t(`channel.secret.${form.values.kind}`)} withAsterisk={need !== 'kept'} autoComplete="new-password"
      description={t(need === 'kept' ? 'channel.secretKept' : need === 'again' ? 'channel.secretAgain' : `channel.secretHelp.${form.values.kind}`)}
      visibilityToggleButtonProps={{ 'aria-label': t('show') }} {...form.getInputProps('secret')} />
  );
}

function Editor({ row, tag }: EditorProps<Channel>) {
  const { t } = useTranslation('notice');
  const f = useCrudForm({
    path: '/api/v1/channels/', row, tag, valuesOf, bodyOf, nameOf: ({ name }: Channel) => name ?? '',
    check: (values) => check(values, row, t as TFunction), then: ({ id }: Channel) => (row ? '/channels' : `/channels/${id}`),
    field: (name) => name.replace(/^settings\./, ''),
  });
  const { form } = f;
  const { kind } = form.values;
  return (
    <>
      {row?.state === 'failing' && (
        <Alert color="red" variant="light" role="alert" title={t('channel.failing')} styles={{ title: { color: 'var(--tone-bad)' } }}>
          {translate(row.last_error)}
        </Alert>
      )}
      <CrudForm of={f} back="/channels" isNew={!row}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Select label={t('kindOf')} data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))} allowDeselect={false} disabled={!!row}
            {...form.getInputProps('kind')} />
          <TextInput label={t('name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
        </SimpleGrid>
        {kind === 'telegram' && <Telegram form={form} />}
        {kind === 'email' && <Mail form={form} />}
        {kind === 'webhook' && <Webhook form={form} />}
        <Secret form={form} row={row} />
        <Switch label={t('channel.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </CrudForm>
      {row && <ChannelTest channel={row} />}
    </>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/channels/" back="/channels" listTitle={t('app:area.channel')} newTitle={t('channel.new')}
      titleOf={(row) => row.name ?? ''} Editor={Editor} />
  );
}
