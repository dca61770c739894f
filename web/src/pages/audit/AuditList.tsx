// SPDX-License-Identifier: Apache-2.0
import { IconHistory } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { type Column, DataList, Empty, type Filter, Moment, MOMENT_WIDTH, Page, type Speech } from '@/ui';
import { changesOf } from './changes';
import { fieldWord, toWhat, whatWasDone } from './words';

type Entry = Schemas['Audit'];

const namesOf = (t: TFunction, entry: Entry) => [...new Set(changesOf(entry.before, entry.after).map(({ name }) => fieldWord(t, name)))];

/** The fields that are not as they were, in short. */
function Short({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const names = namesOf(t, entry);
  return <span className="quiet" title={names.join(', ')}>{names.slice(0, 5).join(', ')}{names.length > 5 ? ' …' : ''}</span>;
}

Short.asText = ({ entry }: { entry: Entry }, { t }: Speech) => namesOf(t, entry).join(', ');

export function Component() {
  const { t } = useTranslation('audit');
  const columns: Column<Entry>[] = [
    { key: 'at', header: t('at'), sortable: true, ...MOMENT_WIDTH, render: (row) => <Moment at={row.at} /> },
    { key: 'user', header: t('user'), sortable: true, width: 150 },
    { key: 'action', header: t('action'), sortable: true, width: 190, render: (row) => whatWasDone(t, row) },
    { key: 'entity', header: t('entity'), minWidth: 240, render: (row) => toWhat(t, row) },
    { key: 'after', header: t('fields'), minWidth: 180, render: (row) => <Short entry={row} /> },
    { key: 'address', header: t('address'), width: 150 },
  ];
  const filters: Filter[] = [
    { key: 'user', label: t('user'), kind: 'text' },
    { key: 'entity', label: t('entity'), kind: 'text' },
    { key: 'at__gte', label: t('since'), kind: 'since' },
  ];
  return (
    <Page title={t('title')}>
      <DataList<Entry> path="/api/v1/audit/" label={t('title')} storageKey="audit" ordering="-at" columns={columns} filters={filters}
        rowLink={(row) => `/audit/${row.id}`} empty={<Empty icon={IconHistory} title={t('none')} text={t('noneText')} />} />
    </Page>
  );
}
