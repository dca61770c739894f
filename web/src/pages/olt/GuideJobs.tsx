// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok } from '@/api/client';
import { Failure } from '@/ui';
import { Section } from './Figures';
import { TestPanel } from './TestPanel';
import type { OltRow } from './olt';

/** Whoever watches should not wait for the usual minute. */
const FIRST_IN = '1s';

export function JobsStep({ olt }: { olt: OltRow }) {
  const { t } = useTranslation('olt');
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const what = t('guide.jobs', { returnObjects: true }) as string[];
  const apply = async () => {
    setBusy(true);
    setError(null);
    try {
      await ok(api.POST('/api/v1/jobs/standard/', { body: { olt: olt.id ?? 0, first_in: FIRST_IN } }));
      await client.invalidateQueries();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" maw={760}>
      <Text>{t('guide.jobsText', { name: olt.name })}</Text>
      <List size="sm">{what.map((line) => <List.Item key={line}>{line}</List.Item>)}</List>
      <Failure error={error} />
      <Group>
        <Button onClick={() => void apply()} loading={isBusy} leftSection={<IconBolt size={16} />}>{t('action.standard')}</Button>
      </Group>
      {error != null && (
        <Section title={t('test.heading')}><TestPanel request={{ id: String(olt.id), body: {} }} startAtOnce /></Section>
      )}
    </Stack>
  );
}
