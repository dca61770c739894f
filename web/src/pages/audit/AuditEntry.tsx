// SPDX-License-Identifier: Apache-2.0
//
// One change: each field before and after, the user and the address.
import { Anchor, Code, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Empty, Failure, JsonView, Loading, Moment, Page, Wide } from '@/ui';
import { Facts } from '@/ui/Facts';
import { changesOf, type Change } from './changes';
import { fieldWord, pageOf, toWhat, whatWasDone } from './words';

function Value({ value, kind }: { value: unknown; kind: 'before' | 'after' }) {
  if (value === undefined) return <span className="quiet">–</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <Code style={{ textDecoration: kind === 'before' ? 'line-through' : undefined, wordBreak: 'break-word' }}>{text || '""'}</Code>;
}

function Changes({ changes }: { changes: Change[] }) {
  const { t } = useTranslation('audit');
  if (!changes.length) return <Text c="dimmed" size="sm">{t('noChange')}</Text>;
  return (
    <Wide label={t('changed')}>
      <Table>
        <Table.Thead>
          <Table.Tr><Table.Th>{t('field')}</Table.Th><Table.Th>{t('before')}</Table.Th><Table.Th>{t('after')}</Table.Th></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} title={name}>{fieldWord(t, name)}</Table.Th>
              <Table.Td><Value value={before} kind="before" /></Table.Td>
              <Table.Td><Value value={after} kind="after" /></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

function What({ entry }: { entry: Schemas['Audit'] }) {
  const { t } = useTranslation('audit');
  const to = pageOf(entry);
  return to ? <Anchor component={Link} to={to}>{toWhat(t, entry)}</Anchor> : <>{toWhat(t, entry)}</>;
}

export function Component() {
  const { t } = useTranslation('audit');
  const { id = '' } = useParams();
  const found = useApi('/api/v1/audit/', { query: { id, page_size: 1 } });
  const entry = found.data?.results[0];
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Loading />;
  if (!entry) return <Empty title={t('gone')} />;
  return (
    <Page title={`${entry.user} ${whatWasDone(t, entry)}: ${toWhat(t, entry)}`} breadcrumbs={[{ title: t('title'), to: '/audit' }]}>
      <Facts facts={[[t('at'), <Moment key="at" at={entry.at} />], [t('user'), entry.user], [t('entity'), <What key="what" entry={entry} />], [t('address'), entry.address]]} />
      <Stack gap="xs"><Title order={2} size="h3">{t('changed')}</Title><Changes changes={changesOf(entry.before, entry.after)} /></Stack>
      {entry.after != null && <details><summary>{t('whole')}</summary><JsonView value={entry.after} label={t('whole')} /></details>}
    </Page>
  );
}
