// SPDX-License-Identifier: Apache-2.0
//
// "First reading under way, 202 of 430": shown wherever levels are missing because they were not
// read yet.
import { Progress, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFirstReadings, type FirstReading } from '@/api/readings';

const SHOWN = 3;

export function firstReadingText({ asked, onus }: FirstReading, t: TFunction): string {
  if (!onus) return t('common:firstReading.waits');
  return asked ? t('common:firstReading.underWay', { asked, onus }) : t('common:firstReading.begins', { onus });
}

/** Of one OLT, or (without) of all: nothing when there is none. */
export function FirstReadings({ olt }: { olt?: number | null }) {
  const { t } = useTranslation('common');
  const readings = useFirstReadings().filter((reading) => olt === undefined || reading.olt === olt);
  if (!readings.length) return null;
  return (
    <Stack gap={4} role="status" data-testid="first-reading" maw={520}>
      {readings.slice(0, SHOWN).map((reading) => (
        <div key={reading.olt}>
          <Text size="sm">{olt === undefined && `${reading.olt_name}: `}{firstReadingText(reading, t)}</Text>
          {reading.onus > 0 && (
            <Progress size={6} value={(reading.asked / reading.onus) * 100} aria-label={t('common:firstReading.title')} />
          )}
        </div>
      ))}
      {readings.length > SHOWN && <Text size="sm" c="dimmed">{t('common:firstReading.more', { count: readings.length - SHOWN })}</Text>}
    </Stack>
  );
}
