// SPDX-License-Identifier: Apache-2.0
//
// SNMP settings by operation. Empty: the general setting, or the default of the program.
import { NumberInput, Paper, Table, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { useCan } from '@/api/me';
import { useApi } from '@/api/query';
import { Failure, notify, useErrorWords, Wide } from '@/ui';
import { useUnsaved } from './unsaved';

type Row = Schemas['Snmp'];
type Field = 'timeout_ms' | 'retries' | 'repetitions' | 'in_flight' | 'batch';

const NUMBERS: Field[] = ['timeout_ms', 'retries', 'repetitions', 'in_flight'];

function Cell({ row, field }: { row: Row; field: Field }) {
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const stored = row[field] ?? '';
  const [typed, setTyped] = useState<string | number | null>(null);
  const [error, setError] = useState('');
  const words = useErrorWords();
  const label = `${t(`operation.${row.operation}`)}: ${t(`snmp.${field}`)}`;
  useUnsaved(`${row.operation} ${field}`, typed !== null && typed !== stored);
  const save = async () => {
    setError('');
    if (typed === null || typed === stored) return setTyped(null);
    const value = typed === '' ? null : field === 'batch' ? String(typed) : Number(typed);
    try {
      await ok(api.PATCH('/api/v1/settings/snmp/{id}/', { params: { path: { id: row.operation } }, body: { [field]: value } }));
      notify.done(t('saved', { name: label }));
      await client.invalidateQueries();
      setTyped(null);
    } catch (failure) {
      setError(words(failure)); // what was typed stays
    }
  };
  const common = {
    'aria-label': label, size: 'xs' as const, w: field === 'batch' ? 130 : 90, placeholder: '–', value: typed ?? stored, error,
    onBlur: () => void save(),
    onKeyDown: (event: React.KeyboardEvent) => event.key === 'Enter' && void save(),
  };
  return field === 'batch'
    ? <TextInput {...common} onChange={(event) => setTyped(event.currentTarget.value)} />
    : <NumberInput {...common} hideControls allowDecimal={false} onChange={setTyped} />;
}

export function SnmpSettings() {
  const { t } = useTranslation('setting');
  const isAdmin = useCan('admin');
  const snmp = useApi('/api/v1/settings/snmp/', {});
  const fields: Field[] = [...NUMBERS, 'batch'];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="group-snmp">
      <Title order={2} size="h3" id="group-snmp">{t('snmp.title')}</Title>
      <Text size="sm" c="dimmed" mb="sm">{t('snmp.about')}</Text>
      <Failure error={snmp.error} retry={() => void snmp.refetch()} />
      <Wide label={t('snmp.title')}>
        <Table horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr><Table.Th>{t('snmp.operation')}</Table.Th>{fields.map((field) => <Table.Th key={field}>{t(`snmp.${field}`)}</Table.Th>)}</Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {snmp.data?.map((row) => (
              <Table.Tr key={row.operation}>
                <Table.Th scope="row" fw={500}>{t(`operation.${row.operation}`)}</Table.Th>
                {fields.map((field) => (
                  <Table.Td key={field}>{isAdmin ? <Cell row={row} field={field} /> : <span className="num">{row[field] ?? '–'}</span>}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </Paper>
  );
}
