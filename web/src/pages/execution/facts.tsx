// SPDX-License-Identifier: Apache-2.0
//
// Figures of an execution, in three cards.
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Duration, Moment } from '@/ui';
import { LATE_MS } from './columns';
import { useExecutionWords } from './words';

type Execution = Schemas['Execution'];

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Title order={2} mb="sm">{title}</Title>
      <Stack gap={6}>{children}</Stack>
    </Card>
  );
}

function Fact({ label, tone, children }: { label: string; tone?: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" c="dimmed">{label}</Text>
      <Text size="sm" className={tone ? `num tone-${tone}` : 'num'} ta="right">{children}</Text>
    </Group>
  );
}

const useNumber = () => {
  const { i18n } = useTranslation();
  return (value: number | null) => (value ?? 0).toLocaleString(i18n.language);
};

const FOUND = ['seen', 'ok', 'failed', 'absent', 'new', 'changed'] as const;

export function Brought({ execution }: { execution: Execution }) {
  const { t } = useTranslation('execution');
  const number = useNumber();
  const toneOf = (what: (typeof FOUND)[number]) =>
    (what === 'failed' || what === 'absent') && execution[`onus_${what}`] ? 'warn' : undefined;
  return (
    <Facts title={t('detail.brought')}>
      {FOUND.map((what) => (
        <Fact key={what} label={t(`detail.${what}`)} tone={toneOf(what)}>
          {number(execution[`onus_${what}`])}
        </Fact>
      ))}
      <Fact label={t('detail.varbinds')}>{number(execution.varbinds)}</Fact>
    </Facts>
  );
}

export function Times({ execution }: { execution: Execution }) {
  const { t } = useTranslation('execution');
  const { due_at, queued_at, started_at, finished_at } = execution;
  const isLate = (execution.late_ms ?? 0) >= LATE_MS;
  const waited = queued_at && started_at ? Date.parse(started_at) - Date.parse(queued_at) : null;
  return (
    <Facts title={t('detail.times')}>
      {due_at && <Fact label={t('detail.due')}><Moment at={due_at} /></Fact>}
      <Fact label={t('detail.queued')}><Moment at={queued_at} /></Fact>
      <Fact label={t('detail.started')}><Moment at={started_at} /></Fact>
      <Fact label={t('detail.finished')}><Moment at={finished_at} /></Fact>
      <Fact label={t('detail.waited')}><Duration ms={waited} /></Fact>
      <Fact label={t('detail.took')}><Duration ms={execution.duration_ms} /></Fact>
      <Fact label={t('detail.late')} tone={isLate ? 'warn' : undefined}>
        {isLate ? <Duration ms={execution.late_ms} /> : t('detail.onTime')}
      </Fact>
    </Facts>
  );
}

export function Cost({ execution }: { execution: Execution }) {
  const { t } = useTranslation('execution');
  const words = useExecutionWords();
  const number = useNumber();
  return (
    <Facts title={t('detail.cost')}>
      <Fact label={t('detail.requests')}>{number(execution.requests)}</Fact>
      <Fact label={t('detail.retransmits')}>{number(execution.retransmits)}</Fact>
      <Fact label={t('detail.timeouts')} tone={execution.timeouts ? 'warn' : undefined}>
        {number(execution.timeouts)}
      </Fact>
      <Fact label={t('detail.bytes')}>{number(execution.bytes)}</Fact>
      <Fact label={t('detail.lane')}>{words.lane(execution.lane)}</Fact>
      <Fact label={t('detail.poller')}>{execution.poller || '–'}</Fact>
    </Facts>
  );
}
