// SPDX-License-Identifier: Apache-2.0
//
// The first step: only the fields needed to reach the device. One button tests it and, if it
// answers well, adds it with its standard jobs.
import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError } from '@/api/client';
import { AlreadySaid, ApiForm, Failure, useApiForm } from '@/ui';
import { Section } from './Figures';
import { AccessFields, KindFields, WhereFields, type OltFormApi } from './FormFields';
import { AS_ANY_DEVICE, bodyOf, checkOlt, newBodyOf, NEW_OLT, NOTHING_STORED, type OltValues } from './form-values';
import { TestResult, useOltTest } from './TestPanel';
import { foundOf, tellStandard, useTakenName } from './OltForm';
import type { Olt } from './olt';

/** Nobody knows what it is: a brand is chosen here, or it goes on with what every device has. */
function UnknownBrand({ form, add, isBusy }: { form: OltFormApi; add: (values: OltValues) => void; isBusy: boolean }) {
  const { t } = useTranslation('olt');
  return (
    <Section title={t('guide.unknownBrand')}>
      <Stack gap="sm">
        <KindFields form={form} />
        <Group>
          <Button disabled={!form.values.brand || isBusy} onClick={() => add(form.values)}>{t('guide.addWithBrand')}</Button>
          <Button variant="subtle" className="wrapping" disabled={isBusy} onClick={() => add({ ...form.values, ...AS_ANY_DEVICE })}>
            {t('test.asAny')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

/** What a test did not let in by itself: added because a person says so. */
function useAddAnyway(form: OltFormApi, done: (olt: Olt) => void) {
  const add = useMutation<Olt, ApiError, OltValues>({
    mutationFn: (values) => ok(api.POST('/api/v1/olts/', { body: newBodyOf(values) })), onSuccess: done,
  });
  return {
    add: (values: OltValues) => !form.validate().hasErrors && add.mutate(values),
    isBusy: add.isPending, error: add.error, forget: add.reset,
  };
}

export function AddStep({ added }: { added: (id: number | null) => void }) {
  const { t } = useTranslation('olt');
  const client = useQueryClient();
  const test = useOltTest();
  const [typed, setTyped] = useState('');
  const taken = useTakenName(typed, null);
  const done = (olt: Olt) => {
    tellStandard(olt, t);
    void client.invalidateQueries();
    added(olt.id);
  };
  const f = useApiForm<OltValues, Olt>({
    initial: NEW_OLT, done,
    check: (values) => checkOlt(values, { before: undefined, stored: NOTHING_STORED, taken }, t),
    save: async (values) => {
      anyway.forget();
      const result = await test.mutateAsync({ body: bodyOf(values) });
      if (result.outcome !== 'ok') throw new AlreadySaid();
      return ok(api.POST('/api/v1/olts/', { body: newBodyOf({ ...values, ...await foundOf(result) }) }));
    },
  });
  const anyway = useAddAnyway(f.form, done);
  if (f.form.values.name !== typed) setTyped(f.form.values.name);
  const failed = test.data && test.data.outcome !== 'ok' && !test.isPending ? test.data : null;
  return (
    <Stack gap="md" maw={760}>
      <Text size="sm">{t('guide.addText')}</Text>
      <ApiForm of={f} action={t('guide.testAndAdd')}>
        <Section title={t('form.where')}><WhereFields form={f.form} /></Section>
        <Section title={t('form.access')}><AccessFields form={f.form} stored={NOTHING_STORED} isOther={false} /></Section>
        {test.isPending && <Text size="sm" role="status">{t('test.asking')}</Text>}
        {test.data && !test.isPending && <TestResult result={test.data} />}
        {failed?.outcome === 'not found' && <UnknownBrand form={f.form} add={anyway.add} isBusy={anyway.isBusy} />}
        {failed && failed.outcome !== 'not found' && (
          <Group>
            <Button variant="subtle" size="xs" disabled={anyway.isBusy} onClick={() => anyway.add({ ...f.form.values, standard: false })}>
              {t('guide.addAnyway')}
            </Button>
          </Group>
        )}
        <Failure error={anyway.error} />
      </ApiForm>
    </Stack>
  );
}
