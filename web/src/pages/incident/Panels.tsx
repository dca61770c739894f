// SPDX-License-Identifier: Apache-2.0
//
// Actions that need text: a note, the reason for closing, the real cause.
import { Button, Group, Paper, Select, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useLeaveGuard } from '@/ui';
import type { Body, useActs } from './useActs';
import { REAL_CAUSES } from './words';

export type Panel = 'note' | 'assign' | 'close' | 'real_cause';

interface Props {
  panel: Panel;
  incident: Schemas['Incident'];
  acts: ReturnType<typeof useActs>;
  close: () => void;
}

const REASONS = ['known', 'planned', 'false_alarm', 'other'] as const;

/** What is chosen, and what is written beside it. */
function bodyOf(panel: Panel, choice: string, text: string): Body {
  if (panel === 'note') return { note: text };
  if (panel === 'assign') return { owner: text };
  if (panel === 'real_cause') return { real_cause: text ? `${choice}: ${text}` : choice };
  return { reason: text ? `${choice}: ${text}` : choice, false_alarm: choice === 'false_alarm' };
}

export function ActPanel({ panel, incident, acts, close }: Props) {
  const { t } = useTranslation(['incident', 'common']);
  const before = panel === 'note' ? incident.note ?? '' : panel === 'assign' ? incident.owner ?? '' : '';
  const [text, setText] = useState(before);
  const [choice, setChoice] = useState<string>(panel === 'close' ? 'known' : 'fibre');
  useLeaveGuard(text !== before);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await acts.act(panel, bodyOf(panel, choice, text.trim()))) close();
  };
  const name = panel === 'real_cause' ? 'realCause' : panel;
  return (
    <Paper withBorder p="md" component="form" maw={640} onSubmit={(event: FormEvent) => void submit(event)} aria-label={t(`${name}.do`)}>
      {panel === 'close' && (
        <Select label={t('close.why')} data={REASONS.map((value) => ({ value, label: t(`close.${value}`) }))} allowDeselect={false}
          value={choice} onChange={(value) => setChoice(value ?? 'known')} mb="sm" />
      )}
      {panel === 'real_cause' && (
        <Select label={t('realCause.what')} data={REAL_CAUSES.map((value) => ({ value, label: t(`class.${value}`) }))} allowDeselect={false}
          value={choice} onChange={(value) => setChoice(value ?? 'fibre')} mb="sm" />
      )}
      {panel === 'assign' ? (
        <TextInput label={t('assign.text')} description={t('assign.help')} autoFocus maxLength={256} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <Textarea label={t(`${name}.text`)} autosize minRows={2} maxRows={8} autoFocus={panel === 'note'} value={text}
          onChange={(event) => setText(event.currentTarget.value)} />
      )}
      <Group justify="flex-end" mt="sm" gap="xs">
        <Button variant="default" onClick={close}>{t('common:cancel')}</Button>
        <Button type="submit" loading={acts.busy === panel}>{t('common:save')}</Button>
      </Group>
    </Paper>
  );
}
