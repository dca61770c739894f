// SPDX-License-Identifier: Apache-2.0
//
// A form that never blocks: it checks while the user types, shows errors of the API at their
// fields, keeps the typed text if something fails, reports if another user changed the object
// first, and asks for confirmation before it is left.
//
//   const f = useApiForm({ initial, tag, check, save: (values, tag) => ..., latest, done });
//   <ApiForm of={f}> <TextInput label=... {...f.form.getInputProps('name')} /> </ApiForm>
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { IconUsers } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ApiError } from '@/api/client';
import { confirm } from './confirm';
import { Failure } from './Page';

export interface Tagged<V> {
  values: V;
  tag?: string;
}

export interface ApiFormOptions<V extends object, Saved> {
  initial: V;
  /** The version of what is changed (okTagged); sent along as If-Match by save. */
  tag?: string;
  /** A sentence for each field that is wrong, by its name; asked while one types. */
  check?: (values: V) => Partial<Record<string, string | null>>;
  save: (values: V, tag: string | undefined) => Promise<Saved>;
  /** What the thing is like now; asked when somebody else was first (412). */
  latest?: () => Promise<Tagged<V>>;
  done?: (saved: Saved) => void;
  /** The API's name of a field, as this form has it. */
  field?: (name: string) => string;
}

/** Thrown by save when the page shows already what went wrong: it is not said a second time. */
export class AlreadySaid extends Error {}

export interface ApiFormState<V extends object> {
  form: UseFormReturnType<V>;
  submit: (event?: FormEvent) => void;
  saving: boolean;
  /** What failed and is no field's fault. */
  failure: unknown;
  conflict: Tagged<V> | null;
  seeTheirs: () => void;
  keepMine: () => void;
}

/** Ask before leaving while `isDirty`: within the app, and when the tab is closed. */
export function useLeaveGuard(isDirty: boolean) {
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    isDirty && currentLocation.pathname !== nextLocation.pathname);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: t('form.leave'), text: t('form.leaveText'), action: t('form.leaveDo'), cancel: t('form.stay') })
      .then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, t]);

  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isDirty]);
}

export function useApiForm<V extends object, Saved = unknown>(options: ApiFormOptions<V, Saved>): ApiFormState<V> {
  const { initial, check, save, latest, done, field = (name) => name } = options;
  const form = useForm<V>({
    initialValues: initial,
    validateInputOnChange: true,
    validate: (values) => (check?.(values) ?? {}) as Record<string, string | null>,
  });
  const [tag, setTag] = useState(options.tag);
  const [saving, setSaving] = useState(false);
  const [isOver, setOver] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Tagged<V> | null>(null);
  const [saved, setSaved] = useState<{ result: Saved } | null>(null);

  useLeaveGuard(form.isDirty() && !isOver);

  // Only when the guard has let go may `done` lead elsewhere.
  useEffect(() => {
    if (!saved) return;
    setSaved(null);
    done?.(saved.result);
  }, [saved, done]);

  const fail = useCallback(async (error: unknown) => {
    setOver(false);
    if (error instanceof AlreadySaid) return;
    if (error instanceof ApiError && error.status === 412 && latest) {
      setConflict(await latest());
      return;
    }
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const known = fields.filter(([name]) => field(name) in form.getValues());
    form.setErrors(Object.fromEntries(known.map(([name, words]) => [field(name), words])));
    setFailure(known.length > 0 && known.length === fields.length ? null : error);
  }, [form, latest, field]);

  const run = useCallback(async (values: V, version: string | undefined) => {
    setSaving(true);
    setFailure(null);
    try {
      const result = await save(values, version);
      form.resetDirty(values);
      setOver(true);
      setSaved({ result });
    } catch (error) {
      await fail(error).catch(setFailure);
    } finally {
      setSaving(false);
    }
  }, [save, form, fail]);

  return {
    form,
    saving,
    failure,
    conflict,
    submit: form.onSubmit((values) => void run(values, tag)) as (event?: FormEvent) => void,
    seeTheirs() {
      if (!conflict) return;
      form.setInitialValues(conflict.values);
      form.setValues(conflict.values);
      form.resetDirty(conflict.values);
      setTag(conflict.tag);
      setConflict(null);
    },
    keepMine() {
      if (!conflict) return;
      setTag(conflict.tag);
      setConflict(null);
      void run(form.getValues(), conflict.tag);
    },
  };
}

function Conflict<V extends object>({ of }: { of: ApiFormState<V> }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers size={18} />} title={t('form.conflict')}
      styles={{ title: { color: 'var(--tone-warn)' }, icon: { color: 'var(--tone-warn)' } }}>
      <Text size="sm">{t('form.conflictText')}</Text>
      <Group mt="xs" gap="xs">
        <Button size="xs" variant="default" onClick={of.seeTheirs}>{t('form.theirs')}</Button>
        <Button size="xs" onClick={of.keepMine}>{t('form.mine')}</Button>
      </Group>
    </Alert>
  );
}

interface ApiFormProps<V extends object> {
  of: ApiFormState<V>;
  children: ReactNode;
  /** What the button says; "Save" unless given. */
  action?: string;
  cancel?: () => void;
  /** More buttons, on the left. */
  extra?: ReactNode;
}

/** The form with its buttons, what failed, and the question whose version counts. */
export function ApiForm<V extends object>({ of, children, action, cancel, extra }: ApiFormProps<V>) {
  const { t } = useTranslation();
  return (
    <form onSubmit={of.submit} noValidate>
      <Stack gap="md">
        {children}
        {of.conflict && <Conflict of={of} />}
        <Failure error={of.failure} />
        <Group justify="space-between">
          <Group gap="xs">{extra}</Group>
          <Group gap="xs">
            {cancel && <Button variant="default" onClick={cancel}>{t('cancel')}</Button>}
            <Button type="submit" loading={of.saving}>{action ?? t('save')}</Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
