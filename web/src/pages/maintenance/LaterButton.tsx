// SPDX-License-Identifier: Apache-2.0
//
// If the work takes longer than planned: one more hour with one click.
import { Button } from '@mantine/core';
import { IconClockPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { notify } from '@/ui';
import { saveOne } from '@/ui/crud';

const HOUR_MS = 3_600_000;

export function LaterButton({ row, isSmall = false }: { row: Schemas['Maintenance']; isSmall?: boolean }) {
  const { t } = useTranslation('notice');
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (row.rrule || !row.until_at) return null;
  const until = new Date(Date.parse(row.until_at) + HOUR_MS).toISOString();
  const extend = async () => {
    setBusy(true);
    try {
      await saveOne('/api/v1/maintenances/', String(row.id), { until_at: until });
      notify.done(t('window.longer', { name: row.title }));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size={isSmall ? 'compact-xs' : 'sm'} variant="default" leftSection={<IconClockPlus size={14} />} loading={isBusy}
      aria-label={t('window.laterOne', { name: row.title })} onClick={() => void extend()}>{t('window.later')}</Button>
  );
}
