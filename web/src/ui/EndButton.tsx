// SPDX-License-Identifier: Apache-2.0
//
// Ends a silence or a window with one click.
import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPath } from '@/api/query';
import { actOn } from './crud';
import { notify } from './notify';

export function EndButton({ path, id, name, isSmall = false }: { path: ListPath; id: number; name: string; isSmall?: boolean }) {
  const { t } = useTranslation('notice');
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await actOn(path, id, 'end');
      notify.done(t('ended', { name }));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size={isSmall ? 'compact-xs' : 'sm'} variant="default" leftSection={<IconPlayerStop size={14} />} loading={isBusy}
      aria-label={isSmall ? t('endOne', { name }) : undefined} onClick={() => void end()}>{t('end')}</Button>
  );
}
