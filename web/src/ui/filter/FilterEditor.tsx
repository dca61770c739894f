// SPDX-License-Identifier: Apache-2.0
//
// A filter as sentences that can be edited: "severity is at least major", one per line.
import { ActionIcon, Button, Fieldset, Group, MultiSelect, NumberInput, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAll } from '../crud';
import { fieldOf, FIELDS, fitted, wordsOf, type Condition } from './fields';
import { useFilterWords, useValueWord } from './words';

interface LineProps {
  condition: Condition;
  number: number;
  set: (condition: Condition) => void;
  remove: () => void;
}

function ValueInput({ condition, set, number }: Omit<LineProps, 'remove'>) {
  const { t } = useTranslation('notice');
  const { kind } = fieldOf(condition.field);
  const word = useValueWord();
  const olts = useAll('/api/v1/olts/', 'name', kind === 'olt').map(({ name }) => name ?? '');
  const label = t('filter.valueOf', { n: number });
  const give = (value: unknown) => set({ ...condition, value });
  const words = kind === 'olt' ? olts.map((name) => ({ value: name, label: name }))
    : wordsOf(kind).map((value) => ({ value, label: word(kind, value) }));
  const many = Array.isArray(condition.value) ? condition.value.map(String) : [];
  if (kind === 'number')
    return <NumberInput w={120} aria-label={label} min={0} allowDecimal={false} value={Number(condition.value)} onChange={(value) => give(Number(value))} />;
  if (condition.op === 'in')
    return words.length > 0
      ? <MultiSelect style={{ flex: 1, minWidth: 200 }} aria-label={label} data={words} value={many} onChange={give} searchable />
      : <TagsInput style={{ flex: 1, minWidth: 200 }} aria-label={label} value={many} onChange={give} placeholder={t('filter.several')} />;
  if (words.length > 0 && condition.op !== 'contains')
    return (
      <Select style={{ flex: 1, minWidth: 160 }} aria-label={label} data={words} value={String(condition.value ?? '') || null} searchable={kind === 'olt'}
        allowDeselect={false} onChange={give} />
    );
  return (
    <TextInput style={{ flex: 1, minWidth: 160 }} aria-label={label} value={String(condition.value ?? '')} placeholder={t(`filter.like.${condition.field}`)}
      onChange={(event) => give(event.currentTarget.value)} />
  );
}

function Line({ condition, number, set, remove }: LineProps) {
  const { t } = useTranslation('notice');
  const field = fieldOf(condition.field);
  return (
    <Group gap="xs" align="flex-start">
      <Select w={170} aria-label={t('filter.fieldOf', { n: number })} allowDeselect={false} value={condition.field}
        data={FIELDS.map(({ name }) => ({ value: name, label: t(`filter.field.${name}`) }))}
        onChange={(name) => {
          const next = fieldOf(name ?? '');
          set({ field: next.name, op: next.ops[0] ?? '=', value: next.first });
        }} />
      <Select w={150} aria-label={t('filter.opOf', { n: number })} allowDeselect={false} value={condition.op}
        data={field.ops.map((op) => ({ value: op, label: t(`filter.op.${op}`) }))}
        onChange={(op) => set({ ...condition, op: op ?? '=', value: fitted(op ?? '=', condition.value, field) })} />
      <ValueInput condition={condition} set={set} number={number} />
      <ActionIcon variant="subtle" size="lg" aria-label={t('filter.remove', { n: number })} onClick={remove}><IconX size={16} /></ActionIcon>
    </Group>
  );
}

export function FilterEditor({ label, value, onChange, error }: {
  label: string; value: Condition[]; onChange: (value: Condition[]) => void; error?: React.ReactNode;
}) {
  const { t } = useTranslation('notice');
  const words = useFilterWords();
  const first = FIELDS.find(({ name }) => !value.some(({ field }) => field === name)) ?? FIELDS[0];
  const add = () => first && onChange([...value, { field: first.name, op: first.ops[0] ?? '=', value: first.first }]);
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {value.map((condition, i) => (
          <Line key={i} number={i + 1} condition={condition} set={(next) => onChange(value.map((one, j) => (j === i ? next : one)))}
            remove={() => onChange(value.filter((_, j) => j !== i))} />
        ))}
        <Group gap="sm">
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>{t('filter.add')}</Button>
          <Text size="sm" c="dimmed" role="status">{words(value)}</Text>
        </Group>
        {error && <Text size="sm" c="var(--tone-bad)" role="alert">{error}</Text>}
      </Stack>
    </Fieldset>
  );
}
