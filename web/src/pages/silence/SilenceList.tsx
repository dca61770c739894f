// SPDX-License-Identifier: Apache-2.0
//
// What nobody is told of for a while, and how much that hid.
import { Anchor, Button } from '@mantine/core';
import { IconBellOff, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Can, useCan } from '@/api/me';
import { Badge, type Column, DataList, Empty, Moment, MOMENT_WIDTH, Num, Page } from '@/ui';
import { EndButton } from '@/ui/EndButton';
import { useHiddenBy } from '@/ui/HiddenNow';
import { asFilter, useFilterWords } from '@/ui/filter';
import { NoticeTabs } from '@/ui/NoticeTabs';

type Silence = Schemas['Silence'];

export function spanOf({ from_at: from, until_at: until, ended_at: ended }: Pick<Silence, 'from_at' | 'until_at' | 'ended_at'>, now = Date.now()) {
  if (ended || (until && Date.parse(until) <= now)) return 'over';
  return from && Date.parse(from) > now ? 'later' : 'now';
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const words = useFilterWords();
  const hiddenBy = useHiddenBy();
  const mayEnd = useCan('operator');
  const nameOf = (row: Silence) => row.why || t('silence.one', { id: row.id });
  const columns: Column<Silence>[] = [
    { key: 'id', header: t('number'), sortable: true, width: 70, align: 'right' },
    { key: 'state', header: t('state'), width: 125, render: (row) => <Badge kind="span" value={spanOf(row)} /> },
    {
      key: 'filter', header: t('silence.which'), minWidth: 200, text: (row) => (row.incident ? t('silence.incident', { id: row.incident }) : words(asFilter(row.filter))),
      render: (row) => (row.incident
        ? <Anchor component={Link} to={`/incidents/${row.incident}`} size="sm">{t('silence.incident', { id: row.incident })}</Anchor> : words(asFilter(row.filter))),
    },
    { key: 'from_at', header: t('from'), sortable: true, ...MOMENT_WIDTH, hidden: true, render: (row) => <Moment at={row.from_at} /> },
    { key: 'until_at', header: t('until'), sortable: true, ...MOMENT_WIDTH, render: (row) => (row.until_at ? <Moment at={row.until_at} /> : t('untilEnd')) },
    { key: 'who', header: t('who'), width: 110 },
    { key: 'why', header: t('why'), minWidth: 130 },
    { key: 'created_at', header: t('silence.hidesNow'), width: 90, align: 'right', text: (row) => String(hiddenBy(row).length), render: (row) => <Num value={hiddenBy(row).length} /> },
    { key: 'hidden', header: t('silence.hidden'), sortable: true, width: 100, align: 'right', render: (row) => <Num value={row.hidden} /> },
  ];
  const action: Column<Silence> = {
    key: 'updated_at', header: t('end'), isAction: true, width: 150,
    render: (row) => (spanOf(row) === 'over' ? null : <EndButton isSmall path="/api/v1/silences/" id={row.id ?? 0} name={nameOf(row)} />),
  };
  return (
    <Page title={t('app:area.silence')} actions={(
      <Can role="operator"><Button component={Link} to="/silences/new" leftSection={<IconPlus size={16} />}>{t('silence.add')}</Button></Can>
    )}>
      <NoticeTabs />
      <DataList<Silence> path="/api/v1/silences/" label={t('app:area.silence')} storageKey="silences" ordering="-id"
        columns={mayEnd ? [...columns, action] : columns} rowLink={(row) => `/silences/${row.id}`} topics={['incidents']}
        empty={<Empty icon={IconBellOff} title={t('silence.none')} text={t('silence.noneText')} />} />
    </Page>
  );
}
