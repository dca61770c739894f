// SPDX-License-Identifier: Apache-2.0
//
// One value of a custom OID: its present value, and its history if it is a number.
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '@/api/query';
import { Age, Failure, Loading, Page } from '@/ui';
import { unitWord } from '@/ui/units';
import { useRange } from '../onu/range';
import { Figures, Section } from './Figures';
import { HistoryChart, RangeChoice, stretchOf } from './HistoryChart';
import { isNumber, Reading, VALUE_STALE_MS, type OltValue } from './Reading';

function ValueChart({ value }: { value: OltValue }) {
  const { t } = useTranslation('olt');
  const { range, choose, zoom } = useRange();
  const history = useApi('/api/v1/values/{id}/history/', { path: { id: String(value.id) }, query: stretchOf(range) }, { keep: true });
  const unit = value.is_counter ? `${unitWord(value.unit)}/s` : unitWord(value.unit);
  return (
    <Section title={t('value.chart')}>
      <Group mb="sm"><RangeChoice range={range} choose={choose} zoom={zoom} /></Group>
      <HistoryChart name={value.name ?? ''} label={value.name ?? ''} unit={unit} digits={2} range={range} zoom={zoom} history={history} />
      {value.is_counter && <Text size="sm" c="dimmed">{t('value.isRate')}</Text>}
    </Section>
  );
}

function ValueFigures({ value }: { value: OltValue }) {
  const { t } = useTranslation('olt');
  return (
    <Figures of={[
      { label: t('value.value'), value: <Reading of={value} />,
        note: <>{t('field.updated')}: <Age at={value.at} staleAfterMs={VALUE_STALE_MS} /></> },
      { label: t('value.index'), value: value.index || '–', note: value.place ? t('port.title', { place: value.place }) : '' },
      { label: t('value.oid'), value: <Text span size="sm">{value.oid}</Text>, note: '' },
    ]} />
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const { id = '' } = useParams();
  const asked = useApi('/api/v1/values/{id}/', { path: { id } }, { topics: ['executions'] });
  const { data: value, error, refetch } = asked;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!value) return <Loading />;
  const crumbs = [
    { title: t('title'), to: '/olts' }, { title: value.olt_name ?? '', to: `/olts/${value.olt}` },
    { title: t('tab.values'), to: `/olts/${value.olt}/values` },
  ];
  return (
    <Page title={[value.name, value.place || value.index].filter(Boolean).join(' ')} breadcrumbs={crumbs}>
      <Stack gap="md">
        <ValueFigures value={value} />
        {isNumber(value) && <ValueChart value={value} />}
      </Stack>
    </Page>
  );
}
