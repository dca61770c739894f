// SPDX-License-Identifier: Apache-2.0
//
// A maintenance window: what the work is, once or recurring, and its effect on messages.
import { Checkbox, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Moment, sayZone } from '@/ui';
import { CrudForm, CrudPage, useCrudForm, type EditorProps } from '@/ui/crud';
import { EndButton } from '@/ui/EndButton';
import { Facts } from '@/ui/Facts';
import { asFilter, FilterEditor, useFilterWords } from '@/ui/filter';
import { ZoneSelect } from '@/ui/ZoneSelect';
import { LaterButton } from './LaterButton';
import { Next, stateOf } from './MaintenanceList';
import { dayName, DAYS } from './recur';
import { bodyOf, check, valuesOf, type Recurs, type Values } from './values';

type Maintenance = Schemas['Maintenance'];
const MODES = ['mute', 'hold', 'plan'] as const;
const KINDS: Recurs[] = ['once', 'weekly', 'rule'];

interface FieldsProps {
  form: UseFormReturnType<Values>;
}

function Once({ form }: FieldsProps) {
  const { t, i18n } = useTranslation('notice');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput type="datetime-local" label={t('from')} description={sayZone(i18n.language)} {...form.getInputProps('from_at')} />
      <TextInput type="datetime-local" label={t('until')} description={sayZone(i18n.language)} {...form.getInputProps('until_at')} />
    </SimpleGrid>
  );
}

function Again({ form }: FieldsProps) {
  const { t, i18n } = useTranslation('notice');
  const isWeekly = form.values.recurs === 'weekly';
  return (
    <Stack gap="sm">
      {isWeekly ? (
        <Checkbox.Group label={t('window.days')} {...form.getInputProps('days')}>
          <Group gap="md" mt={4}>{DAYS.map((day) => <Checkbox key={day} value={day} label={dayName(day, i18n.language)} />)}</Group>
        </Checkbox.Group>
      ) : <TextInput label={t('window.rule')} description={t('window.ruleHelp')} className="mono" {...form.getInputProps('rrule')} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {isWeekly
          ? <TextInput type="time" label={t('window.time')} {...form.getInputProps('time')} />
          : <TextInput type="datetime-local" label={t('window.first')} {...form.getInputProps('from_at')} />}
        <NumberInput label={t('window.hours')} min={0.25} step={0.5} decimalScale={2} hideControls {...form.getInputProps('hours')} />
        <ZoneSelect label={t('zone')} description={t('window.zoneHelp')} {...form.getInputProps('zone')} />
      </SimpleGrid>
    </Stack>
  );
}

function Editor({ row, tag }: EditorProps<Maintenance>) {
  const { t } = useTranslation('notice');
  const f = useCrudForm<'/api/v1/maintenances/', Values>({
    path: '/api/v1/maintenances/', row, tag, valuesOf, bodyOf, nameOf: ({ title }) => title ?? '', then: () => '/maintenances',
    check: (values) => check(values, t as TFunction), field: (name) => (name === 'length_s' ? 'hours' : name),
  });
  const { form } = f;
  return (
    <CrudForm of={f} back="/maintenances" isNew={!row} width={860}>
      <TextInput label={t('window.title')} withAsterisk {...form.getInputProps('title')} />
      <FilterEditor label={t('window.which')} value={form.values.filter} onChange={(filter) => form.setFieldValue('filter', filter)} error={form.errors.filter} />
      <Select label={t('window.mode')} description={t(`window.help.${form.values.mode}`)} allowDeselect={false}
        data={MODES.map((value) => ({ value, label: t(`window.modes.${value}`) }))} {...form.getInputProps('mode')} />
      <Radio.Group label={t('window.recurs')} {...form.getInputProps('recurs')}>
        <Group gap="md" mt={4}>{KINDS.map((value) => <Radio key={value} value={value} label={t(`window.kinds.${value}`)} />)}</Group>
      </Radio.Group>
      {form.values.recurs === 'once' ? <Once form={form} /> : <Again form={form} />}
      <TextInput label={t('why')} {...form.getInputProps('why')} />
      {row && <Coming row={row} />}
    </CrudForm>
  );
}

/** The next times, by the clock of the site. */
function Coming({ row }: { row: Maintenance }) {
  const { t } = useTranslation('notice');
  if (!row.rrule || !row.next.length) return null;
  return (
    <div>
      <Text size="sm" fw={500}>{t('window.next')}</Text>
      {row.next.map(({ from_at: at }) => <Text size="sm" key={at}><Moment at={at} /></Text>)}
    </div>
  );
}

function Shown({ row }: { row: Maintenance }) {
  const { t } = useTranslation('notice');
  const words = useFilterWords();
  return (
    <Stack gap="sm">
      <Facts facts={[
        [t('window.which'), words(asFilter(row.filter))], [t('window.mode'), t(`window.modes.${row.mode}`)],
        [t('from'), <Moment key="f" at={row.from_at} />], [t('until'), row.until_at && <Moment key="u" at={row.until_at} />],
        [t('window.rule'), row.rrule], [t('window.nextOne'), <Next key="n" row={row} />], [t('who'), row.who], [t('why'), row.why],
        [t('endedAt'), row.ended_at && <Moment key="e" at={row.ended_at} />],
      ]} />
      <Coming row={row} />
    </Stack>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/maintenances/" back="/maintenances" listTitle={t('app:area.maintenance')} newTitle={t('window.new')}
      titleOf={(row) => row.title ?? ''} Editor={Editor} shown={(row) => <Shown row={row} />} isFixed={(row) => stateOf(row) === 'over'}
      actions={(row) => stateOf(row) !== 'over' && <><EndButton path="/api/v1/maintenances/" id={row.id ?? 0} name={row.title ?? ''} /><LaterButton row={row} /></>} />
  );
}
