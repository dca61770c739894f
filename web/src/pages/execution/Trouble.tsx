// SPDX-License-Identifier: Apache-2.0
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { useExecutionWords } from './words';

/** Needs hands: red. Others ended it, or part of it came: not. */
function toneOf(state: string | null): string {
  return state === 'FAILED' ? 'bad' : state === 'PARTIAL' ? 'warn' : 'calm';
}

/** The error in words, what to do about it, and what the program said. */
export function Trouble({ execution }: { execution: Schemas['Execution'] }) {
  const { t } = useTranslation('execution');
  const words = useExecutionWords();
  const tone = toneOf(execution.state);
  return (
    <Alert
      title={words.what(execution.error ?? '')}
      icon={<IconAlertTriangle />}
      styles={{
        root: { background: `var(--tone-${tone}-bg)` },
        title: { color: `var(--tone-${tone})` },
        icon: { color: `var(--tone-${tone})` },
      }}
    >
      <Stack gap="xs">
        <Text size="sm"><b>{t('detail.todo')}:</b> {words.todo(execution.error ?? '')}</Text>
        {execution.message && (
          <Text size="sm"><b>{t('detail.details')}:</b> {translate(execution.message)}</Text>
        )}
      </Stack>
    </Alert>
  );
}
