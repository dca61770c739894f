// SPDX-License-Identifier: Apache-2.0
import { Button, Code } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Can } from '@/api/me';
import { Badge, type Bulk, type Column, DataList, Empty, type Filter, Page } from '@/ui';
import { brandName, brandText } from '@/ui/brands';
import { usePurposeChoices, usePurposeWord } from '@/ui/purposes';
import { isCause } from '@/ui/states';
import { kindOf, type Kind, type Row } from './kinds';
import { KindTabs } from './KindTabs';
import { rows } from './rows';

const MONO = new Set(['oid', 'definition', 'raw']);
const NUMBERS = new Set(['models', 'olts', 'slots', 'ports', 'onus_per_port']);
const FLAGS = new Set(['is_slow', 'enabled']);

/** Of OIDs, what has no room in a narrower window; formulas and states have few columns. */
const OIDS_FROM: Record<string, number> = { formula: 1800, is_slow: 1800, unit: 1600 };
const WIDTHS: Record<string, number> = { oid: 290, table: 100, name: 165, purpose: 200, profile: 150, technology: 140, column: 175, meaning: 175 };

function useColumns(kind: Kind): Column<Row>[] {
  const { t } = useTranslation(['catalogue', 'common']);
  const purpose = usePurposeWord();
  const columns = kind.columns.map((key): Column<Row> => ({
    key, header: t(`field.${key}`), sortable: key !== 'definition', minWidth: WIDTHS[key] ?? 110,
    hideEmpty: key === 'model_name', ...(kind.name === 'oids' && { from: OIDS_FROM[key] }),
    align: NUMBERS.has(key) ? 'right' : undefined,
    render: (row) => {
      const value = row[key];
      if (FLAGS.has(key)) return value ? t('common:yes') : t('common:no');
      if (key === 'meaning' && value) return <Badge kind={isCause(String(value)) ? 'cause' : 'onu'} value={String(value)} />;
      if (key === 'brand_name' || (key === 'name' && kind.name === 'brands')) return brandName(t as TFunction, String(value ?? ''));
      if (key === 'description') return brandText(t as TFunction, String(value ?? ''));
      if (key === 'purpose') return purpose(String(value ?? ''));
      if (key === 'oid') return <Code className="tail" title={String(value ?? '')}>{String(value ?? '')}</Code>;
      const text = typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '');
      return MONO.has(key) ? <Code title={text}>{text}</Code> : text;
    },
  }));
  return [...columns, {
    key: 'is_builtin', header: t('origin'), sortable: true, width: 150,
    render: (row) => (row.is_builtin ? (row.is_edited ? t('changed') : t('builtin')) : t('own')),
  }];
}

function useFilters(kind: Kind): Filter[] {
  const { t } = useTranslation('catalogue');
  const purposes = usePurposeChoices().flatMap(({ items }) => items);
  const some: Filter[] = kind.filters.map((key): Filter => (key === 'brand'
    ? { key, label: t('field.brand'), kind: 'thing', path: '/api/v1/brands/' }
    : { key, label: t(`field.${key}`), kind: 'choice', options: purposes }));
  return [...some, { key: 'is_builtin', label: t('origin'), kind: 'flag', yes: t('builtin'), no: t('own') }];
}

export function Component() {
  const { t } = useTranslation('catalogue');
  const params = useParams();
  const kind = kindOf(params.kind);
  const bulk: Bulk[] = [{
    key: 'delete', label: t('delete'), role: 'admin', danger: true, text: t('deleteText'), run: (ids) => rows.removeMany(kind.name, ids),
  }];
  const columns = useColumns(kind);
  const filters = useFilters(kind);
  const add = (
    <Can role="admin">
      <Button component={Link} to={`/catalogue/${kind.name}/new`} leftSection={<IconPlus size={16} />}>{t(`add.${kind.name}`)}</Button>
    </Can>
  );
  return (
    <Page title={t('title')} actions={add}>
      <KindTabs />
      <DataList<Row> key={kind.name} path={`/api/v1/${kind.name}/`} label={t(`kind.${kind.name}`)} storageKey={`catalogue-${kind.name}`}
        ordering={kind.name === 'brands' ? 'name' : 'brand_name'} columns={columns} filters={filters} bulk={bulk}
        rowLink={(row) => `/catalogue/${kind.name}/${row.id}`} empty={<Empty title={t('none')} text={t('noneText')} action={add} />} />
    </Page>
  );
}
