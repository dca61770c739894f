// SPDX-License-Identifier: Apache-2.0
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askPage } from './rows';
import type { Choice, Filter } from './types';

interface FieldProps<F> {
  filter: F;
  value: string | undefined;
  set: (value: string | undefined) => void;
}

type Of<K extends Filter['kind']> = Extract<Filter, { kind: K }>;

const SIZE = { size: 'xs', w: 148 } as const;

/** Mantine hides it from the keyboard and from who hears the page. */
const clearing = (label: string) => ({ 'aria-label': label, 'aria-hidden': undefined, tabIndex: 0 });

function Pick({ filter, value, set, options }: FieldProps<Filter> & { options: Choice[] }) {
  const { t } = useTranslation();
  const known = value === undefined || options.some((option) => option.value === value);
  const data = known ? options : [...options, { value, label: value || t('list.none') }];
  return (
    <Select {...SIZE} aria-label={filter.label} placeholder={filter.label} data={data} value={value ?? null} clearable
      searchable={data.length > 8} onChange={(chosen) => set(chosen ?? undefined)} checkIconPosition="right"
      clearButtonProps={clearing(t('list.clearOne', { what: filter.label }))} />
  );
}

function FlagField({ filter, ...rest }: FieldProps<Of<'flag'>>) {
  const { t } = useTranslation();
  const options = [
    { value: 'true', label: filter.yes ?? `${filter.label}: ${t('yes')}` },
    { value: 'false', label: filter.no ?? `${filter.label}: ${t('no')}` },
  ];
  return <Pick filter={filter} options={options} {...rest} />;
}

const AGO: Record<string, string> = {
  '-900s': 'list.m15', '-3600s': 'list.h1', '-21600s': 'list.h6', '-86400s': 'list.d1', '-604800s': 'list.d7',
};

function SinceField({ filter, ...rest }: FieldProps<Of<'since'>>) {
  const { t } = useTranslation();
  const options = Object.entries(AGO).map(([value, words]) => ({ value, label: t(words) }));
  return <Pick filter={filter} options={options} {...rest} />;
}

function TextField({ filter, value = '', set }: FieldProps<Of<'text'>>) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const tell = useDebouncedCallback((text: string) => set(text || undefined), 300);
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  return (
    <TextInput {...SIZE} aria-label={filter.label} placeholder={filter.label} value={typed} onChange={(event) => {
      setTyped(event.currentTarget.value);
      tell(event.currentTarget.value);
    }} />
  );
}

/** Looked up as one types: there may be thousands. */
function ThingField({ filter, ...rest }: FieldProps<Of<'thing'>>) {
  const [search, setSearch] = useState('');
  const { value = 'id', text = 'name' } = filter;
  const { data } = useQuery({
    queryKey: ['things', filter.path, search],
    queryFn: ({ signal }) => askPage<Record<string, unknown>>(
      { path: filter.path }, search ? { search } : {}, 1, 50, signal),
    placeholderData: (before) => before,
  });
  const { t } = useTranslation();
  const options = (data?.results ?? []).map((row) => ({ value: String(row[value]), label: String(row[text]) }));
  const unique = [...new Map(options.map((option) => [option.value, option])).values()];
  if (rest.value !== undefined && !unique.some((option) => option.value === rest.value))
    unique.unshift({ value: rest.value, label: rest.value });
  return (
    <Select {...SIZE} aria-label={filter.label} placeholder={filter.label} data={unique} value={rest.value ?? null} clearable
      searchable onSearchChange={(typed) => setSearch(unique.some((option) => option.label === typed) ? '' : typed)}
      onChange={(chosen) => rest.set(chosen ?? undefined)} nothingFoundMessage={t('list.nothing')}
      clearButtonProps={clearing(t('list.clearOne', { what: filter.label }))} />
  );
}

export function FilterField({ filter, value, set }: FieldProps<Filter>) {
  switch (filter.kind) {
    case 'choice': return <Pick filter={filter} options={filter.options} value={value} set={set} />;
    case 'text': return <TextField filter={filter} value={value} set={set} />;
    case 'flag': return <FlagField filter={filter} value={value} set={set} />;
    case 'thing': return <ThingField filter={filter} value={value} set={set} />;
    case 'since': return <SinceField filter={filter} value={value} set={set} />;
  }
}
