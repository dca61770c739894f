// SPDX-License-Identifier: Apache-2.0
import { MultiSelect, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { GENERIC } from './values';

type Oid = Schemas['OidRow'];

const SHOWN = 60;

interface OidPickerProps {
  brand: string;
  value: string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
}

const labelOf = (oid: Oid) => `${oid.name} · ${oid.oid}`;

/** By the table that they are in, as they are looked for together. */
function grouped(oids: Oid[]) {
  const groups = new Map<string, ComboboxItem[]>();
  for (const oid of oids) {
    const group = [oid.profile, oid.table].filter(Boolean).join(' / ') || (oid.brand_name ?? '');
    groups.set(group, [...(groups.get(group) ?? []), { value: String(oid.id), label: labelOf(oid) }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

/** Every word of what was typed, in the label, the table or the purpose. */
function filterBy(oids: Oid[]): OptionsFilter {
  const texts = new Map(oids.map((oid) => [
    String(oid.id), `${labelOf(oid)} ${oid.profile} ${oid.table} ${oid.purpose}`.toLowerCase(),
  ]));
  return ({ options, search, limit }) => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (item: ComboboxItem) => words.every((word) => (texts.get(item.value) ?? '').includes(word));
    let left = limit;
    return options.flatMap((option) => {
      if (!('group' in option)) return [];
      const items = option.items.filter(fits).slice(0, Math.max(0, left));
      left -= items.length;
      return items.length ? [{ ...option, items }] : [];
    });
  };
}

function useOids(brand: string) {
  const query = { page_size: 1000, ordering: 'table', enabled: 'true' } as const;
  const own = useApi('/api/v1/oids/', { query: { ...query, brand } });
  const any = useApi('/api/v1/oids/', { query: { ...query, brand: GENERIC } }, { enabled: brand !== GENERIC });
  return [...(own.data?.results ?? []), ...(brand === GENERIC ? [] : any.data?.results ?? [])];
}

export function OidPicker({ brand, value, onChange, error }: OidPickerProps) {
  const { t } = useTranslation('job');
  const oids = useOids(brand);
  return (
    <MultiSelect required searchable clearable hidePickedOptions limit={SHOWN} maxDropdownHeight={320}
      label={t('form.oids')} description={t('form.oidsHelp')} nothingFoundMessage={t('form.oidsNone')}
      data={grouped(oids)} filter={filterBy(oids)} value={value} onChange={onChange} error={error}
      clearButtonProps={{ 'aria-label': t('form.clear') }} />
  );
}
