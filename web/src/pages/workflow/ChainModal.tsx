// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { jobName } from '@/phrasebook/jobs';
import { Dialog } from '@/ui';
import { dropped, type Node, type Unit } from './order';

interface ChainModalProps {
  node: Node;
  units: Unit[];
  save: (after: Unit[]) => Promise<void>;
  close: () => void;
}

export function ChainModal({ node, units, save, close }: ChainModalProps) {
  const { t } = useTranslation(['workflow', 'common']);
  const [master, setMaster] = useState<string | null>(null);
  const masters = units.filter((unit) => unit.node.id !== node.id)
    .map((unit) => ({ value: String(unit.node.id), label: jobName(unit.node.job_name) }));
  const chain = () => {
    const after = dropped(units, Number(node.id), Number(master), 'chain');
    close();
    if (after) void save(after);
  };
  return (
    <Dialog opened onClose={close} title={t('chain_.title', { name: jobName(node.job_name) })}>
      <Stack gap="md">
        <Text size="sm">{t('chain_.text')}</Text>
        <Select data-autofocus label={t('chain_.master')} data={masters} value={master} onChange={setMaster} allowDeselect={false} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{t('chain_.cancel')}</Button>
          <Button disabled={!master} onClick={chain}>{t('chain_.save')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
