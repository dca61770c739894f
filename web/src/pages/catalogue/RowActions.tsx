// SPDX-License-Identifier: Apache-2.0
import { Button, Group, TextInput } from '@mantine/core';
import { IconClockPlay, IconCopy, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { confirm, Dialog, Failure, notify } from '@/ui';
import { collectAt, type Kind, type Row } from './kinds';
import { rows } from './rows';

function CopyDialog({ kind, row, close }: { kind: Kind; row: Row; close: () => void }) {
  const { t } = useTranslation(['catalogue', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState(kind.title === 'raw' ? '' : t('copyOf', { name: String(row[kind.title]) }));
  const [error, setError] = useState<unknown>(null);
  const copy = async () => {
    try {
      const made = await rows.copy(kind.name, row.id, { [kind.title]: name });
      notify.done(t('saved', { name }));
      await client.invalidateQueries();
      close();
      void navigate(`/catalogue/${kind.name}/${made.id}`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void copy(); }}>
      <TextInput label={t(`field.${kind.title}`)} value={name} data-autofocus onChange={(event) => setName(event.currentTarget.value)} mb="md" />
      <Failure error={error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>{t('common:cancel')}</Button>
        <Button type="submit" disabled={!name.trim()}>{t('duplicate')}</Button>
      </Group>
    </form>
  );
}

export function RowActions({ kind, row }: { kind: Kind; row: Row }) {
  const { t } = useTranslation(['catalogue', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    const name = String(row[kind.title]);
    if (!(await confirm({ title: t('ask', { name }), text: t('deleteText'), action: t('delete'), danger: true }))) return;
    try {
      await rows.remove(kind.name, row.id);
      notify.done(t('deleted', { name }));
      void navigate(`/catalogue/${kind.name}`);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'catalogue-form' }); // which is gone
    } catch (error) {
      notify.failed(error);
    }
  };
  return (
    <>
      {kind.name === 'oids' && Boolean(row.enabled) && (
        <Button component={Link} to={collectAt(row)} leftSection={<IconClockPlay size={16} />}>{t('collect.start')}</Button>
      )}
      <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => setOpen(true)}>{t('duplicate')}</Button>
      <Button variant="default" c="var(--tone-bad)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>{t('delete')}</Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('duplicate')}>
        <CopyDialog kind={kind} row={row} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
