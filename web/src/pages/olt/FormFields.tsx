// SPDX-License-Identifier: Apache-2.0
//
// The fields of an OLT, in groups: location, access, device, and others.
import {
  Checkbox, NumberInput, PasswordInput, SegmentedControl, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useChoices } from '@/api/choices';
import { useBrandNames, useModelNames } from './catalogue';
import type { OltValues, Stored } from './form-values';

export type OltFormApi = UseFormReturnType<OltValues>;

interface FieldsProps {
  form: OltFormApi;
}

const TWO = { cols: { base: 1, sm: 2 }, spacing: 'sm' } as const;

export function WhereFields({ form }: FieldsProps) {
  const { t } = useTranslation('olt');
  return (
    <SimpleGrid {...TWO}>
      <TextInput label={t('field.name')} description={t('help.name')} withAsterisk autoComplete="off"
        {...form.getInputProps('name')} />
      <TextInput label={t('field.site')} description={t('help.site')} {...form.getInputProps('site')} />
      <TextInput label={t('field.address')} description={t('help.address')} withAsterisk autoComplete="off"
        {...form.getInputProps('address')} />
      <NumberInput label={t('field.port')} description={t('help.port')} allowDecimal={false} hideControls
        {...form.getInputProps('port')} />
    </SimpleGrid>
  );
}

interface SecretProps extends FieldsProps {
  name: 'community' | 'auth_pass' | 'priv_pass';
  label: string;
  isStored: boolean;
  isOther: boolean;
}

function Secret({ form, name, label, isStored, isOther }: SecretProps) {
  const { t } = useTranslation('olt');
  const words = isOther ? t('check.again') : isStored ? t('help.stored') : t('help.secret');
  return (
    <PasswordInput label={label} withAsterisk={!isStored} description={words}
      placeholder={isStored ? '••••••••' : ''} autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('help.show') }} {...form.getInputProps(name)} />
  );
}

/** What is stored is shown even if it is no choice any more. */
const withCurrent = (all: string[], value: string) => (value && !all.includes(value) ? [...all, value] : all);

interface AccessProps extends FieldsProps {
  stored: Stored;
  /** Another target than the one that is stored: its credentials are needed again. */
  isOther: boolean;
}

export function AccessFields({ form, stored, isOther }: AccessProps) {
  const { t } = useTranslation('olt');
  const { version, v3_auth, v3_priv } = form.values;
  const auths = useChoices('OltAdd', 'v3_auth');
  const privs = useChoices('OltAdd', 'v3_priv');
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500} mb={4} id="olt-version">{t('field.version')}</Text>
        <SegmentedControl aria-labelledby="olt-version" data={['1', '2c', '3'].map((value) => ({ value, label: `v${value}` }))}
          {...form.getInputProps('version')} />
      </div>
      {version !== '3' && (
        <SimpleGrid {...TWO}>
          <Secret form={form} name="community" label={t('field.community')} isStored={stored.community} isOther={isOther} />
        </SimpleGrid>
      )}
      {version === '3' && (
        <SimpleGrid {...TWO}>
          <TextInput label={t('field.v3User')} withAsterisk autoComplete="off" {...form.getInputProps('v3_user')} />
          <TextInput label={t('field.v3Context')} {...form.getInputProps('v3_context')} />
          <Select label={t('field.v3Auth')} clearable data={withCurrent(auths, v3_auth)} placeholder={t('none')}
            clearButtonProps={{ 'aria-label': t('clear') }} {...form.getInputProps('v3_auth')}
            onChange={(value) => form.setFieldValue('v3_auth', value ?? '')} />
          {v3_auth ? <Secret form={form} name="auth_pass" label={t('field.authPass')} isStored={stored.auth} isOther={isOther} /> : <span />}
          <Select label={t('field.v3Priv')} clearable data={withCurrent(privs, v3_priv)} placeholder={t('none')}
            clearButtonProps={{ 'aria-label': t('clear') }} {...form.getInputProps('v3_priv')}
            onChange={(value) => form.setFieldValue('v3_priv', value ?? '')} />
          {v3_priv ? <Secret form={form} name="priv_pass" label={t('field.privPass')} isStored={stored.priv} isOther={isOther} /> : <span />}
        </SimpleGrid>
      )}
    </Stack>
  );
}

export function KindFields({ form }: FieldsProps) {
  const { t } = useTranslation('olt');
  const brands = useBrandNames();
  const models = useModelNames(form.values.brand);
  return (
    <SimpleGrid {...TWO}>
      <Select label={t('field.brandOnly')} description={t('help.brand')} searchable clearable placeholder={t('byItself')}
        data={withCurrent(brands.filter((brand) => brand !== 'Generic'), form.values.brand)} error={form.errors.brand}
        clearButtonProps={{ 'aria-label': t('clear') }} value={form.values.brand || null}
        onChange={(brand) => form.setValues({ brand: brand ?? '', model: '', profile: '' })} />
      <Select label={t('field.model')} description={t('help.model')} searchable clearable placeholder={t('byItself')}
        data={withCurrent(models, form.values.model)} disabled={!form.values.brand} error={form.errors.model}
        clearButtonProps={{ 'aria-label': t('clear') }} value={form.values.model || null}
        onChange={(model) => form.setFieldValue('model', model ?? '')} />
    </SimpleGrid>
  );
}

/** Whether the standard jobs of its brand are applied to a new OLT. */
export function StandardField({ form }: FieldsProps) {
  const { t } = useTranslation('olt');
  return (
    <Checkbox label={t('field.standard')} description={t('help.standard')} {...form.getInputProps('standard', { type: 'checkbox' })} />
  );
}

export function MoreFields({ form }: FieldsProps) {
  const { t } = useTranslation('olt');
  const pace = ['timeout_ms', 'retries', 'repetitions', 'in_flight'] as const;
  return (
    <Stack gap="sm">
      <Textarea label={t('field.description')} autosize minRows={2} {...form.getInputProps('description')} />
      <SimpleGrid {...TWO}>
        <NumberInput label={t('field.latitude')} decimalScale={6} hideControls {...form.getInputProps('latitude')} />
        <NumberInput label={t('field.longitude')} decimalScale={6} hideControls {...form.getInputProps('longitude')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">{t('help.pace')}</Text>
      <SimpleGrid {...TWO}>
        {pace.map((name) => (
          <NumberInput key={name} label={t(`field.${name}`)} description={t(`help.${name}`)} allowDecimal={false} hideControls
            placeholder={t('asProgram')} {...form.getInputProps(name)} />
        ))}
        <TextInput label={t('field.batch')} description={t('help.batch')} placeholder={t('asProgram')}
          {...form.getInputProps('batch')} />
      </SimpleGrid>
      <Switch label={t('field.enabled')} description={t('help.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </Stack>
  );
}
