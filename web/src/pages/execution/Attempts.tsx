// SPDX-License-Identifier: Apache-2.0
import { Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { translate } from '@/phrasebook/translate';
import { Duration, Moment, Wide } from '@/ui';
import { useExecutionWords } from './words';

type Attempt = Schemas['Attempt'];

const tookMs = (attempt: Attempt) => (attempt.started_at && attempt.finished_at
  ? Date.parse(attempt.finished_at) - Date.parse(attempt.started_at) : null);

function Outcome({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('execution');
  const words = useExecutionWords();
  if (!attempt.error) return <span className="tone-good">{t('detail.attemptOk')}</span>;
  return (
    <>
      {words.what(attempt.error)}
      {attempt.message && <Text size="xs" c="dimmed">{translate(attempt.message)}</Text>}
    </>
  );
}

export function Attempts({ execution }: { execution: Schemas['Execution'] }) {
  const { t } = useTranslation('execution');
  const attempts = execution.attempt_rows;
  return (
    <section>
      <Title order={2} mb="xs">{t('detail.attempts')}</Title>
      {attempts.length === 0 ? (
        <Text c="dimmed">{execution.state === 'RUNNING' ? t('detail.attemptRunning') : t('detail.noAttempts')}</Text>
      ) : (
        <Wide label={t('detail.attempts')} width={600}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('column.id')}</Table.Th>
                <Table.Th>{t('column.started')}</Table.Th>
                <Table.Th ta="right">{t('column.duration')}</Table.Th>
                <Table.Th>{t('column.message')}</Table.Th>
                <Table.Th ta="right">{t('column.requests')}</Table.Th>
                <Table.Th ta="right">{t('column.timeouts')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attempts.map((attempt) => (
                <Table.Tr key={attempt.number}>
                  <Table.Td className="num">{attempt.number}</Table.Td>
                  <Table.Td><Moment at={attempt.started_at} /></Table.Td>
                  <Table.Td ta="right"><Duration ms={tookMs(attempt)} /></Table.Td>
                  <Table.Td><Outcome attempt={attempt} /></Table.Td>
                  <Table.Td ta="right" className="num">{attempt.requests}</Table.Td>
                  <Table.Td ta="right" className="num">{attempt.timeouts}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
    </section>
  );
}
