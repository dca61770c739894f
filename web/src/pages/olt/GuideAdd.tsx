// SPDX-License-Identifier: Apache-2.0
//
// The first step: only what is needed to reach the device. It is tested, and added when it is well.
import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok } from '@/api/client';
import { ApiForm, useApiForm } from '@/ui';
import { Section } from './Figures';
import { AccessFields, WhereFields } from './FormFields';
import { bodyOf, checkOlt, NEW_OLT, NOTHING_STORED, type OltValues } from './form-values';
import { TestResult, useOltTest } from './TestPanel';
import { useTakenName } from './OltForm';
import type { Olt } from './olt';

export function AddStep({ added }: { added: (id: number | null) => void }) {
  const { t } = useTranslation('olt');
  const client = useQueryClient();
  const test = useOltTest();
  const [typed, setTyped] = useState('');
  const taken = useTakenName(typed, null);
  const f = useApiForm<OltValues, Olt>({
    initial: NEW_OLT,
    check: (values) => checkOlt(values, NOTHING_STORED, taken, t),
    save: async (values) => {
      const result = await test.mutateAsync({ body: bodyOf(values) });
      if (result.outcome !== 'ok') throw new Error(t('guide.testFailed'));
      return ok(api.POST('/api/v1/olts/', { body: bodyOf(values) }));
    },
    done: (olt) => {
      added(olt.id);
      void client.invalidateQueries();
    },
  });
  if (f.form.values.name !== typed) setTyped(f.form.values.name);
  const addAnyway = () => void ok(api.POST('/api/v1/olts/', { body: bodyOf(f.form.values) })).then((olt) => {
    f.form.resetDirty();
    added(olt.id);
    return client.invalidateQueries();
  });
  return (
    <Stack gap="md" maw={760}>
      <Text size="sm">{t('guide.addText')}</Text>
      <ApiForm of={f} action={t('guide.testAndAdd')}>
        <Section title={t('form.where')}><WhereFields form={f.form} /></Section>
        <Section title={t('form.access')}><AccessFields form={f.form} stored={NOTHING_STORED} /></Section>
        {test.isPending && <Text size="sm" role="status">{t('test.asking')}</Text>}
        {test.data && !test.isPending && <TestResult result={test.data} />}
        {test.data && test.data.outcome !== 'ok' && !test.isPending && (
          <Group><Button variant="subtle" size="xs" onClick={addAnyway}>{t('guide.addAnyway')}</Button></Group>
        )}
      </ApiForm>
    </Stack>
  );
}
