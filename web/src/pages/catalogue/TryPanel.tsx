// SPDX-License-Identifier: Apache-2.0
//
// Reads the OID in the form on an OLT before it is saved: to what each row belongs, the value of
// the device, and the decoded value. Nothing is written.
import { Alert, Anchor, Button, Group, Loader, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { translate } from '@/phrasebook/translate';
import { Failure } from '@/ui';
import { unitWord } from '@/ui/units';
import { isJson, tryBody, type Values } from './values';
import { GENERIC } from './kinds';

type Tried = Schemas['OidTried'];
type Row = Schemas['TriedRow'];

const GOOD_OID = /^\.?\d+(\.\d+)+$/;

/** Those that are asked at all, of the chosen brand first. */
function useOlts(brand: string) {
  const brands = useApi('/api/v1/brands/', { query: { page_size: 1000, ordering: 'name' } });
  const { data } = useApi('/api/v1/olts/', { query: { page_size: 1000, ordering: 'name', enabled: 'true' } });
  const all = data?.results ?? [];
  const name = brands.data?.results.find(({ id }) => String(id) === brand)?.name;
  const fits = all.filter((olt) => !brand || brand === GENERIC || olt.brand === name);
  return (fits.length ? fits : all).map((olt) => ({ value: String(olt.id), label: olt.name ?? '' }));
}

function decoded(row: Row, unit: string, language: string): string {
  const { value } = row;
  if (typeof value === 'number') {
    const text = new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(value);
    return unit ? `${text} ${unitWord(unit)}` : text;
  }
  return String(value ?? '');
}

function Owner({ row, olt }: { row: Row; olt: string }) {
  const { t } = useTranslation('catalogue');
  if (row.owner === 'onu')
    return row.onu ? <Anchor component={Link} to={`/onus/${row.onu}`} target="_blank" size="sm">{t('try.onu', { place: row.place })}</Anchor> : t('try.onu', { place: row.place });
  if (row.owner === 'unknown_onu') return t('try.stranger', { place: row.place });
  if (row.owner === 'part')
    return row.port ? <Anchor component={Link} to={`/ports/${row.port}`} target="_blank" size="sm">{t('try.port', { place: row.place })}</Anchor> : t('try.part', { place: row.place });
  return t('try.olt', { name: olt });
}

function Reading({ row, unit }: { row: Row; unit: string }) {
  const { t, i18n } = useTranslation('catalogue');
  if (row.reading === 'unreadable') return <Text size="sm" c="var(--tone-bad)">{t('try.unreadable', { why: translate(row.problem) })}</Text>;
  if (row.reading === 'none') return <Text size="sm" c="dimmed">{t('try.noReading')}</Text>;
  return <Text fw={600} className="num" data-testid="decoded">{decoded(row, unit, i18n.language)}</Text>;
}

function Rows({ result, olt }: { result: Tried; olt: string }) {
  const { t } = useTranslation('catalogue');
  return (
    <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('try.rows')}>
      {result.rows.map((row) => (
        <li key={row.index} style={{ borderTop: '1px solid var(--mantine-color-default-border)', padding: '6px 0' }}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
            <Text size="sm" component="div"><Owner row={row} olt={olt} /></Text>
            <div style={{ textAlign: 'right', minWidth: 0, overflowWrap: 'anywhere' }}><Reading row={row} unit={result.unit} /></div>
          </Group>
          <Text size="xs" c="dimmed" className="mono" style={{ overflowWrap: 'anywhere' }}>
            {[row.index && t('try.index', { index: row.index }), `${row.type}: ${row.raw}`].filter(Boolean).join(' · ')}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** One sentence: how it ended, and what to do about it. */
function words(t: TFunction, result: Tried): string {
  if (result.outcome === 'ok')
    return t(result.more ? 'try.first' : 'try.all', { count: result.rows.length });
  return t(`try.end.${result.outcome.replaceAll(' ', '_')}`, { defaultValue: translate(result.message) });
}

function Result({ result, olt }: { result: Tried; olt: string }) {
  const { t } = useTranslation('catalogue');
  const isWell = result.outcome === 'ok';
  return (
    <Stack gap="xs">
      <Alert color={isWell ? 'teal' : 'yellow'} variant="light" role="status" p="xs">
        <Text size="sm">{words(t as TFunction, result)}</Text>
        {!isWell && result.message && result.outcome !== 'empty' && result.outcome !== 'no object' && <Text size="xs" c="dimmed">{translate(result.message)}</Text>}
        {isWell && result.message && <Text size="xs">{translate(result.message)}</Text>}
      </Alert>
      {result.rows.length > 0 && <Rows result={result} olt={olt} />}
    </Stack>
  );
}

export function TryPanel({ values, id }: { values: Values; id?: string }) {
  const { t } = useTranslation('catalogue');
  const olts = useOlts(String(values.brand ?? ''));
  const [chosen, setChosen] = useState<string | null>(null);
  const olt = olts.find(({ value }) => value === chosen) ?? olts[0];
  const trial = useMutation<Tried, ApiError, Schemas['OidTry']>({ mutationFn: (body) => ok(api.POST('/api/v1/oids/try/', { body })) });
  const isReady = GOOD_OID.test(String(values.oid)) && ['transform', 'invalid'].every((name) => !values[name] || isJson(String(values[name])));
  return (
    <Paper withBorder p="md" component="section" aria-label={t('try.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('try.title')}</Title>
        <Text size="sm" c="dimmed">{olts.length ? t('try.about') : t('try.noOlts')}</Text>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <Select style={{ flex: 1 }} label={t('try.where')} searchable allowDeselect={false} data={olts} value={olt?.value ?? null} onChange={setChosen} />
          <Button variant="light" leftSection={<IconPlayerPlay size={16} />} disabled={!olt || !isReady || trial.isPending}
            onClick={() => olt && trial.mutate(tryBody(values, olt.value, id))}>
            {t('try.start')}
          </Button>
        </Group>
        {trial.isPending && <Group gap={8} role="status"><Loader size="xs" /><Text size="sm">{t('try.asking', { name: olt?.label })}</Text></Group>}
        {trial.error && !trial.isPending && <Failure error={trial.error} />}
        {trial.data && !trial.isPending && <Result result={trial.data} olt={olt?.label ?? ''} />}
      </Stack>
    </Paper>
  );
}
