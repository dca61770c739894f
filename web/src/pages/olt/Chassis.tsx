// SPDX-License-Identifier: Apache-2.0
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Age, Duration, Wide } from '@/ui';
import { Section } from './Figures';
import { concernsOlt, type Olt } from './olt';
import { partName } from './parts';

/** From here on somebody should look. */
const HOT_C = 65;
const FULL_PERCENT = 90;

function Amount({ value, unit, limit }: { value: number | null; unit: string; limit: number }) {
  const { i18n } = useTranslation();
  if (value == null) return <span className="quiet">–</span>;
  const text = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(value);
  return <span className={`num ${value >= limit ? 'tone-bad' : ''}`}>{text} {unit}</span>;
}

/** Its parts as they are now; none are known yet, or the device has none. */
export function useChassis(olt: Olt): Schemas['Chassis'][] {
  const chassis = useApi('/api/v1/olts/{id}/chassis/', { path: { id: String(olt.id) }, query: { page_size: 200, ordering: 'part' } },
    { topics: ['executions'], concerns: concernsOlt(olt.id) });
  return chassis.data?.results ?? [];
}

export function Chassis({ olt }: { olt: Olt }) {
  const { t } = useTranslation('olt');
  const rows = useChassis(olt);
  if (!rows.length) return null;
  return (
    <Section title={t('chassis.title')}>
      <Wide label={t('chassis.title')} width={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('chassis.part')}</Table.Th>
              <Table.Th ta="right">{t('chassis.cpu')}</Table.Th>
              <Table.Th ta="right">{t('chassis.memory')}</Table.Th>
              <Table.Th ta="right">{t('chassis.temperature')}</Table.Th>
              <Table.Th ta="right">{t('chassis.uptime')}</Table.Th>
              <Table.Th ta="right">{t('field.updated')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.part}>
                <Table.Td>{partName(t, row.part)}</Table.Td>
                <Table.Td ta="right"><Amount value={row.cpu_pct} unit="%" limit={FULL_PERCENT} /></Table.Td>
                <Table.Td ta="right"><Amount value={row.memory_pct} unit="%" limit={FULL_PERCENT} /></Table.Td>
                <Table.Td ta="right"><Amount value={row.temperature_c} unit="°C" limit={HOT_C} /></Table.Td>
                <Table.Td ta="right"><Duration ms={row.uptime_s == null ? null : row.uptime_s * 1000} /></Table.Td>
                <Table.Td ta="right"><Age at={row.updated_at} /></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </Section>
  );
}
