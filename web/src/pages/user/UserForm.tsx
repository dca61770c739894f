// SPDX-License-Identifier: Apache-2.0
import { Paper, PasswordInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { api, ok, okTagged, type ApiError, type Schemas } from '@/api/client';
import type { Role } from '@/api/me';
import { ApiForm, Failure, Loading, notify, Page, useApiForm } from '@/ui';
import { UserActions } from './UserActions';
import { ROLES } from './UserList';

type User = Schemas['User'];

interface Values {
  name: string;
  full_name: string;
  email: string;
  language: string;
  role: Role;
  enabled: boolean;
  password: string;
}

const NEW: Values = { name: '', full_name: '', email: '', language: '', role: 'viewer', enabled: true, password: '' };
const LEAST_PASSWORD = 10;

const valuesOf = (user: User): Values => ({
  name: user.name ?? '', full_name: user.full_name ?? '', email: user.email ?? '', language: user.language ?? '',
  role: (user.role ?? 'viewer') as Role, enabled: user.enabled ?? true, password: '',
});

async function load(id: string) {
  const { data, tag } = await okTagged(api.GET('/api/v1/users/{id}/', { params: { path: { id } } }));
  return { user: data, tag };
}

function save(id: string | undefined) {
  return ({ password, ...rest }: Values, tag: string | undefined): Promise<User> => (id === undefined
    ? ok(api.POST('/api/v1/users/', { body: { ...rest, password } }))
    : ok(api.PATCH('/api/v1/users/{id}/', { params: { path: { id } }, body: rest, headers: tag ? { 'If-Match': tag } : undefined })));
}

function Editor({ user, tag }: { user?: User; tag?: string }) {
  const { t } = useTranslation(['user', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = user ? String(user.id) : undefined;
  const latest = useCallback(async () => {
    const now = await load(id ?? '');
    return { values: valuesOf(now.user), tag: now.tag };
  }, [id]);
  const f = useApiForm<Values, User>({
    initial: user ? valuesOf(user) : NEW, tag, latest, save: save(id),
    check: (values) => ({
      name: /^\S+$/.test(values.name) ? null : t('check.name'),
      email: !values.email || /^\S+@\S+$/.test(values.email) ? null : t('check.email'),
      password: id || values.password.length >= LEAST_PASSWORD ? null : t('check.password', { count: LEAST_PASSWORD }),
    }),
    done: (saved) => {
      notify.done(t(id ? 'saved' : 'added', { name: saved.name }));
      void client.invalidateQueries();
      void navigate('/users');
    },
  });
  const { form } = f;
  return (
    <Paper withBorder p="md" maw={760}>
      <ApiForm of={f} action={id ? undefined : t('add')} cancel={() => void navigate('/users')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label={t('name')} description={t('help.name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <TextInput label={t('fullName')} description={t('help.fullName')} autoComplete="off" {...form.getInputProps('full_name')} />
          <TextInput label={t('email')} autoComplete="off" {...form.getInputProps('email')} />
          <Select label={t('language')} data={[{ value: '', label: t('browser') }, { value: 'en', label: 'English' }, { value: 'es', label: 'Español' }]}
            allowDeselect={false} {...form.getInputProps('language')} />
          <Select label={t('role')} description={t(`help.${form.values.role}`)} allowDeselect={false}
            data={ROLES.map((value) => ({ value, label: t(`common:state.role.${value}`) }))} {...form.getInputProps('role')} />
          {!id && (
            <PasswordInput label={t('password')} description={t('help.password')} withAsterisk autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': t('show') }} {...form.getInputProps('password')} />
          )}
        </SimpleGrid>
        <Switch label={t('mayLogIn')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ApiForm>
    </Paper>
  );
}

function Edit({ id }: { id: string }) {
  const { t } = useTranslation('user');
  const stored = useQuery<Awaited<ReturnType<typeof load>>, ApiError>({
    queryKey: ['user-form', id], queryFn: () => load(id), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false,
  });
  if (stored.error) return <Failure error={stored.error} retry={() => void stored.refetch()} />;
  if (!stored.data) return <Loading />;
  const { user, tag } = stored.data;
  return (
    <Page title={user.full_name || user.name || ''} breadcrumbs={[{ title: t('title'), to: '/users' }]} actions={<UserActions user={user} />}>
      <Editor user={user} tag={tag} />
    </Page>
  );
}

export function Component() {
  const { t } = useTranslation('user');
  const { id } = useParams();
  if (id) return <Edit id={id} />;
  return <Page title={t('new')} breadcrumbs={[{ title: t('title'), to: '/users' }]}><Editor /></Page>;
}
