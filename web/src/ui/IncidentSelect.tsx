// SPDX-License-Identifier: Apache-2.0
//
// Selects a past incident, by its number and place; newest first.
import { Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { placeOf } from '@/api/incidents';
import { useApi } from '@/api/query';

const SHOWN = 50;

export function IncidentSelect({ label, value, onChange }: { label: string; value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation(['notice', 'incident']);
  const { data } = useApi('/api/v1/incidents/', { query: { page_size: SHOWN, ordering: '-id' } });
  const rows = data?.results ?? [];
  return (
    <Select label={label} searchable clearable clearButtonProps={{ 'aria-label': t('clear') }} w="100%" maw={480} value={value} onChange={onChange}
      placeholder={data && !rows.length ? t('noIncidents') : undefined} nothingFoundMessage={t('noIncidents')}
      data={rows.map((row) => ({ value: String(row.id), label: `${row.id} · ${placeOf(t as TFunction, row)}` }))} />
  );
}
