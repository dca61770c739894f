// SPDX-License-Identifier: Apache-2.0
//
// A template, next to the message that it makes from a past incident. An unknown name is reported
// while the user types.
import { Grid, Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { CrudForm, CrudPage, useCrudForm, type EditorProps } from '@/ui/crud';
import { Preview } from './Preview';

type Template = Schemas['Template'];

const KINDS = [
  'incident.opened', 'incident.changed', 'incident.resolved', 'incident.ack_lapsed', 'incident.unstable', 'storm', 'test', 'channel.dead',
] as const;

interface Values {
  set: string;
  language: string;
  kind: string;
  body: string;
}

const FIRST = '**{{incident.severity}}** {{incident.place}}\n{{incident.sentence}}\n[{{incident.id}}]({{incident.url}})';

const valuesOf = (row?: Template): Values => ({
  set: row?.set ?? '', language: row?.language ?? 'es', kind: row?.kind ?? 'incident.opened', body: row?.body ?? FIRST,
});

function Editor({ row, tag }: EditorProps<Template>) {
  const { t } = useTranslation('notice');
  const f = useCrudForm<'/api/v1/templates/', Values>({
    path: '/api/v1/templates/', row, tag, valuesOf, bodyOf: (values) => ({ ...values, set: values.set.trim() }),
    nameOf: ({ set }) => set ?? '', then: () => '/templates',
    check: (values) => ({ set: values.set.trim() ? null : t('check.name'), body: values.body.trim() ? null : t('check.body') }),
  });
  const { form } = f;
  return (
    <Grid gutter="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <CrudForm of={f} back="/templates" isNew={!row} width={9999}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            <TextInput label={t('template.set')} description={t('template.setHelp')} withAsterisk {...form.getInputProps('set')} />
            <Select label={t('language')} description={t('template.languageHelp')} allowDeselect={false}
              data={[{ value: 'es', label: 'Español' }, { value: 'en', label: 'English' }]} {...form.getInputProps('language')} />
            <Select label={t('template.kind')} description={t('template.kindHelp')} allowDeselect={false}
              data={KINDS.map((value) => ({ value, label: t(`template.kinds.${value.replace('.', '_')}`) }))} {...form.getInputProps('kind')} />
          </SimpleGrid>
          <Textarea label={t('template.body')} autosize minRows={10} maxRows={28} styles={{ input: { fontFamily: 'monospace' } }} {...form.getInputProps('body')} />
          <Text size="sm" c="dimmed">{t('template.help')}</Text>
        </CrudForm>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}><Preview {...form.values} /></Grid.Col>
    </Grid>
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/templates/" back="/templates" listTitle={t('app:area.template')} newTitle={t('template.new')}
      titleOf={(row) => `${row.set} · ${t(`template.kinds.${(row.kind ?? '').replace('.', '_')}`, { defaultValue: row.kind ?? '' })}`} Editor={Editor} />
  );
}
