// SPDX-License-Identifier: Apache-2.0
// A canvas knows no CSS variables: they are read when a chart is drawn.
import type { ChartBand, ChartColor } from './types';

export interface Palette {
  series: Record<ChartColor, string>;
  text: string;
  grid: string;
  page: string;
  background: string;
  backgroundLine: string;
  band: Record<ChartBand['level'], string>;
  limit: Record<ChartBand['level'], string>;
}

function read(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--mantine-${name}`).trim();
}

/** A six-digit colour that one sees through. */
export function faint(color: string, alpha: number): string {
  const part = Math.round(alpha * 255);
  return /^#[0-9a-f]{6}$/i.test(color) ? color + part.toString(16).padStart(2, '0') : color;
}

export function palette(isDark: boolean): Palette {
  const shade = isDark ? 4 : 7;
  const good = read(`color-facho-${shade}`);
  const warn = read(`color-yellow-${isDark ? 5 : 6}`);
  const bad = read(`color-red-${isDark ? 5 : 6}`);
  const grey = read(`color-gray-${isDark ? 5 : 6}`);
  const alpha = isDark ? 0.1 : 0.08;
  return {
    series: {
      primary: good,
      blue: read(`color-blue-${shade}`),
      orange: read(`color-orange-${shade}`),
      grape: read(`color-grape-${shade}`),
      grey,
    },
    text: read(isDark ? 'color-dark-1' : 'color-gray-7'),
    grid: read(isDark ? 'color-dark-5' : 'color-gray-2'),
    page: read('color-body'),
    background: faint(grey, isDark ? 0.22 : 0.18),
    backgroundLine: faint(grey, 0.7),
    band: { good: faint(good, alpha / 2), warn: faint(warn, alpha * 1.6), bad: faint(bad, alpha * 1.3) },
    limit: { good, warn, bad },
  };
}
