// SPDX-License-Identifier: Apache-2.0
//
// Why a run started late, in a sentence, from what was recorded when it could not start.
import { Anchor, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { sayDuration, sayTime, useNow } from '@/ui';
import { LATE_MS } from './columns';
import { useExecutionWords } from './words';

type Execution = Schemas['Execution'];

/** How late it was; of one that waits, how late it is by now. */
function useLateMs({ state, late_ms: late, due_at: due, queued_at: queued, started_at: started }: Execution): number {
  const now = useNow();
  const from = due ?? queued;
  return !started && state === 'PENDING' && from ? now - Date.parse(from) : late ?? 0;
}

/** The run that had the OLT; it may be removed by now. */
function Other({ id }: { id: number }) {
  const { t, i18n } = useTranslation('execution');
  const words = useExecutionWords();
  const { data } = useApi('/api/v1/executions/{id}/', { path: { id: String(id) } }, {
    topics: ['executions'], concerns: (event) => event.execution === id,
  });
  const until = data?.finished_at && t('late.until', { at: sayTime(data.finished_at, i18n.language) });
  return (
    <>
      <Anchor component={Link} to={`/executions/${id}`}>{data ? words.jobOf(data) : t('number', { id })}</Anchor>
      {until && ` (${until})`}
    </>
  );
}

/** When it was due nobody took it up: only later was it queued. */
function wasTakenUpLate({ due_at: due, queued_at: queued }: Execution): boolean {
  return !!due && !!queued && Date.parse(queued) - Date.parse(due) >= LATE_MS;
}

export function Late({ execution }: { execution: Execution }) {
  const { t, i18n } = useTranslation('execution');
  const ms = useLateMs(execution);
  const words = useExecutionWords();
  if (ms < LATE_MS) return null;
  const { waited_on: why, waited_for: other, started_at: started } = execution;
  const span = sayDuration(ms, i18n.language);
  const values = { span, name: words.lane(execution.lane), at: execution.queued_at ? sayTime(execution.queued_at, i18n.language) : '' };
  return (
    <Text role="note" data-why={why || undefined}>
      {t(started ? 'late.began' : 'late.waits', { span })}{' '}
      {wasTakenUpLate(execution) && t('late.down', values)}
      {wasTakenUpLate(execution) && why && ' '}
      {why === 'waits_olt' && other
        ? <Trans t={t} i18nKey="late.waits_olt" components={{ run: <Other id={other} /> }} />
        : why ? t(`late.${why}`, values) : !wasTakenUpLate(execution) && t('late.unknown')}
    </Text>
  );
}
