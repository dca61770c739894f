// SPDX-License-Identifier: Apache-2.0
import { NumberInput, Paper, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { CrudForm, CrudPage, useAll, useCrudForm, type EditorProps } from '@/ui/crud';
import { PlantTags } from '@/ui/PlantTags';
import { NODE_KINDS } from './kinds';

type Node = Schemas['PlantNode'];

interface Values {
  name: string;
  code: string;
  kind: string;
  parent: string;
  olt: string;
  place: string;
  distance_m: number | '';
  latitude: number | '';
  longitude: number | '';
}

const valuesOf = (row?: Node): Values => ({
  name: row?.name ?? '', code: row?.code ?? '', kind: row?.kind ?? 'box', parent: row?.parent ? String(row.parent) : '',
  olt: row?.olt ? String(row.olt) : '', place: row?.place ?? '', distance_m: row?.distance_m ?? '', latitude: row?.latitude ?? '',
  longitude: row?.longitude ?? '',
});

const orNull = (value: number | '') => (value === '' ? null : value);

const bodyOf = (values: Values) => ({
  name: values.name.trim(), code: values.code.trim(), kind: values.kind, place: values.place.trim(),
  parent: values.parent ? Number(values.parent) : null, olt: values.olt ? Number(values.olt) : null,
  distance_m: orNull(values.distance_m), latitude: orNull(values.latitude), longitude: orNull(values.longitude),
});

function Editor({ row, tag }: EditorProps<Node>) {
  const { t } = useTranslation(['plant', 'notice']);
  const nodes = useAll('/api/v1/plant/nodes/').filter(({ id }) => id !== row?.id);
  const olts = useAll('/api/v1/olts/');
  const f = useCrudForm<'/api/v1/plant/nodes/', Values>({
    path: '/api/v1/plant/nodes/', row, tag, valuesOf, bodyOf, nameOf: ({ name }) => name ?? '', then: () => '/plant',
    check: (values) => ({
      name: values.name.trim() ? null : t('notice:check.name'),
      longitude: (values.latitude === '') === (values.longitude === '') ? null : t('together'),
      place: !values.place.trim() || values.olt ? null : t('needsOlt'),
    }),
  });
  const { form } = f;
  const pick = (name: 'parent' | 'olt', rows: { id: number | null; name: string | null }[]) => ({
    data: rows.map(({ id, name: label }) => ({ value: String(id), label: label ?? '' })), searchable: true, clearable: true, limit: 100,
    clearButtonProps: { 'aria-label': t('notice:clear') }, error: form.errors[name], value: form.values[name] || null,
    onChange: (value: string | null) => form.setFieldValue(name, value ?? ''),
  });
  return (
    <Stack gap="md">
      <CrudForm of={f} back="/plant" isNew={!row}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
          <TextInput label={t('name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <TextInput label={t('code')} description={t('codeHelp')} {...form.getInputProps('code')} />
          <Select label={t('kind')} allowDeselect={false} data={NODE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))} {...form.getInputProps('kind')} />
          <Select label={t('parent')} {...pick('parent', nodes)} />
          <Select label="OLT" {...pick('olt', olts)} />
          <TextInput label={t('place')} description={t('placeHelp')} placeholder="0/1/3" {...form.getInputProps('place')} />
          <NumberInput label={t('distance')} description={t('distanceHelp')} min={0} allowDecimal={false} hideControls {...form.getInputProps('distance_m')} />
          <NumberInput label={t('latitude')} decimalScale={6} hideControls {...form.getInputProps('latitude')} />
          <NumberInput label={t('longitude')} decimalScale={6} hideControls {...form.getInputProps('longitude')} />
        </SimpleGrid>
      </CrudForm>
      {row && <Paper withBorder p="md" maw={760}><PlantTags of="node" id={row.id ?? 0} tags={row.tags ?? []} /></Paper>}
    </Stack>
  );
}

export function Component() {
  const { t } = useTranslation(['plant', 'app']);
  return (
    <CrudPage path="/api/v1/plant/nodes/" back="/plant" listTitle={t('app:area.plant')} newTitle={t('new')} titleOf={(row) => row.name ?? ''} Editor={Editor} />
  );
}
