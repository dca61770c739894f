// SPDX-License-Identifier: Apache-2.0
// What uPlot is told. Moments are milliseconds here, as everywhere.
import uPlot from 'uplot';
import { timeLabels, valueText } from './axis';
import type { Hover } from './ChartTip';
import { faint, palette } from './colors';
import { valueRange } from './data';
import { drawBackground, drawBands, drawSpread } from './draw';
import { hold } from './held';
import { zoomByTouch } from './touch';
import type { ChartSeries, TimeChartProps } from './types';

/** Where the plot begins and ends: a strip of states above it has the same edges. */
export const PLOT_LEFT = 56;
export const PLOT_RIGHT = 20;

const ZOOM_PIXELS = 6;
/** A lone reading in a long range is less than a pixel wide. */
const REACH_PIXELS = 4;
const FONT = '11px system-ui, sans-serif';

export interface Look {
  isDark: boolean;
  language: string;
  zone: string;
  width: number;
  hover: (at?: Hover) => void;
}

/** What is shown now: a plot outlives the readings it was made with. */
type Shown = () => TimeChartProps;

type Colors = ReturnType<typeof palette>;

/** A line of one or two readings cannot be seen: they are dots. */
const areFew = (points: ChartSeries['points'] = []) => points.length < 3;

function lineOf(series: ChartSeries, shown: Shown, colors: Colors): uPlot.Series {
  const stroke = colors.series[series.color ?? 'primary'];
  const stepped = series.step ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    label: series.label,
    stroke,
    width: 1.75,
    points: { show: (_u, i) => areFew(shown().series[i - 1]?.points), size: 5 },
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

function hooks(shown: Shown, look: Look, colors: Colors): uPlot.Hooks.Arrays {
  return {
    ready: [
      (u) => zoomByTouch(u, () => ({ from: shown().from, to: shown().to }), () => shown().onZoom),
    ],
    drawClear: [(u) => drawBands(u, shown().bands ?? [], colors)],
    drawAxes: [
      (u) => {
        const { background, series, gapMs } = shown();
        if (background) drawBackground(u, background, colors);
        for (const s of series) drawSpread(u, s, colors.series[s.color ?? 'primary'], gapMs);
      },
    ],
    setCursor: [
      (u) => {
        const left = u.cursor.left ?? -1;
        const moment = u.posToVal(left, 'x');
        look.hover(left < 0 ? undefined : { moment, reach: u.posToVal(left + REACH_PIXELS, 'x') - moment, left: left + PLOT_LEFT });
      },
    ],
    setSelect: [
      (u) => {
        const { left, width } = u.select;
        if (width < ZOOM_PIXELS) return;
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        shown().onZoom?.({ from: u.posToVal(left, 'x'), to: u.posToVal(left + width, 'x') });
      },
    ],
  };
}

function cursor(shown: Shown): uPlot.Cursor {
  const { onZoom, sync } = shown();
  return {
    y: false,
    drag: { x: onZoom !== undefined, y: false, setScale: false, dist: ZOOM_PIXELS },
    bind: {
      mousedown: (_u, target, handler) => (event) => {
        if (event.button !== 0 || event.target !== target) return null;
        handler(event);
        hold(); // behind it: its own end of the drag comes first
        return null;
      },
      dblclick: () => () => {
        shown().onZoom?.();
        return null;
      },
    },
    ...(sync ? { sync: { key: sync } } : {}),
  };
}

export function plotOptions(shown: Shown, look: Look): uPlot.Options {
  const colors = palette(look.isDark);
  const { zone } = look;
  const { height, series } = shown();
  return {
    width: look.width,
    height: height ?? 220,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), zone),
    padding: [10, PLOT_RIGHT, 0, 0],
    legend: { show: false },
    cursor: cursor(shown),
    scales: {
      x: { time: true, range: () => [shown().from, shown().to] },
      y: { range: () => valueRange(shown()) },
    },
    axes: axes(look, colors),
    series: [{}, ...series.map((one) => lineOf(one, shown, colors))],
    hooks: hooks(shown, look, colors),
  };
}
