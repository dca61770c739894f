// SPDX-License-Identifier: Apache-2.0
import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sayMoment } from '../time';
import { valueText, withUnit } from './axis';
import { Swatch } from './ChartLegend';
import { gapOf, nearest } from './data';
import type { TimeChartProps } from './types';

export interface Hover {
  moment: number;
  reach: number; // so far from it a reading is still meant: a few pixels
  left: number; // pixels from the chart's edge
}

const WIDTH = 210;

interface Props {
  chart: TimeChartProps;
  hover: Hover;
}

/** The reading of each series that the cursor is closest to, and when it was. */
export function ChartTip({ chart, hover }: Props) {
  const { t, i18n } = useTranslation('chart');
  const text = (value: number) => withUnit(valueText(value, i18n.language, chart.digits), chart.unit);
  const found = chart.series.map((series) => ({
    series,
    point: nearest(series.points, hover.moment, Math.max(hover.reach, gapOf(series.points, chart.gapMs))),
  }));
  const behind = chart.background?.points;
  const others = behind && nearest(behind, hover.moment, gapOf(behind));
  const at = found.find(({ point }) => point)?.point?.at ?? hover.moment;

  return (
    <Paper
      withBorder
      shadow="sm"
      p={6}
      w={WIDTH}
      pos="absolute"
      top={8}
      style={{ pointerEvents: 'none', zIndex: 5, ...side(hover.left) }}
    >
      <Text size="xs" fw={600}>
        {sayMoment(at, i18n.language)}
      </Text>
      {found.map(({ series, point }) => (
        <Text key={series.key} size="xs">
          <Swatch color={series.color ?? 'primary'} />
          {series.label}: {point && point.value !== null ? text(point.value) : t('none')}
          {point?.min !== undefined && point.max !== undefined && ` (${text(point.min)}… ${text(point.max)})`}
        </Text>
      ))}
      {others && chart.background && (
        <Text size="xs" c="dimmed">
          <Swatch color="grey" soft />
          {chart.background.label}: {text(others.low)}… {text(others.high)}
        </Text>
      )}
    </Paper>
  );
}

/** Beside the cursor, on the side where there is room. */
function side(left: number) {
  return left > WIDTH + 70 ? { left: left - WIDTH - 12 } : { left: left + 12 };
}
