// SPDX-License-Identifier: Apache-2.0
import { MultiSelect, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { CrudForm, CrudPage, useAll, useCrudForm, type EditorProps } from '@/ui/crud';
import { asFilter, FilterEditor, isComplete, type Condition } from '@/ui/filter';

type Route = Schemas['Route'];

interface Values {
  name: string;
  enabled: boolean;
  filter: Condition[];
  targets: string[];
  delay_s: number | '';
  is_continue: boolean;
}

const valuesOf = (row?: Route): Values => ({
  name: row?.name ?? '', enabled: row?.enabled ?? true, filter: asFilter(row?.filter), delay_s: row?.delay_s ?? '',
  targets: ((row?.targets ?? []) as unknown[]).map(String), is_continue: row?.is_continue ?? false,
});

/** A new one comes behind the others. */
const LAST = 100_000;

const bodyOf = ({ name, targets, delay_s: delay, ...rest }: Values, row?: Route) => ({
  ...rest, name: name.trim(), targets: targets.map(Number), delay_s: delay === '' ? null : delay, ...(!row && { place: LAST }),
});

function Editor({ row, tag }: EditorProps<Route>) {
  const { t } = useTranslation('notice');
  const targets = useAll('/api/v1/targets/');
  const f = useCrudForm<'/api/v1/routes/', Values>({
    path: '/api/v1/routes/', row, tag, valuesOf, bodyOf, nameOf: ({ name }) => name ?? '', then: () => '/routes',
    check: (values) => ({
      name: values.name.trim() ? null : t('check.name'),
      filter: isComplete(values.filter) ? null : t('check.filter'),
    }),
  });
  const { form } = f;
  return (
    <CrudForm of={f} back="/routes" isNew={!row} width={860}>
      <TextInput label={t('name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
      <FilterEditor label={t('route.which')} value={form.values.filter} onChange={(filter) => form.setFieldValue('filter', filter)} error={form.errors.filter} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <MultiSelect label={t('route.targets')} description={t('route.targetsHelp')} searchable
          data={targets.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))} {...form.getInputProps('targets')} />
        <NumberInput label={t('route.delay')} description={t('route.delayHelp')} placeholder={t('route.bySeverity')} min={0} max={86400} allowDecimal={false}
          hideControls {...form.getInputProps('delay_s')} />
      </SimpleGrid>
      <Switch label={t('route.continue')} description={t('route.continueHelp')} {...form.getInputProps('is_continue', { type: 'checkbox' })} />
      <Switch label={t('route.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </CrudForm>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/routes/" back="/routes" listTitle={t('app:area.route')} newTitle={t('route.new')}
      titleOf={(row) => row.name ?? ''} Editor={Editor} />
  );
}
