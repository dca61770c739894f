// SPDX-License-Identifier: Apache-2.0
// What uPlot is told. Moments are milliseconds here, as everywhere.
import uPlot from 'uplot';
import { timeLabels, valueText } from './axis';
import { faint, palette } from './colors';
import { valueRange } from './data';
import { drawBackground, drawBands, drawSpread } from './draw';
import type { ChartSeries, TimeChartProps } from './types';

/** Where the plot begins and ends: a strip of states above it has the same edges. */
export const PLOT_LEFT = 56;
export const PLOT_RIGHT = 20;

const ZOOM_PIXELS = 6;
const FONT = '11px system-ui, sans-serif';

export interface Look {
  isDark: boolean;
  language: string;
  zone: string;
  width: number;
  hover: (at?: { moment: number; left: number }) => void;
}

type Colors = ReturnType<typeof palette>;

function lineOf(series: ChartSeries, colors: Colors): uPlot.Series {
  const stroke = colors.series[series.color ?? 'primary'];
  const stepped = series.step ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    label: series.label,
    stroke,
    width: 1.75,
    points: { show: series.points.length < 3, size: 5 },
    ...(series.fill ? { fill: faint(stroke, 0.15) } : {}),
    ...(stepped ? { paths: stepped } : {}),
  };
}

function axes(look: Look, colors: Colors): uPlot.Axis[] {
  const common = {
    stroke: colors.text,
    font: FONT,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
  };
  return [
    {
      ...common,
      size: 26,
      space: 64,
      values: (_u, splits, _axis, _space, step) => timeLabels(splits, step, look.language, look.zone),
    },
    {
      ...common,
      size: PLOT_LEFT,
      space: 32,
      values: (_u, splits) => splits.map((value) => valueText(value, look.language, undefined)),
    },
  ];
}

function hooks(props: TimeChartProps, look: Look, colors: Colors): uPlot.Hooks.Arrays {
  return {
    drawClear: [(u) => drawBands(u, props.bands ?? [], colors)],
    drawAxes: [
      (u) => {
        if (props.background) drawBackground(u, props.background, colors);
        for (const s of props.series) drawSpread(u, s, colors.series[s.color ?? 'primary'], props.gapMs);
      },
    ],
    setCursor: [
      (u) => {
        const left = u.cursor.left ?? -1;
        look.hover(left < 0 ? undefined : { moment: u.posToVal(left, 'x'), left: left + PLOT_LEFT });
      },
    ],
    setSelect: [
      (u) => {
        const { left, width } = u.select;
        if (width < ZOOM_PIXELS) return;
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        props.onZoom?.({ from: u.posToVal(left, 'x'), to: u.posToVal(left + width, 'x') });
      },
    ],
  };
}

function cursor(props: TimeChartProps): uPlot.Cursor {
  return {
    y: false,
    drag: { x: props.onZoom !== undefined, y: false, setScale: false, dist: ZOOM_PIXELS },
    bind: {
      dblclick: () => () => {
        props.onZoom?.();
        return null;
      },
    },
    ...(props.sync ? { sync: { key: props.sync } } : {}),
  };
}

export function plotOptions(props: TimeChartProps, look: Look): uPlot.Options {
  const colors = palette(look.isDark);
  const { zone } = look;
  return {
    width: look.width,
    height: props.height ?? 220,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), zone),
    padding: [10, PLOT_RIGHT, 0, 0],
    legend: { show: false },
    cursor: cursor(props),
    scales: {
      x: { time: true, range: [props.from, props.to] },
      y: { range: () => valueRange(props) },
    },
    axes: axes(look, colors),
    series: [{}, ...props.series.map((series) => lineOf(series, colors))],
    hooks: hooks(props, look, colors),
  };
}
