// SPDX-License-Identifier: Apache-2.0
//
// All latest values, each with its age and the run that read it.
import { Anchor, Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { valueText } from '@/ui/chart/axis';
import { useMark } from '@/ui/mark';
import { Age } from '@/ui/moments';
import { causeWord, stateWord } from '@/ui/states';
import { sayDuration, sayMoment } from '@/ui/time';
import { unitWord } from '@/ui/units';
import { Card } from './Card';
import { staleAfterMs, type Onu, type Reading } from './model';

const UNITS: [ending: string, unit: string][] = [
  ['_dbm', 'dBm'], ['_c', '°C'], ['_v', 'V'], ['_ma', 'mA'], ['_m', 'm'],
];

/** As its name says: a duration, a moment, a number with its unit, or a text. */
export function readingText(name: string, { value, state, is_custom, unit: own }: Reading, language: string, t: TFunction<'onu'>): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'number') {
    if (is_custom) return [valueText(value, language, Number.isInteger(value) ? 0 : 2), unitWord(own)].filter(Boolean).join(' ');
    if (name.endsWith('_s')) return sayDuration(value * 1000, language);
    if (name.endsWith('_octets')) return `${valueText(value, language)}B`;
    const unit = UNITS.find(([ending]) => name.endsWith(ending))?.[1];
    const text = valueText(value, language, Number.isInteger(value) ? 0 : 2);
    return unit ? `${text} ${unit}` : text;
  }
  if (name.endsWith('_at')) return sayMoment(String(value), language);
  const meaning = !state ? '' : name === 'last_down_cause' ? causeWord(t as TFunction, state) : stateWord(t as TFunction, state);
  return meaning && meaning !== value ? `${meaning} (${t('fact.asTold', { label: String(value) })})` : String(value);
}

function ValueRow({ name, reading }: { name: string; reading: Reading }) {
  const { t, i18n } = useTranslation('onu');
  const mark = useMark(reading.value);
  return (
    <Table.Tr>
      <Table.Td c="dimmed">{t(`value.${name}`, { defaultValue: name })}</Table.Td>
      <Table.Td className={`num ${mark}`} style={{ overflowWrap: 'anywhere' }}>{readingText(name, reading, i18n.language, t)}</Table.Td>
      <Table.Td ta="right" fz="xs"><Source name={name} reading={reading} /></Table.Td>
    </Table.Tr>
  );
}

export function Values({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const rows = Object.entries(onu.values);
  return (
    <Card title={t('values')}>
      {rows.length === 0 && <Text size="sm" c="dimmed">{t('noValues')}</Text>}
      {rows.length > 0 && (
        <Table verticalSpacing={4} horizontalSpacing={4} fz="sm">
          <Table.Tbody>
            {rows.map(([name, reading]) => <ValueRow key={name} name={name} reading={reading} />)}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

function Source({ name, reading }: { name: string; reading: Reading }) {
  const age = <Age at={reading.at} staleAfterMs={staleAfterMs(name, reading)} />;
  if (!reading.execution) return age;
  return (
    <Anchor component={Link} to={`/executions/${reading.execution}`} size="xs" c="inherit">{age}</Anchor>
  );
}
