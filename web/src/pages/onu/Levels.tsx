// SPDX-License-Identifier: Apache-2.0
//
// Optical levels with their limits.
import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFirstReading } from '@/api/readings';
import { valueText } from '@/ui/chart/axis';
import { useIsCutOff } from '@/live/live';
import { useMark } from '@/ui/mark';
import { firstReadingText } from '@/ui/FirstReading';
import { Age } from '@/ui/moments';
import { useNow } from '@/ui/time';
import { Card } from './Card';
import { isOldReading, levelWord, staleAfterMs, stateOf, type Limits, type Onu, type Quality, type Reading } from './model';

const SHOWN = [
  { key: 'onu_rx_dbm', unit: 'dBm', digits: 1 },
  { key: 'olt_rx_dbm', unit: 'dBm', digits: 1 },
  { key: 'onu_tx_dbm', unit: 'dBm', digits: 1 },
  { key: 'temperature_c', unit: '°C', digits: 1 },
  { key: 'voltage_v', unit: 'V', digits: 2 },
  { key: 'bias_ma', unit: 'mA', digits: 1 },
] as const;

interface Zone {
  from: number;
  to: number;
  level: Quality;
}

/** The scale of a gauge, with some room beyond its limits. */
export function zonesOf({ warn, bad, high }: Limits): Zone[] {
  if (high === undefined)
    return [
      { from: 0, to: warn, level: 'good' },
      { from: warn, to: bad, level: 'warn' },
      { from: bad, to: bad + 15, level: 'bad' },
    ];
  return [
    { from: bad - 5, to: bad, level: 'bad' },
    { from: bad, to: warn, level: 'warn' },
    { from: warn, to: high, level: 'good' },
    { from: high, to: high + 3, level: 'bad' },
  ];
}

function Gauge({ value, limits, stale }: { value: number; limits: Limits; stale: boolean }) {
  const zones = zonesOf(limits);
  const low = zones[0]?.from ?? 0;
  const whole = (zones[zones.length - 1]?.to ?? 1) - low;
  const at = Math.min(Math.max((value - low) / whole, 0), 1);
  return (
    <Box pos="relative" h={10} aria-hidden data-ink my={3}>
      <Group gap={1} wrap="nowrap" h={6} pos="absolute" top={2} left={0} right={0} opacity={stale ? 0.35 : 0.75}>
        {zones.map(({ from, to, level }) => (
          <Box key={from} h={6} w={`${((to - from) / whole) * 100}%`} bg={`var(--tone-${stale ? 'calm' : level})`} style={{ borderRadius: 2 }} />
        ))}
      </Group>
      <Box pos="absolute" top={-2} h={14} w={4} ml={-2} left={`${at * 100}%`}
        bg="var(--mantine-color-text)" style={{ borderRadius: 2, outline: '2px solid var(--mantine-color-body)' }} />
    </Box>
  );
}

function LevelRow({ name, reading, unit, digits, stale }: {
  name: string; reading: Reading; unit: string; digits: number; stale: boolean;
}) {
  const { t, i18n } = useTranslation('onu');
  const { value, level, limits, at } = reading;
  const mark = useMark(value);
  if (typeof value !== 'number') return null;
  const text = `${valueText(value, i18n.language, digits)} ${unit}`;
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{t(`value.${name}`)}</Text>
        <Text size="sm" fw={600} className={`num nowrap ${mark}`} span>
          {text}
          {level && (
            <Text span size="sm" className={stale ? 'tone-calm' : `tone-${level}`}> {t(`level.${levelWord(value, level, limits)}`)}</Text>
          )}
        </Text>
      </Group>
      {limits && <Gauge value={value} limits={limits} stale={stale} />}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">{limits && t('limits', {
          warn: valueText(limits.warn, i18n.language), bad: valueText(limits.bad, i18n.language), unit,
        })}</Text>
        <Text size="xs" c="dimmed" span><Age at={at} staleAfterMs={staleAfterMs(name, reading)} /></Text>
      </Group>
    </div>
  );
}

/** Why there is no level: it was not asked yet, or it was and has none. */
function NoLevels({ onu }: { onu: Onu }) {
  const { t } = useTranslation(['onu', 'common']);
  const reading = useFirstReading(onu.olt);
  const wasAsked = SHOWN.some(({ key }) => onu.values[key]?.at);
  return (
    <Text size="sm" c="dimmed" role="status">
      {wasAsked ? t('noLevels') : reading ? firstReadingText(reading, t) : t('unreadLevels')}
    </Text>
  );
}

/** What one that is down said last is from before, however young it is. */
export function Levels({ onu, stale: isOld }: { onu: Onu; stale: boolean }) {
  const { t } = useTranslation('onu');
  const now = useNow();
  const cutOff = useIsCutOff();
  const stale = isOld || cutOff || stateOf(onu) !== 'online';
  const known = SHOWN.filter(({ key }) => typeof onu.values[key]?.value === 'number');
  return (
    <Card title={t('levels')}>
      {known.length === 0 && <NoLevels onu={onu} />}
      <Stack gap="sm">
        {known.map(({ key, unit, digits }) => {
          const reading = onu.values[key];
          return reading && (
            <LevelRow key={key} name={key} reading={reading} unit={unit} digits={digits} stale={stale || isOldReading(key, reading, now)} />
          );
        })}
      </Stack>
    </Card>
  );
}
