// SPDX-License-Identifier: Apache-2.0
//
// The communication with the device: contact, suspension and probes, the request rate, and which
// columns it answers.
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Age, Duration, Moment, Num, sayDuration, useNow } from '@/ui';
import { Chassis } from './Chassis';
import { ChassisCharts } from './ChassisCharts';
import { Answers } from './Answers';
import { Figures, RoundTrip, Section } from './Figures';
import { SILENT_AFTER_MS, useOlt } from './olt';
import { useReason } from './words';

/** One whose time has come is on its way. */
function NextProbe({ at }: { at: string | null }) {
  const now = useNow();
  return <Age at={at && Math.max(Date.parse(at), now)} />;
}

function Suspension() {
  const { t, i18n } = useTranslation('olt');
  const { health } = useOlt();
  const reason = useReason(health);
  const since = { label: t('suspension.since'), value: <Age at={health.suspended_at} />, note: <Moment at={health.suspended_at} /> };
  if (health.stays_suspended) {
    return (
      <Section title={t('suspension.title')}>
        <Text size="sm" mb="sm">{reason} {t('suspension.stays')}</Text>
        <Figures of={[since]} />
      </Section>
    );
  }
  return (
    <Section title={t('suspension.title')}>
      <Text size="sm" mb="sm">{reason}</Text>
      <Figures of={[
        since,
        { label: t('suspension.nextProbe'), value: <NextProbe at={health.next_probe_at} />,
          note: t('suspension.probeNote', { every: sayDuration(health.probe_ms, i18n.language) }) },
        { label: t('suspension.answers'), value: t('quota.of', { done: health.probe_answers, required: health.back_after }),
          note: t('suspension.until', { count: health.back_after }) },
      ]} />
    </Section>
  );
}

function Silence() {
  const { t, i18n } = useTranslation('olt');
  const { health } = useOlt();
  return (
    <Section title={t('notAnswering.title')}>
      <Text size="sm" mb="sm">{t('notAnswering.text')}</Text>
      <Figures of={[
        { label: t('suspension.since'), value: <Age at={health.not_answering_at} />, note: <Moment at={health.not_answering_at} /> },
        { label: t('suspension.nextProbe'), value: <NextProbe at={health.next_probe_at} />,
          note: t('suspension.probeNote', { every: sayDuration(Math.min(health.probe_ms, health.watch_ms), i18n.language) }) },
        { label: t('suspension.answers'), value: t('quota.of', { done: health.probe_answers, required: health.back_after }),
          note: t('suspension.until', { count: health.back_after }) },
      ]} />
    </Section>
  );
}

export function Component() {
  const { t } = useTranslation('olt');
  const { olt, health } = useOlt();
  return (
    <Stack gap="md">
      {health.state === 'suspended' && <Suspension />}
      {health.state === 'not_answering' && <Silence />}
      <Section title={t('health.contact')}>
        <Figures of={[
          { label: t('field.lastAnswer'), value: <Age at={health.last_answer_at} staleAfterMs={SILENT_AFTER_MS} /> },
          { label: t('health.upSince'), value: <Age at={health.up_since_at} />, note: health.up_since_at && <Moment at={health.up_since_at} /> },
          { label: t('health.roundTrip'), value: <RoundTrip ms={health.round_trip_ms} />, note: t('health.roundTripNote') },
          { label: t('field.failures'), value: t('quota.of', { done: health.failures, required: health.suspend_after }),
            note: t('health.failuresNote', { count: health.suspend_after }) },
          { label: t('field.late'), value: <Duration ms={health.late_ms} />, note: t('health.lateNote') },
        ]} />
      </Section>
      <Section title={t('health.pace')}>
        <Text size="sm" c="dimmed" mb="sm">{t('health.paceText')}</Text>
        <Figures of={[
          { label: t('health.inFlight'), value: <Num value={health.in_flight} />, note: t('health.inFlightNote') },
          { label: t('health.repetitions'), value: <Num value={health.repetitions} />, note: t('health.repetitionsNote') },
          { label: t('health.bytes'), value: <Num value={health.answer_bytes} />, note: t('health.bytesNote') },
        ]} />
      </Section>
      <Chassis olt={olt} />
      <ChassisCharts olt={olt} />
      <Answers olt={olt} />
    </Stack>
  );
}
