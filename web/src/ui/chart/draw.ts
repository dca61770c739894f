// SPDX-License-Identifier: Apache-2.0
// What uPlot does not draw by itself: bands of limits, and what lies behind the lines.
import type uPlot from 'uplot';
import type { Palette } from './colors';
import { faint } from './colors';
import { gapOf, pieces } from './data';
import type { ChartBackground, ChartBand, ChartSeries } from './types';

interface Edge {
  at: number;
  low: number;
  high: number;
}

function inPlot(u: uPlot, draw: (ctx: CanvasRenderingContext2D) => void) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw(ctx);
  ctx.restore();
}

const x = (u: uPlot, at: number) => u.valToPos(at, 'x', true);
const y = (u: uPlot, value: number) => u.valToPos(value, 'y', true);

function drawLimit(u: uPlot, ctx: CanvasRenderingContext2D, value: number, color: string) {
  ctx.strokeStyle = faint(color, 0.65);
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(u.bbox.left, y(u, value));
  ctx.lineTo(u.bbox.left + u.bbox.width, y(u, value));
  ctx.stroke();
}

export function drawBands(u: uPlot, bands: readonly ChartBand[], colors: Palette) {
  const { top, height, left, width } = u.bbox;
  inPlot(u, (ctx) => {
    for (const { from, to, level } of bands) {
      const upper = to === undefined ? top : Math.max(y(u, to), top);
      const lower = from === undefined ? top + height : Math.min(y(u, from), top + height);
      ctx.fillStyle = colors.band[level];
      if (lower > upper) ctx.fillRect(left, upper, width, lower - upper);
      if (level !== 'good') [from, to].forEach((v) => v !== undefined && drawLimit(u, ctx, v, colors.limit[level]));
    }
  });
}

function fillBetween(u: uPlot, ctx: CanvasRenderingContext2D, piece: readonly Edge[]) {
  ctx.beginPath();
  piece.forEach((p) => ctx.lineTo(x(u, p.at), y(u, p.high)));
  [...piece].reverse().forEach((p) => ctx.lineTo(x(u, p.at), y(u, p.low)));
  ctx.fill();
}

export function drawBackground(u: uPlot, background: ChartBackground, colors: Palette) {
  inPlot(u, (ctx) => {
    ctx.fillStyle = colors.background;
    ctx.strokeStyle = colors.backgroundLine;
    ctx.lineWidth = devicePixelRatio;
    for (const piece of pieces(background.points, gapOf(background.points))) {
      fillBetween(u, ctx, piece);
      ctx.beginPath();
      piece.forEach((p) => ctx.lineTo(x(u, p.at), y(u, p.middle)));
      ctx.stroke();
    }
  });
}

/** The lowest and the highest of each hour, around its average. */
export function drawSpread(u: uPlot, series: ChartSeries, color: string, gapMs?: number) {
  const edges: Edge[] = [];
  for (const { at, min, max } of series.points) {
    if (min !== undefined && max !== undefined) edges.push({ at, low: min, high: max });
  }
  inPlot(u, (ctx) => {
    ctx.fillStyle = faint(color, 0.22);
    for (const piece of pieces(edges, gapOf(edges, gapMs))) fillBetween(u, ctx, piece);
  });
}
