// SPDX-License-Identifier: Apache-2.0
//
// One row of the catalogue, of any kind. Included rows can be changed too; they are marked, and
// updates of the program do not change them.
import { Alert, Button, Grid, Paper } from '@mantine/core';
import { IconClockPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { ApiError } from '@/api/client';
import { useCan } from '@/api/me';
import { ApiForm, Failure, JsonView, Loading, notify, Page, useApiForm } from '@/ui';
import { Fields } from './Fields';
import { FormulaPreview } from './FormulaPreview';
import { collectAt, kindOf, type Kind, type Row } from './kinds';
import { RowActions } from './RowActions';
import { rows } from './rows';
import { TryPanel } from './TryPanel';
import { bodyOf, isJson, valuesOf, type Values } from './values';

function useCheck(kind: Kind) {
  const { t } = useTranslation('catalogue');
  return (values: Values) => Object.fromEntries(kind.fields.map(({ name, kind: what, isNeeded }) => {
    const value = values[name];
    if (isNeeded && (value === '' || value == null)) return [name, t('check.needed')];
    if (what === 'json' && value !== '' && !isJson(String(value))) return [name, t('check.json')];
    if (name === 'oid' && value !== '' && !/^\.?\d+(\.\d+)+$/.test(String(value))) return [name, t('check.oid')];
    return [name, null];
  }));
}

/** No submit button: Enter saves and no more. */
function SaveAndCollect({ disabled, act }: { disabled: boolean; act: () => void }) {
  const { t } = useTranslation('catalogue');
  return (
    <Button variant="light" leftSection={<IconClockPlay size={16} />} disabled={disabled} onClick={() => act()}>
      {t('collect.save')}
    </Button>
  );
}

function Editor({ kind, row, tag }: { kind: Kind; row?: Row; tag?: string }) {
  const { t } = useTranslation('catalogue');
  const navigate = useNavigate();
  const client = useQueryClient();
  const initial = useMemo(() => valuesOf(kind, row), [kind, row]);
  const id = row && String(row.id);
  const check = useCheck(kind);
  const isCollecting = useRef(false); // saved by "Save and collect"
  const latest = useCallback(async () => {
    const now = await rows.load(kind.name, id ?? '');
    return { values: valuesOf(kind, now.row), tag: now.tag };
  }, [kind, id]);
  const f = useApiForm<Values, Row>({
    initial, tag, latest, check,
    save: (values, version) => (id === undefined
      ? rows.add(kind.name, bodyOf(kind, values))
      : rows.change(kind.name, id, bodyOf(kind, values, initial), version)),
    done: (saved) => {
      notify.done(t('saved', { name: String(saved[kind.title]) }));
      void client.invalidateQueries();
      void navigate(isCollecting.current ? collectAt(saved) : `/catalogue/${kind.name}`);
    },
  });
  const submit = (collects: boolean) => (event?: FormEvent) => {
    isCollecting.current = collects;
    f.submit(event);
  };
  const isFormula = kind.name === 'formulas';
  const isOid = kind.name === 'oids';
  return (
    <Grid gutter="md">
      <Grid.Col span={{ base: 12, lg: isFormula || isOid ? 7 : 8 }}>
        <Paper withBorder p="md">
          <ApiForm of={{ ...f, submit: submit(false) }} cancel={() => void navigate(`/catalogue/${kind.name}`)}
            extra={isOid && <SaveAndCollect disabled={f.saving || !f.form.values.enabled} act={submit(true)} />}>
            <Fields kind={kind} form={f.form} />
          </ApiForm>
        </Paper>
      </Grid.Col>
      {isFormula && (
        <Grid.Col span={{ base: 12, lg: 5 }}><FormulaPreview definition={String(f.form.values.definition ?? '')} /></Grid.Col>
      )}
      {isOid && <Grid.Col span={{ base: 12, lg: 5 }}><TryPanel values={f.form.values} id={id} /></Grid.Col>}
    </Grid>
  );
}

function Edit({ kind, id }: { kind: Kind; id: string }) {
  const { t } = useTranslation('catalogue');
  const isAdmin = useCan('admin');
  const stored = useQuery<Awaited<ReturnType<typeof rows.load>>, ApiError>({
    queryKey: ['catalogue-form', kind.name, id], queryFn: () => rows.load(kind.name, id), staleTime: Infinity, gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (stored.error) return <Failure error={stored.error} retry={() => void stored.refetch()} />;
  if (!stored.data) return <Loading />;
  const { row, tag } = stored.data;
  return (
    <Page title={String(row[kind.title] ?? '')} actions={isAdmin && <RowActions kind={kind} row={row} />}
      breadcrumbs={[{ title: t('title'), to: '/catalogue' }, { title: t(`kind.${kind.name}`), to: `/catalogue/${kind.name}` }]}>
      {Boolean(row.is_builtin) && <Alert variant="light" color="gray">{row.is_edited ? t('changedText') : t('builtinText')}</Alert>}
      {isAdmin ? <Editor kind={kind} row={row} tag={tag} /> : <JsonView value={row} label={t(`kind.${kind.name}`)} />}
    </Page>
  );
}

export function Component() {
  const { t } = useTranslation('catalogue');
  const params = useParams();
  const kind = kindOf(params.kind);
  if (params.id) return <Edit key={params.id} kind={kind} id={params.id} />;
  return (
    <Page title={t(`add.${kind.name}`)}
      breadcrumbs={[{ title: t('title'), to: '/catalogue' }, { title: t(`kind.${kind.name}`), to: `/catalogue/${kind.name}` }]}>
      <Editor kind={kind} />
    </Page>
  );
}
