// SPDX-License-Identifier: Apache-2.0
// Numbers over time: zoomed by dragging, read by hovering, gaps left as gaps.
import { Box, Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { siteZone } from '../time';
import { valueText, withUnit } from './axis';
import { aligned, summary } from './data';
import { ChartLegend } from './ChartLegend';
import { ChartTip, type Hover } from './ChartTip';
import { whenFree } from './held';
import { plotOptions } from './options';
import type { ChartSeries, TimeChartProps } from './types';

const HEIGHT = 220;

/** What a plot cannot change in place: with another, it is made anew. */
const shapeOf = (series: readonly ChartSeries[]) =>
  JSON.stringify(series.map(({ key, label, color, step, fill }) => [key, label, color, step, fill]));

/** The chart's own node: React keeps it, uPlot fills it. New readings go into the plot that is there. */
function usePlot(props: TimeChartProps, hover: (at?: Hover) => void, zone: string) {
  const { ref, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const language = useTranslation().i18n.language;
  const { series, background, bands, from, to, gapMs, include, height, sync, onZoom } = props;
  const data = useMemo(() => aligned(series, gapMs), [series, gapMs]);
  const shape = shapeOf(series);
  const latest = useRef({ props, data, width });
  const shown = useRef(props);
  const plot = useRef<uPlot>(undefined);

  useEffect(() => {
    latest.current = { props, data, width };
  });

  const hasRoom = width > 0;
  useEffect(() => {
    if (!host.current || !hasRoom) return undefined;
    shown.current = latest.current.props;
    const look = { isDark, language, zone, width: latest.current.width, hover };
    const made = new uPlot(plotOptions(() => shown.current, look), latest.current.data, host.current);
    plot.current = made;
    return () => {
      plot.current = undefined;
      made.destroy();
    };
  }, [hasRoom, isDark, language, zone, shape, height, sync, hover]);

  useEffect(() => whenFree(() => {
    shown.current = latest.current.props;
    const { current: made } = plot;
    if (made && made.width !== latest.current.width) made.setSize({ width: latest.current.width, height: made.height });
    made?.setData(latest.current.data);
  }), [data, width, background, bands, from, to, include, onZoom]);
  return { ref, host };
}

function Spoken({ series, unit, digits, language }: TimeChartProps & { language: string }) {
  const { t } = useTranslation('chart');
  return (
    <VisuallyHidden>
      {series.map(({ key, label, points }) => {
        const found = summary(points);
        const text = (value: number) => withUnit(valueText(value, language, digits), unit);
        return (
          <span key={key}>
            {label}:{' '}
            {found
              ? t('summary', { last: text(found.last), low: text(found.low), high: text(found.high) })
              : t('empty')}.{' '}
          </span>
        );
      })}
    </VisuallyHidden>
  );
}

export function TimeChart(props: TimeChartProps) {
  const { t, i18n } = useTranslation('chart');
  const [hover, setHover] = useState<Hover>();
  const zone = siteZone();
  const { ref, host } = usePlot(props, setHover, zone);
  const isEmpty = props.series.every(({ points }) => points.every(({ value }) => value === null));

  return (
    <figure aria-label={props.label} style={{ margin: 0 }}>
      <ChartLegend {...props} />
      <Box ref={ref} pos="relative" mih={props.height ?? HEIGHT}>
        <div ref={host} aria-hidden />
        {isEmpty && (
          <Text c="dimmed" size="sm" pos="absolute" top="40%" left={0} right={0} ta="center" style={{ pointerEvents: 'none' }}>
            {t('empty')}
          </Text>
        )}
        {hover && !isEmpty && <ChartTip chart={props} hover={hover} />}
      </Box>
      <Spoken {...props} language={i18n.language} />
    </figure>
  );
}
