// SPDX-License-Identifier: Apache-2.0
//
// The states as a strip, with the availability in the observed time.
import { Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { StateStrip } from '@/ui/chart';
import { numberFormatter } from '@/ui/chart/intl';
import { sayDuration } from '@/ui/time';
import type { Onu } from './model';
import type { Range } from './range';
import { downTone, downWords, useTimeline } from './timeline';

/** Only a whole is 100 %. */
function percentText(percent: number, language: string): string {
  const shown = percent < 100 ? Math.min(percent, 99.99) : 100;
  return numberFormatter(language, { maximumFractionDigits: percent > 99 && percent < 100 ? 2 : 1 }).format(shown);
}

function Availability({ timeline }: { timeline: Schemas['Timeline'] }) {
  const { t, i18n } = useTranslation('onu');
  const { availability_pct: percent, observed_ms: ms } = timeline;
  const text = percent === null ? t('availability.none')
    : t('availability.of', { percent: percentText(percent, i18n.language), span: sayDuration(ms, i18n.language) });
  return <Text size="sm" data-testid="availability">{t('availability.label')}: <b className="num">{text}</b></Text>;
}

export function States({ onu, range }: { onu: Onu; range: Range }) {
  const { t } = useTranslation('onu');
  const { data } = useTimeline(onu, range);
  const spans = useMemo(() => (data?.stretches ?? []).map((stretch) => ({
    from: Date.parse(stretch.from),
    to: Date.parse(stretch.to),
    label: stretch.state === 'unknown' ? t('notObserved') : downWords(stretch, t as TFunction),
    tone: stretch.state === 'unknown' ? 'unknown' as const : downTone(stretch),
  })), [data, t]);
  return (
    <div>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm" fw={600}>{t('states')}</Text>
        {data && <Availability timeline={data} />}
      </Group>
      <StateStrip label={t('states')} spans={spans} from={range.from} to={range.to} />
    </div>
  );
}
