// SPDX-License-Identifier: Apache-2.0

/** A reading; null is a moment at which there was none, and becomes a gap. */
export interface ChartPoint {
  at: number; // epoch milliseconds
  value: number | null;
  min?: number | undefined; // of an hour: drawn as a shade around the line
  max?: number | undefined;
}

export type ChartColor = 'primary' | 'blue' | 'orange' | 'grape' | 'grey';

export interface ChartSeries {
  key: string;
  label: string;
  points: readonly ChartPoint[]; // ascending
  color?: ChartColor;
  step?: boolean; // a value holds until the next one
  fill?: boolean; // down to zero
}

/** A part of the axis that is good, a warning or bad; an open end goes on for ever. */
export interface ChartBand {
  from?: number | undefined;
  to?: number | undefined;
  level: 'good' | 'warn' | 'bad';
}

/** What others did at the same time: drawn behind the lines. */
export interface ChartBackground {
  label: string;
  points: readonly { at: number; low: number; middle: number; high: number }[];
}

export interface TimeChartProps {
  /** What it shows, for those who cannot see it. */
  label: string;
  /** Remembered by the caller (useMemo): another array is drawn. */
  series: readonly ChartSeries[];
  background?: ChartBackground | undefined;
  bands?: readonly ChartBand[];
  from: number;
  to: number;
  /** Points further apart than this are not joined; three usual distances unless said. */
  gapMs?: number;
  unit?: string;
  digits?: number;
  /** Values that the axis shows whatever the readings are. */
  include?: readonly number[];
  height?: number;
  /** Charts with the same name move their cursors together. */
  sync?: string;
  /** A range was marked; nothing: back to the whole. */
  onZoom?: (range?: { from: number; to: number }) => void;
}
