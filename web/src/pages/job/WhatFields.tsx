// SPDX-License-Identifier: Apache-2.0
import { Grid, Select, Text, TextInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Part, type FieldsProps } from './fields';
import { OidPicker } from './OidPicker';
import { TYPES } from './values';

export function useBrands() {
  const { data } = useApi('/api/v1/brands/', { query: { page_size: 1000, ordering: 'name' } });
  return (data?.results ?? []).map((brand) => ({ value: String(brand.id), label: brand.name ?? '' }));
}

/** Another brand has other OIDs, other OLTs and other models. */
const OTHER_BRAND = { oids: [], olts: [], target_model: '', target_brand: '' };

export function WhatFields({ form }: FieldsProps) {
  const { t } = useTranslation('job');
  const brands = useBrands();
  const { brand, type, oids } = form.getValues();
  return (
    <Part title={t('form.what')}>
      <TextInput required label={t('form.name')} {...form.getInputProps('name')} />
      <Textarea autosize minRows={1} maxRows={4} label={t('form.description')} {...form.getInputProps('description')} />
      <Grid>
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <Select required searchable allowDeselect={false} label={t('form.brand')} description={t('form.brandHelp')} data={brands}
            {...form.getInputProps('brand')}
            value={brand || null}
            onChange={(value) => form.setValues({ brand: value ?? '', ...OTHER_BRAND })} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <Select required allowDeselect={false} label={t('form.type')} description={t(`typeHelp.${type}`)}
            data={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            {...form.getInputProps('type')} />
        </Grid.Col>
      </Grid>
      {brand
        ? <OidPicker brand={brand} value={oids} error={form.errors.oids} onChange={(value) => form.setFieldValue('oids', value)} />
        : <Text size="sm" c="dimmed">{t('form.oidsPickBrand')}</Text>}
    </Part>
  );
}
