// SPDX-License-Identifier: Apache-2.0
export { TimeChart } from './TimeChart';
export { StateStrip, type StateSpan } from './StateStrip';
export { ZoomOut } from './ZoomOut';
export type { ChartBackground, ChartBand, ChartPoint, ChartSeries, TimeChartProps } from './types';
