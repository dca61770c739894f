// SPDX-License-Identifier: Apache-2.0
//
// The outside plant as far as it is known: sites, zones, trunks, splitters, boxes. With it an incident names the box.
import { Alert, Button, FileButton, Group, List, Text } from '@mantine/core';
import { IconPlus, IconTopologyStar3, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api, ok, type Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { type Column, DataList, Empty, Failure, type Filter, Num, Page } from '@/ui';
import { NODE_KINDS } from './kinds';
import { Learnt } from './Learnt';

type Node = Schemas['PlantNode'];
type Imported = Schemas['PlantImported'];

const LINES_MOST = 50;

/** Columns of the file that the form has too. */
const FIELDS: Record<string, string> = {
  kind: 'kind', code: 'code', name: 'name', parent: 'parent', place: 'place', distance_m: 'distance', latitude: 'latitude', longitude: 'longitude',
  onus: 'customers', tags: 'tags',
};

/** Spreadsheets of Windows write Latin-1 unless they are told otherwise. */
async function textOf(file: File) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function Result({ done }: { done: Imported }) {
  const { t } = useTranslation('plant');
  const isWhole = done.refused.length === 0;
  const nameOf = (field: string | null) => (field && field in FIELDS ? `${t(FIELDS[field] as 'name')}: ` : '');
  return (
    <Alert color={isWhole ? 'facho' : 'yellow'} role="status" title={t('import.counts', { added: done.added, changed: done.changed })}
      styles={{ title: { color: isWhole ? undefined : 'var(--tone-warn)' } }}>
      {!isWhole && <Text size="sm">{t('import.refused', { count: done.refused.length })}</Text>}
      <List size="sm">
        {done.refused.slice(0, LINES_MOST).map((row) => (
          <List.Item key={row.row}>{t('import.line', { n: row.row })} {nameOf(row.field)}{translate(row.why)}</List.Item>
        ))}
      </List>
      {done.refused.length > LINES_MOST && <Text size="sm">{t('import.more', { count: done.refused.length - LINES_MOST })}</Text>}
      {done.unused.length > 0 && <Text size="sm">{t('import.unused', { names: done.unused.join(', ') })}</Text>}
    </Alert>
  );
}

function useImport() {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const again = useRef<() => void>(null); // the same file may be chosen twice: it was mended meanwhile
  const take = async (file: File | null) => {
    if (!file) return;
    setError(null);
    setDone(null);
    again.current?.();
    try {
      setDone(await ok(api.POST('/api/v1/plant/nodes/import/', { body: { csv: await textOf(file) } })));
      await client.invalidateQueries();
    } catch (failure) {
      setError(failure);
    }
  };
  return { take, again, error, done };
}

export function Component() {
  const { t } = useTranslation(['plant', 'app']);
  const importing = useImport();
  const columns: Column<Node>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 160, render: (row) => row.name || <span className="quiet">{t('unnamed')}</span> },
    { key: 'code', header: t('code'), sortable: true, width: 120 },
    { key: 'kind', header: t('kind'), sortable: true, width: 150, render: (row) => t(`kinds.${row.kind}`) },
    { key: 'parent_name', header: t('parent'), minWidth: 140 },
    { key: 'olt_name', header: 'OLT', sortable: true, width: 140 },
    { key: 'place', header: t('place'), sortable: true, width: 100 },
    { key: 'distance_m', header: t('distance'), sortable: true, align: 'right', width: 120, unit: 'm', render: (row) => <Num value={row.distance_m} /> },
    { key: 'onus', header: t('customers'), sortable: true, align: 'right', width: 100, render: (row) => <Num value={row.onus} /> },
    { key: 'sure', header: t('source'), width: 150, render: (row) => (row.is_learnt ? t('learnt', { percent: row.sure ?? 0 }) : t('entered')) },
  ];
  const filters: Filter[] = [
    { key: 'kind', label: t('kind'), kind: 'choice', options: NODE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    { key: 'olt', label: 'OLT', kind: 'thing', path: '/api/v1/olts/' },
    { key: 'is_learnt', label: t('source'), kind: 'flag', yes: t('learntOnly'), no: t('enteredOnly') },
  ];
  return (
    <Page title={t('app:area.plant')} actions={(
      <Group gap="xs">
        <FileButton accept=".csv,text/csv" resetRef={importing.again} onChange={(file) => void importing.take(file)}>
          {(props) => <Button variant="default" leftSection={<IconUpload size={16} />} {...props}>{t('import.do')}</Button>}
        </FileButton>
        <Button component={Link} to="/plant/new" leftSection={<IconPlus size={16} />}>{t('add')}</Button>
      </Group>
    )}>
      <Text size="sm" c="dimmed">{t('import.about')}</Text>
      <Failure error={importing.error} />
      {importing.done && <Result done={importing.done} />}
      <Learnt />
      <DataList<Node> path="/api/v1/plant/nodes/" label={t('app:area.plant')} storageKey="plant" ordering="name" columns={columns} filters={filters}
        rowLink={(row) => `/plant/${row.id}`} empty={<Empty icon={IconTopologyStar3} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
