// SPDX-License-Identifier: Apache-2.0
import { JsonInput, NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { purposeWord } from '@/ui/purposes';
import { isCause, causeWord, stateWord } from '@/ui/states';
import type { Field, Kind } from './kinds';
import { PurposeField } from './PurposeField';
import type { Values } from './values';

interface FieldProps {
  field: Field;
  form: UseFormReturnType<Values>;
}

/** A brand, or a model of the chosen brand, by name. */
function Thing({ field, form }: FieldProps) {
  const { t } = useTranslation('catalogue');
  const brand = String(form.values.brand ?? '');
  const isModel = field.kind === 'model';
  const brands = useApi('/api/v1/brands/', { query: { page_size: 1000, ordering: 'name' } }, { enabled: !isModel });
  const models = useApi('/api/v1/models/', { query: { page_size: 1000, ordering: 'name', brand } }, { enabled: isModel && brand !== '' });
  const all = (isModel ? models.data : brands.data)?.results ?? [];
  return (
    <Select label={t(`field.${field.name}`)} description={t(`help.${field.name}`)} withAsterisk={field.isNeeded} searchable
      clearable={!field.isNeeded} disabled={isModel && !brand} clearButtonProps={{ 'aria-label': t('clear') }} placeholder={t('any')}
      data={all.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))} error={form.errors[field.name]}
      value={String(form.values[field.name] ?? '') || null}
      onChange={(value) => {
        form.setFieldValue(field.name, value ?? '');
        if (!isModel && 'model' in form.values) form.setFieldValue('model', '');
      }} />
  );
}

function optionWord(t: TFunction, field: string, value: string): string {
  if (field === 'purpose') return purposeWord(t, value);
  if (field !== 'meaning') return t(`${field}.${value}`, { defaultValue: value });
  return isCause(value) ? causeWord(t, value) : stateWord(t, value);
}

function One({ field, form }: FieldProps) {
  const { t } = useTranslation(['catalogue', 'purpose']);
  const common = {
    label: t(`field.${field.name}`), description: t(`help.${field.name}`, { defaultValue: '' }) || undefined, withAsterisk: field.isNeeded,
    autoComplete: 'off', ...form.getInputProps(field.name),
  };
  switch (field.kind) {
    case 'brand':
    case 'model':
      return <Thing field={field} form={form} />;
    case 'flag':
      return <Switch label={common.label} description={common.description} {...form.getInputProps(field.name, { type: 'checkbox' })} />;
    case 'number':
      return <NumberInput {...common} allowDecimal={false} hideControls />;
    case 'json': // not made pretty when it is left: it would grow, and the button be elsewhere when it is clicked
      return <JsonInput {...common} autosize minRows={field.isNeeded ? 6 : 2} maxRows={24} styles={{ input: { fontFamily: 'monospace' } }} />;
    case 'long':
      return <Textarea {...common} autosize minRows={2} />;
    case 'choice':
      return (
        <Select {...common} searchable clearable={!field.isNeeded} clearButtonProps={{ 'aria-label': t('clear') }} value={String(form.values[field.name] ?? '') || null}
          onChange={(value) => form.setFieldValue(field.name, value ?? '')}
          data={(field.options ?? []).map((value) => ({ value, label: optionWord(t as TFunction, field.name, value) }))} />
      );
    case 'purpose':
      return <PurposeField field={field} form={form} />;
    case 'text':
      return <TextInput {...common} />;
  }
}

const isWide = ({ kind }: Field) => kind === 'json' || kind === 'long';

export function Fields({ kind, form }: { kind: Kind; form: UseFormReturnType<Values> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {kind.fields.filter((field) => !isWide(field)).map((field) => <One key={field.name} field={field} form={form} />)}
      </SimpleGrid>
      {kind.fields.filter(isWide).map((field) => <One key={field.name} field={field} form={form} />)}
    </>
  );
}
