// SPDX-License-Identifier: Apache-2.0
//
// Adds or changes an OLT, which can be tested before anything is written.
import { useCallback, useMemo, useState } from 'react';
import { Collapse, Button, Grid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { api, ok, okTagged, type ApiError } from '@/api/client';
import { ask, useApi } from '@/api/query';
import { translate } from '@/phrasebook/translate';
import { ApiForm, Failure, Loading, notify, Page, type Tagged, useApiForm } from '@/ui';
import { Section } from './Figures';
import { AccessFields, KindFields, MoreFields, StandardField, WhereFields } from './FormFields';
import {
  AS_ANY_DEVICE, bodyOf, checkOlt, isOtherTarget, newBodyOf, NEW_OLT, NOTHING_STORED, storedFor, valuesOf, type OltValues, type Stored,
} from './form-values';
import { TestPanel, type Tested } from './TestPanel';
import type { Olt } from './olt';

/** The name that somebody else has already; asked a moment after the last key. */
export function useTakenName(name: string, own: number | null | undefined): string | null {
  const [settled] = useDebouncedValue(name.trim(), 300);
  const found = useApi('/api/v1/olts/', { query: { name: settled, page_size: 1 } }, { enabled: settled !== '' });
  const other = found.data?.results[0];
  return other && other.id !== own ? other.name : null;
}

async function load(id: string): Promise<{ olt: Olt; tag?: string }> {
  const { data, tag } = await okTagged(api.GET('/api/v1/olts/{id}/', { params: { path: { id } } }));
  return { olt: data, tag };
}

function save(id: string | undefined, before: OltValues | undefined) {
  return (values: OltValues, tag: string | undefined): Promise<Olt> => {
    const body = bodyOf(values, before);
    return id === undefined
      ? ok(api.POST('/api/v1/olts/', { body: newBodyOf(values) }))
      : ok(api.PATCH('/api/v1/olts/{id}/', { params: { path: { id } }, body, headers: tag ? { 'If-Match': tag } : undefined }));
  };
}

/** The OLT is there; that its standard jobs could not be applied is said, and why. */
export function tellStandard(saved: Olt, t: TFunction<'olt'>) {
  const why = (saved.standard as { why?: string | null } | undefined)?.why;
  if (why) notify.failed(t('form.noStandard', { name: saved.name, why: translate(why) }));
}

/** What the device said it is, in the form: the model only if the catalogue has it. */
export async function foundOf(result: Tested): Promise<Partial<OltValues>> {
  if (result.outcome !== 'ok' || !result.brand) return {};
  const models = result.model
    ? await ask('/api/v1/models/', { query: { brand_name: result.brand, name: result.model, page_size: 1 } })
    : undefined;
  return { brand: result.brand, profile: result.profile ?? '', model: models?.results[0]?.name ?? '' };
}

interface EditorProps {
  id?: string;
  olt?: Olt;
  tag?: string;
}

function useOltForm({ id, olt, tag }: EditorProps, typed: string) {
  const { t } = useTranslation('olt');
  const navigate = useNavigate();
  const client = useQueryClient();
  const initial = useMemo(() => (olt ? valuesOf(olt) : NEW_OLT), [olt]);
  const stored: Stored = olt
    ? { community: olt.has_community, auth: olt.has_auth_key, priv: olt.has_priv_key } : NOTHING_STORED;
  const taken = useTakenName(typed, olt?.id);
  const latest = useCallback(async (): Promise<Tagged<OltValues>> => {
    const now = await load(id ?? '');
    return { values: valuesOf(now.olt), tag: now.tag };
  }, [id]);
  const done = useCallback((saved: Olt) => {
    notify.done(t(id ? 'done.changed' : 'done.added', { name: saved.name }));
    tellStandard(saved, t);
    void client.invalidateQueries();
    void navigate(`/olts/${saved.id}`);
  }, [client, id, navigate, t]);
  const f = useApiForm<OltValues, Olt>({
    initial, tag, latest, done,
    check: (values) => checkOlt(values, { before: olt && initial, stored, taken }, t),
    save: save(id, olt && initial),
  });
  return { f, stored, initial, taken };
}

function Editor(props: EditorProps) {
  const { t } = useTranslation('olt');
  const navigate = useNavigate();
  const [isMore, setMore] = useState(false);
  const [typed, setTyped] = useState(props.olt?.name ?? '');
  const { f, stored, initial, taken } = useOltForm(props, typed);
  const { form } = f;
  if (form.values.name !== typed) setTyped(form.values.name);
  const isTaken = taken !== null && form.values.name.trim() === taken;
  const before = props.olt && initial;
  const request = { id: props.id, body: bodyOf(form.values, before) };
  // Only where nobody has chosen: what is typed stays.
  const keep = (result: Tested) => void foundOf(result).then((found) => form.setValues((now) => (now.brand ? {} : found)));
  const Chevron = isMore ? IconChevronUp : IconChevronDown;
  return (
    <Grid gutter="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <ApiForm of={f} action={props.id ? undefined : t('add')} cancel={() => void navigate(-1)}>
          <Section title={t('form.where')}>
            <WhereFields form={form} />
            {isTaken && !form.errors.name && <Text size="sm" className="tone-bad" mt="xs">{t('check.taken', { name: taken })}</Text>}
          </Section>
          <Section title={t('form.access')}><AccessFields form={form} stored={storedFor(form.values, before, stored)} isOther={isOtherTarget(form.values, before)} /></Section>
          <Section title={t('form.kind')}><KindFields form={form} /></Section>
          {!props.id && <StandardField form={form} />}
          <div>
            <Button variant="subtle" onClick={() => setMore(!isMore)} rightSection={<Chevron size={16} />} aria-expanded={isMore}>
              {t('form.more')}
            </Button>
            <Collapse in={isMore}><Section title={t('form.more')}><MoreFields form={form} /></Section></Collapse>
          </div>
        </ApiForm>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Section title={t('test.heading')}>
          <Stack><TestPanel request={request} done={keep} asAny={() => form.setValues(AS_ANY_DEVICE)} /></Stack>
        </Section>
      </Grid.Col>
    </Grid>
  );
}

function Edit({ id }: { id: string }) {
  const { t } = useTranslation('olt');
  // Never asked again by itself: the version is the one that was shown.
  const stored = useQuery<{ olt: Olt; tag?: string }, ApiError>({
    queryKey: ['olt-form', id], queryFn: () => load(id), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false,
  });
  if (stored.error) return <Failure error={stored.error} retry={() => void stored.refetch()} />;
  if (!stored.data) return <Loading />;
  const { olt, tag } = stored.data;
  return (
    <Page title={t('form.edit', { name: olt.name })}
      breadcrumbs={[{ title: t('title'), to: '/olts' }, { title: olt.name ?? '', to: `/olts/${id}` }]}>
      <Editor id={id} olt={olt} tag={tag} />
    </Page>
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const { id } = useParams();
  if (id) return <Edit id={id} />;
  return <Page title={t('form.new')} breadcrumbs={[{ title: t('title'), to: '/olts' }]}><Editor /></Page>;
}
