// SPDX-License-Identifier: Apache-2.0
//
// Routes in their order: the first that fits tells, and those behind it only where it says so. Their order is
// changed by buttons, which the keyboard reaches too.
import { ActionIcon, Anchor, Button, Group, Paper, Table, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { Badge, Duration, Empty, Failure, Loading, notify, Page, Wide } from '@/ui';
import { saveOne, useAll } from '@/ui/crud';
import { asFilter, useFilterWords } from '@/ui/filter';
import { NoticeTabs } from '@/ui/NoticeTabs';
import { PastRoutes } from './PastRoutes';
import { TryRoutes } from './TryRoutes';

type Route = Schemas['Route'];

const STEP = 10;
const PATH = '/api/v1/routes/';

/** Each gets the place that it has in the list, with room between. */
function useMove(routes: Route[]) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const move = async (from: number, to: number) => {
    const next = [...routes];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(to, 0, moved);
    setBusy(true);
    try {
      for (const [i, route] of next.entries()) {
        const place = (i + 1) * STEP;
        if (route.place !== place) await saveOne(PATH, String(route.id), { place });
      }
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { move, isBusy };
}

function Line({ route, index, count, moving }: { route: Route; index: number; count: number; moving: ReturnType<typeof useMove> }) {
  const { t } = useTranslation('notice');
  const words = useFilterWords();
  const targets = useAll('/api/v1/targets/');
  const ids = (Array.isArray(route.targets) ? route.targets : []) as unknown[];
  const names = ids.map((id) => targets.find((target) => target.id === id || target.name === id)?.name ?? String(id));
  const button = (to: number, Icon: typeof IconArrowUp, word: string) => (
    <ActionIcon variant="subtle" disabled={to < 0 || to >= count || moving.isBusy} aria-label={t(word, { name: route.name })}
      onClick={() => void moving.move(index, to)}><Icon size={16} /></ActionIcon>
  );
  return (
    <Table.Tr>
      <Table.Td><Group gap={2} wrap="nowrap">{button(index - 1, IconArrowUp, 'route.up')}{button(index + 1, IconArrowDown, 'route.down')}</Group></Table.Td>
      <Table.Td><Anchor component={Link} to={`/routes/${route.id}`} size="sm" fw={600}>{t(`route.shipped.${route.name}`, { defaultValue: route.name ?? '' })}</Anchor></Table.Td>
      <Table.Td>{words(asFilter(route.filter))}</Table.Td>
      <Table.Td>{names.length ? names.join(', ') : <span className="quiet">{t('route.nobody')}</span>}</Table.Td>
      <Table.Td>{route.delay_s === null ? t('route.bySeverity') : route.delay_s === 0 ? t('route.atOnce') : <Duration ms={route.delay_s * 1000} />}</Table.Td>
      <Table.Td>{route.is_continue ? t('route.goesOn') : t('route.stops')}</Table.Td>
      <Table.Td><Badge kind="enabled" value={route.enabled} /></Table.Td>
    </Table.Tr>
  );
}

function Routes({ routes }: { routes: Route[] }) {
  const { t } = useTranslation(['notice', 'app']);
  const moving = useMove(routes);
  const heads = ['order', 'name', 'which', 'whom', 'delay', 'then', 'state'].map((key) => t(`route.head.${key}`));
  return (
    <Paper withBorder p="sm">
      <Wide label={t('app:area.route')} width={860}>
        <Table verticalSpacing={4} fz="sm">
          <Table.Thead><Table.Tr>{heads.map((head) => <Table.Th key={head}>{head}</Table.Th>)}</Table.Tr></Table.Thead>
          <Table.Tbody>
            {routes.map((route, i) => <Line key={route.id} route={route} index={i} count={routes.length} moving={moving} />)}
          </Table.Tbody>
        </Table>
      </Wide>
    </Paper>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  const { data, error, refetch } = useApi(PATH, { query: { page_size: 1000, ordering: 'place' } }, { topics: ['changes'] });
  return (
    <Page title={t('app:area.route')} actions={(
      <Button component={Link} to="/routes/new" leftSection={<IconPlus size={16} />}>{t('route.add')}</Button>
    )}>
      <NoticeTabs />
      <Text size="sm" c="dimmed">{t('route.about')}</Text>
      <Failure error={error} retry={() => void refetch()} />
      {!data && !error && <Loading />}
      {data?.results.length === 0 && <Empty icon={IconRoute} title={t('route.none')} text={t('route.noneText')} />}
      {data && data.results.length > 0 && <Routes routes={data.results} />}
      <PastRoutes />
      <TryRoutes />
    </Page>
  );
}
