// SPDX-License-Identifier: Apache-2.0
//
// Exports the catalogue to a file, or imports it from a file.
import { Alert, Anchor, Button, FileButton, Group, List, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { Can } from '@/api/me';
import { translate } from '@/phrasebook/translate';
import { Failure, Page } from '@/ui';
import { KindTabs } from './KindTabs';

type Imported = Schemas['CatalogueImported'];

function Export() {
  const { t } = useTranslation('catalogue');
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="xs">{t('transfer.export')}</Title>
      <Text size="sm" c="dimmed" mb="sm">{t('transfer.exportText')}</Text>
      <Group>
        <Button component="a" href="/api/v1/catalogue/" download="facho-catalogue.json" variant="default" leftSection={<IconDownload size={16} />}>
          {t('transfer.own')}
        </Button>
        <Anchor href="/api/v1/catalogue/?all=true" download="facho-catalogue-all.json" size="sm">{t('transfer.all')}</Anchor>
      </Group>
    </Paper>
  );
}

/** Which row of the file, and what is wrong with which of its fields. */
function Refused({ row }: { row: Imported['refused'][number] }) {
  const { t } = useTranslation('catalogue');
  const fields = Object.entries(row.fields as Record<string, string>);
  return (
    <>
      <b>{t(`kind.${row.list}`)} {row.row + 1}{row.name && ` (${row.name})`}</b>:{' '}
      {fields.length === 0 ? translate(row.why)
        : fields.map(([name, words]) => `${t(`field.${name}`, { defaultValue: name })}: ${translate(words)}`).join('; ')}
    </>
  );
}

function Result({ done }: { done: Imported }) {
  const { t } = useTranslation('catalogue');
  const isWhole = done.refused.length === 0;
  return (
    <Alert color={isWhole ? 'facho' : 'yellow'} role="status" title={t('transfer.counts', { added: done.added, changed: done.changed, kept: done.kept })}
      styles={{ title: { color: isWhole ? undefined : 'var(--tone-warn)' } }}>
      {!isWhole && <Text size="sm">{t('transfer.refused', { count: done.refused.length })}</Text>}
      <List size="sm">
        {done.refused.map((row) => <List.Item key={`${row.list} ${row.row}`}><Refused row={row} /></List.Item>)}
      </List>
    </Alert>
  );
}

function Import() {
  const { t } = useTranslation('catalogue');
  const client = useQueryClient();
  const [replace, setReplace] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const again = useRef<() => void>(null); // the same file may be chosen twice: it was mended meanwhile
  const take = async (file: File | null) => {
    if (!file) return;
    setError(null);
    setDone(null);
    again.current?.();
    try {
      const catalogue = JSON.parse(await file.text()) as Schemas['Catalogue'];
      setDone(await ok(api.POST('/api/v1/catalogue/', { body: { catalogue, replace } })));
      await client.invalidateQueries();
    } catch (failure) {
      setError(failure instanceof SyntaxError ? new Error(t('transfer.noJson', { name: file.name })) : failure);
    }
  };
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="xs">{t('transfer.import')}</Title>
      <Text size="sm" c="dimmed" mb="sm">{t('transfer.importText')}</Text>
      <Stack gap="sm" align="flex-start">
        <Switch label={t('transfer.replace')} checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} />
        <FileButton resetRef={again} onChange={(file) => void take(file)} accept="application/json">
          {(props) => <Button {...props} leftSection={<IconUpload size={16} />}>{t('transfer.choose')}</Button>}
        </FileButton>
        <Failure error={error} />
        {done && <Result done={done} />}
      </Stack>
    </Paper>
  );
}

export function Component() {
  const { t } = useTranslation('catalogue');
  return (
    <Page title={t('title')}>
      <KindTabs />
      <Export />
      <Can role="admin"><Import /></Can>
    </Page>
  );
}
