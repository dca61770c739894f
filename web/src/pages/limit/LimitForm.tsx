// SPDX-License-Identifier: Apache-2.0
//
// A limit, with its meaning in a sentence and the values that it would find now.
import { Checkbox, NumberInput, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { Failure } from '@/ui';
import { CrudForm, CrudPage, useCrudForm, type EditorProps } from '@/ui/crud';
import { bodyOf, check, ENTITIES, type Limit, mayBeOwn, meaning, nameOf, OPS, OWN, PURPOSES, purposeWord, SEVERITIES, unitOf, type Values, valuesOf } from './values';

const WAIT_MS = 300;

/** Which present values are beyond it. */
function Found({ values }: { values: Values }) {
  const { t } = useTranslation('limit');
  const { entity, purpose, op, value, olt, brand, site, place } = bodyOf(values);
  const [body] = useDebouncedValue(JSON.stringify({ entity, purpose, op, value, olt, brand, site, place }), WAIT_MS);
  const isWhole = values.value !== '' && (values.purpose !== OWN || values.own.trim() !== '');
  const found = useQuery<Schemas['LimitTried'], ApiError>({
    queryKey: ['limit-try', body], enabled: isWhole, retry: false, placeholderData: keepPreviousData,
    queryFn: () => ok(api.POST('/api/v1/limits/try/', { body: JSON.parse(body) as Schemas['LimitAdd'] })),
  });
  const unit = unitOf(values.purpose);
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('found.title')}>
      <Stack gap={4}>
        <Text size="sm" fw={500}>{t('found.title')}</Text>
        <Failure error={found.error} />
        {isWhole && found.data && !found.error && (
          <>
            <Text size="sm">{found.data.count ? t('found.count', { count: found.data.count }) : t('found.none')}</Text>
            {found.data.results.map((row) => (
              <Text size="sm" key={`${row.olt} ${row.place}`}>{`${row.olt_name}${row.place && ` · ${row.place}`}: ${row.value} ${unit}`.trim()}</Text>
            ))}
          </>
        )}
      </Stack>
    </Paper>
  );
}

function Editor({ row, tag }: EditorProps<Limit>) {
  const { t } = useTranslation('limit');
  const words = t as TFunction;
  const f = useCrudForm<'/api/v1/limits/', Values>({
    path: '/api/v1/limits/', row, tag, valuesOf, bodyOf, nameOf: (saved) => nameOf(saved, words), then: () => '/limits',
    check: (values) => check(values, words), field: (name) => (name === 'for_s' ? 'minutes' : name),
  });
  const { form } = f;
  const { entity, purpose, value } = form.values;
  const purposes = [...(PURPOSES[entity] ?? []), ...(mayBeOwn(entity) ? [OWN] : [])];
  const isUplink = entity === 'uplink';
  const setEntity = (to: string | null) => {
    const now = to ?? 'olt';
    const allowed = [...(PURPOSES[now] ?? []), ...(mayBeOwn(now) ? [OWN] : [])];
    form.setFieldValue('entity', now);
    if (!allowed.includes(purpose)) form.setFieldValue('purpose', allowed[0] ?? 'cpu');
    if (now === 'uplink') form.setValues({ op: 'equal', value: 0, hysteresis: 0 });
  };
  return (
    <CrudForm of={f} back="/limits" isNew={!row} width={860}>
      <TextInput label={t('name')} withAsterisk {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select label={t('entity')} description={t('entityHelp')} allowDeselect={false} data={ENTITIES.map((one) => ({ value: one, label: t(`entities.${one}`) }))}
          value={entity} onChange={setEntity} error={form.errors.entity} />
        <Select label={t('value')} description={t('valueHelp')} allowDeselect={false}
          data={purposes.map((one) => ({ value: one, label: one === OWN ? t('own') : purposeWord(one, words) }))} {...form.getInputProps('purpose')} />
        {purpose === OWN && <TextInput label={t('ownName')} description={t('ownHelp')} withAsterisk {...form.getInputProps('own')} />}
        {!isUplink && <Select label={t('wrong')} description={t('wrongHelp')} allowDeselect={false} data={OPS.map((one) => ({ value: one, label: t(`op.${one}`) }))} {...form.getInputProps('op')} />}
        {!isUplink && <NumberInput label={t('limit')} description={unitOf(purpose) || t('limitHelp')} withAsterisk hideControls {...form.getInputProps('value')} />}
        <NumberInput label={t('minutes')} description={t('minutesHelp')} min={0} hideControls {...form.getInputProps('minutes')} />
        {!isUplink && <NumberInput label={t('hysteresis')} description={t('hysteresisHelp')} min={0} hideControls {...form.getInputProps('hysteresis')} />}
        <Select label={t('severityOf')} description={t('severityHelp')} allowDeselect={false} data={SEVERITIES.map((one) => ({ value: one, label: t(`severity.${one}`) }))} {...form.getInputProps('severity')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label={t('olt')} description={t('oltHelp')} {...form.getInputProps('olt')} />
        <TextInput label={t('brand')} description={t('brandHelp')} {...form.getInputProps('brand')} />
        <TextInput label={t('site')} description={t('siteHelp')} {...form.getInputProps('site')} />
        <TextInput label={t('place')} description={t('placeHelp')} {...form.getInputProps('place')} />
      </SimpleGrid>
      <Checkbox label={t('isUsed')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      {value !== '' && <Text size="sm" data-testid="meaning">{meaning(form.values, words)}</Text>}
      <Found values={form.values} />
    </CrudForm>
  );
}

function Shown({ row }: { row: Limit }) {
  const { t } = useTranslation('limit');
  return <Text size="sm" data-testid="meaning">{meaning(valuesOf(row), t as TFunction)}</Text>;
}

export function Component() {
  const { t } = useTranslation(['limit', 'app']);
  return (
    <CrudPage path="/api/v1/limits/" back="/limits" listTitle={t('app:area.limit')} newTitle={t('new')}
      titleOf={(row) => nameOf(row, t as TFunction)} Editor={Editor} shown={(row) => <Shown row={row} />} />
  );
}
