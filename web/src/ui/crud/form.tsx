// SPDX-License-Identifier: Apache-2.0
//
// The page of one row: its form, or the form of a new row (the URL ends in "new"), and a delete
// button.
import { Button, Paper } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { ApiError } from '@/api/client';
import { useCan, type Role } from '@/api/me';
import type { ListPath, RowOf } from '@/api/query';
import { confirm } from '../confirm';
import { notify } from '../notify';
import { Failure, Loading, Page } from '../Page';
import { ApiForm, useApiForm, type ApiFormState } from '../useApiForm';
import { loadOne, removeOne, saveOne } from './rows';

export interface EditorProps<Row> {
  row?: Row;
  tag?: string;
}

interface FormOptions<P extends ListPath, V extends object> extends EditorProps<RowOf<P>> {
  path: P;
  valuesOf: (row?: RowOf<P>) => V;
  bodyOf: (values: V, row?: RowOf<P>) => object;
  check?: (values: V) => Partial<Record<string, string | null>>;
  field?: (name: string) => string;
  nameOf: (row: RowOf<P>) => string;
  /** Where one goes when it is saved. */
  then: (row: RowOf<P>) => string;
}

const idOf = (row: unknown) => (row ? String((row as { id: number }).id) : undefined);

export function useCrudForm<P extends ListPath, V extends object>(options: FormOptions<P, V>): ApiFormState<V> {
  const { path, row, tag, valuesOf, bodyOf, check, field, nameOf, then } = options;
  const { t } = useTranslation('notice');
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = idOf(row);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- valuesOf is a function of the page's file
  const initial = useMemo(() => valuesOf(row), [row]);
  const latest = useCallback(async () => {
    const now = await loadOne(path, id ?? '');
    return { values: valuesOf(now.row), tag: now.tag };
  }, [path, id, valuesOf]);
  return useApiForm<V, RowOf<P>>({
    initial, tag, latest, check, field,
    save: (values, version) => saveOne(path, id, bodyOf(values, row), version),
    done: (saved) => {
      notify.done(t('saved', { name: nameOf(saved) }));
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'form' });
      client.removeQueries({ queryKey: ['form', path] });
      void navigate(then(saved));
    },
  });
}

/** The form in its frame. */
export function CrudForm<V extends object>({ of, back, isNew, children, width = 760 }: {
  of: ApiFormState<V>; back: string; isNew: boolean; children: ReactNode; width?: number;
}) {
  const { t } = useTranslation('notice');
  const navigate = useNavigate();
  return (
    <Paper withBorder p="md" maw={width}>
      <ApiForm of={of} action={isNew ? t('add') : undefined} cancel={() => void navigate(back)}>{children}</ApiForm>
    </Paper>
  );
}

interface CrudPageProps<P extends ListPath> {
  path: P;
  /** The list's address and title. */
  back: string;
  listTitle: string;
  newTitle: string;
  titleOf: (row: RowOf<P>) => string;
  Editor: ComponentType<EditorProps<RowOf<P>>>;
  /** Who may change it; others see it as it is. */
  role?: Role;
  /** More buttons. */
  actions?: (row: RowOf<P>) => ReactNode;
  /** Instead of the form, for those who only look, and for what cannot be changed. */
  shown?: (row: RowOf<P>) => ReactNode;
  isFixed?: (row: RowOf<P>) => boolean;
}

function Remove<P extends ListPath>({ path, row, back, name }: { path: P; row: RowOf<P>; back: string; name: string }) {
  const { t } = useTranslation(['notice', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = async () => {
    if (!(await confirm({ title: t('askDelete', { name }), text: t('deleteText'), action: t('common:delete'), danger: true }))) return;
    try {
      await removeOne(path, idOf(row) ?? '');
      notify.done(t('deleted', { name }));
      void navigate(back);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'form' });
    } catch (error) {
      notify.failed(error);
    }
  };
  return (
    <Button variant="default" c="var(--tone-bad)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>{t('common:delete')}</Button>
  );
}

function Edit<P extends ListPath>({ id, ...props }: CrudPageProps<P> & { id: string }) {
  const { path, back, listTitle, titleOf, Editor, role = 'admin', actions, shown, isFixed } = props;
  const mayChange = useCan(role);
  const mayRemove = useCan('admin');
  const stored = useQuery<Awaited<ReturnType<typeof loadOne<P>>>, ApiError>({
    queryKey: ['form', path, id], queryFn: () => loadOne(path, id), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false,
  });
  if (stored.error) return <Failure error={stored.error} retry={() => void stored.refetch()} />;
  if (!stored.data) return <Loading />;
  const { row, tag } = stored.data;
  const isShown = shown && (!mayChange || isFixed?.(row));
  return (
    <Page title={titleOf(row)} breadcrumbs={[{ title: listTitle, to: back }]}
      actions={mayChange && <>{actions?.(row)}{mayRemove && <Remove path={path} row={row} back={back} name={titleOf(row)} />}</>}>
      {isShown ? shown(row) : <Editor key={tag} row={row} tag={tag} />}
    </Page>
  );
}

export function CrudPage<P extends ListPath>(props: CrudPageProps<P>) {
  const { id = 'new' } = useParams();
  const { back, listTitle, newTitle, Editor } = props;
  if (id !== 'new') return <Edit key={id} id={id} {...props} />;
  return <Page title={newTitle} breadcrumbs={[{ title: listTitle, to: back }]}><Editor /></Page>;
}
