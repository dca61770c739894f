// SPDX-License-Identifier: Apache-2.0
//
// The purpose of an OID, chosen from a list in words. A custom value has a name; the default is the
// name of the OID.
import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { CUSTOM, usePurposeChoices } from '@/ui/purposes';
import type { Field } from './kinds';
import { ownName, type Values } from './values';

export function PurposeField({ field, form }: { field: Field; form: UseFormReturnType<Values> }) {
  const { t } = useTranslation(['catalogue', 'purpose']);
  const groups = usePurposeChoices();
  const value = String(form.values[field.name] ?? '');
  const isOwn = value.startsWith(CUSTOM);
  const own = { group: t('purpose:group.own'), items: [{ value: CUSTOM, label: t('purpose:own') }] };
  return (
    <Stack gap={6}>
      <Select label={t('field.purpose')} description={t('help.purpose')} withAsterisk searchable allowDeselect={false} maxDropdownHeight={320}
        data={[own, ...groups]} value={isOwn ? CUSTOM : value || null} error={isOwn ? undefined : form.errors[field.name]}
        nothingFoundMessage={t('purposeNone')} onChange={(chosen) => form.setFieldValue(field.name, chosen ?? '')} />
      {isOwn && (
        <TextInput label={t('ownName')} description={t('ownNameHelp')} placeholder={ownName(form.values)} autoComplete="off"
          value={value.slice(CUSTOM.length)} error={form.errors[field.name]}
          onChange={(event) => form.setFieldValue(field.name, `${CUSTOM}${event.currentTarget.value}`)} />
      )}
    </Stack>
  );
}
