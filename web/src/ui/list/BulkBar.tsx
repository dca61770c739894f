// SPDX-License-Identifier: Apache-2.0
//
// Actions on the selected rows: confirmed with their number, with a result for each.
import { Button, Group, List, Modal, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translate } from '@/phrasebook/translate';
import { useMe, type Role } from '@/api/me';
import { confirm } from '../confirm';
import { notify } from '../notify';
import { Wide } from '../Wide';
import type { Bulk, BulkResult } from './types';

const CHUNK = 1000; // what the API takes at once
const RANK: Role[] = ['viewer', 'operator', 'admin'];

/** Those that whoever looks may do. */
export function useAllowed(bulk: Bulk[]): Bulk[] {
  const { role } = useMe();
  return bulk.filter((one) => RANK.indexOf(role) >= RANK.indexOf(one.role));
}

async function runAll(bulk: Bulk, ids: number[]): Promise<BulkResult> {
  const all: BulkResult = { ok: 0, failed: 0, results: [] };
  for (let from = 0; from < ids.length; from += CHUNK) {
    const part = await bulk.run(ids.slice(from, from + CHUNK));
    all.ok += part.ok;
    all.failed += part.failed;
    all.results.push(...part.results);
  }
  return all;
}

interface BulkBarProps {
  bulk: Bulk[];
  ids: number[];
  nameOf: (id: number) => string;
  clear: () => void;
}

export function BulkBar({ bulk, ids, nameOf, clear }: BulkBarProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState('');
  const [result, setResult] = useState<BulkResult | null>(null);

  const start = async (one: Bulk) => {
    const isSure = await confirm({
      title: `${one.label}?`, text: [t('list.bulkAsk', { count: ids.length }), one.text].filter(Boolean).join(' '),
      action: `${one.label} (${ids.length})`, danger: one.danger,
    });
    if (!isSure) return;
    setBusy(one.key);
    try {
      const done = await runAll(one, ids);
      await client.invalidateQueries();
      if (done.failed) setResult(done);
      else notify.done(t('list.bulkDone', { what: one.label, count: done.ok }));
      clear();
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy('');
    }
  };

  return (
    <>
      {ids.length > 0 && (
        <Paper withBorder px="sm" py={6} role="region" aria-label={t('list.chosen', { count: ids.length })}>
          <Group gap="xs">
            <Text size="sm" fw={600} className="num">{t('list.chosen', { count: ids.length })}</Text>
            {bulk.map((one) => (
              <Button key={one.key} size="xs" variant="default" c={one.danger ? 'var(--tone-bad)' : undefined}
                loading={busy === one.key} disabled={busy !== ''} onClick={() => void start(one)}>{one.label}</Button>
            ))}
            <Button size="xs" variant="subtle" onClick={clear}>{t('list.chooseNone')}</Button>
          </Group>
        </Paper>
      )}
      <Modal opened={!!result} onClose={() => setResult(null)} title={t('list.bulkResult')}
        closeButtonProps={{ 'aria-label': t('close') }}>
        <Text size="sm">{t('list.bulkCounts', { ok: result?.ok ?? 0, failed: result?.failed ?? 0 })}</Text>
        <Wide label={t('list.bulkResult')} height={320}>
          <List size="sm" mt="xs">
            {result?.results.filter((one) => !one.ok).map((one) => (
              <List.Item key={one.id}><b>{nameOf(Number(one.id))}</b>: {translate(one.error?.message)}</List.Item>
            ))}
          </List>
        </Wide>
      </Modal>
    </>
  );
}
