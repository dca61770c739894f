// SPDX-License-Identifier: Apache-2.0
import { Grid, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { Part, withServer, type FieldsProps } from './fields';
import { OltPicker } from './OltPicker';
import type { OltOfJob } from './save';
import { GENERIC, TARGETS } from './values';
import { useBrands } from './WhatFields';

function useModels(brand: string) {
  const { data } = useApi('/api/v1/models/', { query: { brand, page_size: 1000, ordering: 'name' } },
    { enabled: brand !== '' });
  return (brand ? data?.results ?? [] : []).map((model) => ({ value: String(model.id), label: model.name ?? '' }));
}

function FilterFields({ form, server = {} }: FieldsProps) {
  const { t } = useTranslation('job');
  const { brand, target_brand, target_model } = form.getValues();
  const isGeneric = brand === GENERIC;
  const models = useModels(isGeneric ? target_brand : brand);
  const brands = useBrands().filter((one) => one.value !== GENERIC);
  const any = { clearable: true, searchable: true, placeholder: t('form.any'), clearButtonProps: { 'aria-label': t('form.clear') } };
  return (
    <Grid>
      {isGeneric && (
        <Grid.Col span={{ base: 12, sm: 4 }}>
          <Select {...any} label={t('form.targetBrand')} data={brands} error={server.target_brand} value={target_brand || null}
            onChange={(value) => form.setValues({ target_brand: value ?? '', target_model: '' })} />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, sm: isGeneric ? 4 : 6 }}>
        <Select {...any} label={t('form.targetModel')} data={models} error={form.errors.target_model ?? server.target_model}
          value={target_model || null} onChange={(value) => form.setFieldValue('target_model', value ?? '')} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: isGeneric ? 4 : 6 }}>
        <TextInput label={t('form.targetSite')} placeholder={t('form.any')}
          {...withServer(form.getInputProps('target_site'), server.target_site)} />
      </Grid.Col>
    </Grid>
  );
}

export function WhereFields({ form, server, known }: FieldsProps & { known: OltOfJob[] }) {
  const { t } = useTranslation('job');
  const { target, brand, olts } = form.getValues();
  return (
    <Part title={t('form.where')}>
      <Radio.Group aria-label={t('form.where')} {...form.getInputProps('target')}>
        <Stack gap="xs">
          {TARGETS.map((value) => <Radio key={value} value={value} label={t(`target.${value}`)} />)}
        </Stack>
      </Radio.Group>
      {target === 'filter' && <FilterFields form={form} server={server} />}
      {target === 'picked' && <OltPicker brand={brand} known={known} value={olts} error={form.errors.olts} onChange={(value) => form.setFieldValue('olts', value)} />}
    </Part>
  );
}
