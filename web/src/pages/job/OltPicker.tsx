// SPDX-License-Identifier: Apache-2.0
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/api/query';
import { GENERIC } from './values';
import { useBrands } from './WhatFields';

const SHOWN = 100;
const TYPING_MS = 150;

interface OltPickerProps {
  brand: string;
  /** Those whose names are known before anybody searches. */
  known: { id: string; name: string }[];
  value: string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
}

/** OLTs of the brand, looked for at the API as one types: there may be thousands. */
export function OltPicker({ brand, known, value, onChange, error }: OltPickerProps) {
  const { t } = useTranslation('job');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const [names, setNames] = useState(() => new Map(known.map((olt) => [olt.id, olt.name])));
  const brandName = useBrands().find((one) => one.value === brand)?.label;
  const { data } = useApi('/api/v1/olts/', {
    query: { search: search || undefined, brand: brand === GENERIC ? undefined : brandName, page_size: SHOWN, ordering: 'name' },
  }, { enabled: brandName !== undefined, keep: true });

  const found = (data?.results ?? []).map((olt) => ({ value: String(olt.id), label: olt.name ?? '' }));
  const chosen = value.filter((id) => !found.some((olt) => olt.value === id))
    .map((id) => ({ value: id, label: names.get(id) ?? id }));

  const choose = (ids: string[]) => {
    setNames((before) => new Map([...before, ...found.map((olt): [string, string] => [olt.value, olt.label])]));
    onChange(ids);
  };
  return (
    <MultiSelect searchable clearable hidePickedOptions maxDropdownHeight={280} label={t('form.olts')} description={t('form.oltsHelp')}
      nothingFoundMessage={t(brand ? 'form.oltsNone' : 'form.oidsPickBrand')} data={[...chosen, ...found]}
      filter={({ options }) => options} searchValue={typed} onSearchChange={setTyped} value={value} onChange={choose} error={error}
      clearButtonProps={{ 'aria-label': t('form.clear') }} />
  );
}
