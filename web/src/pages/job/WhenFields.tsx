// SPDX-License-Identifier: Apache-2.0
import { Group, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Part, withServer, type FieldsProps } from './fields';
import { useScheduleWords } from './schedule';

const USUAL: [string, number][] = [
  ['1m', 60_000], ['5m', 300_000], ['15m', 900_000], ['1h', 3_600_000], ['6h', 21_600_000], ['1d', 86_400_000],
];

/** The usual ones, at one press. */
function Usual({ choose }: { choose: (span: string) => void }) {
  const words = useScheduleWords();
  return (
    <Group gap="xs">
      {USUAL.map(([span, ms]) => (
        <UnstyledButton key={span} className="badge" data-tone="calm" onClick={() => choose(span)}>
          {words.when(ms, null)}
        </UnstyledButton>
      ))}
    </Group>
  );
}

export function WhenFields({ form, server = {} }: FieldsProps) {
  const { t } = useTranslation('job');
  const { mode } = form.getValues();
  return (
    <Part title={t('form.when')}>
      <SegmentedControl aria-label={t('form.when')} {...form.getInputProps('mode')} style={{ alignSelf: 'flex-start' }}
        data={[{ value: 'interval', label: t('form.byInterval') }, { value: 'cron', label: t('form.byCron') }]} />
      {mode === 'interval' ? (
        <>
          <TextInput required maw={240} label={t('form.interval')} description={t('form.intervalHelp')}
            {...withServer(form.getInputProps('interval'), server.interval)} />
          <Usual choose={(span) => form.setFieldValue('interval', span)} />
        </>
      ) : (
        <TextInput required className="mono" label={t('form.cron')} description={t('form.cronHelp')} placeholder="*/5 * * * *"
          {...withServer(form.getInputProps('cron'), server.cron)} />
      )}
    </Part>
  );
}
