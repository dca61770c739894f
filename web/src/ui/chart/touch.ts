// SPDX-License-Identifier: Apache-2.0
//
// Touch for charts: a horizontal move selects a range, as the mouse does; two fingers zoom; a
// double tap shows the complete range. Vertical moves scroll the page.
import type uPlot from 'uplot';

const TAP_MS = 350;
const ZOOM_PIXELS = 12;

export interface Range {
  from: number;
  to: number;
}

/** Where the range lies when the moments under two fingers have come to other places (0 to 1). */
export function pinched(was: Range, fingers: readonly [number, number], now: readonly [number, number]): Range {
  const span = was.to - was.from;
  const moments = fingers.map((at) => was.from + at * span);
  const apart = Math.max(0.05, Math.abs(now[1] - now[0])) * Math.sign(now[1] - now[0] || 1);
  const perWidth = (moments[1] - moments[0]) / apart;
  const from = moments[0] - now[0] * perWidth;
  return { from, to: from + perWidth };
}

type Zoom = (range?: Range) => void;

export function zoomByTouch(u: uPlot, rangeNow: () => Range, zoom: () => Zoom | undefined) {
  const { over } = u;
  const placeOf = (touch: Touch) => touch.clientX - over.getBoundingClientRect().left;
  const shares = (touches: TouchList) => {
    const sorted = [...touches].map((touch) => placeOf(touch) / over.clientWidth).sort((a, b) => a - b);
    return [sorted[0], sorted[1]] as const;
  };
  let from: number | undefined; // one finger, where it began
  let to = 0;
  let pinch: { range: Range; fingers: readonly [number, number]; now: readonly [number, number] } | undefined;
  let tapped = 0;

  const mark = (width: number, left: number) => u.setSelect({ left, top: 0, width, height: over.clientHeight }, false);
  const start = (event: TouchEvent) => {
    if (!zoom()) return;
    from = event.touches.length === 1 ? placeOf(event.touches[0]) : undefined;
    to = from ?? 0;
    pinch = undefined;
    mark(0, 0);
    if (event.touches.length !== 2) return;
    const fingers = shares(event.touches);
    pinch = { range: rangeNow(), fingers, now: fingers };
  };
  const move = (event: TouchEvent) => {
    if (pinch && event.touches.length === 2) {
      pinch.now = shares(event.touches);
      event.preventDefault();
    } else if (from !== undefined) {
      to = Math.min(over.clientWidth, Math.max(0, placeOf(event.touches[0])));
      if (Math.abs(to - from) >= ZOOM_PIXELS && event.cancelable) event.preventDefault();
      mark(Math.abs(to - from), Math.min(from, to));
    }
  };
  const tap = (at: number) => {
    if (at - tapped < TAP_MS) zoom()?.();
    tapped = at;
  };
  const end = (event: TouchEvent) => {
    const width = from === undefined ? 0 : Math.abs(to - from);
    const left = Math.min(from ?? 0, to);
    mark(0, 0);
    if (pinch) zoom()?.(pinched(pinch.range, pinch.fingers, pinch.now));
    else if (width >= ZOOM_PIXELS) zoom()?.({ from: u.posToVal(left, 'x'), to: u.posToVal(left + width, 'x') });
    else if (from !== undefined) tap(event.timeStamp);
    from = undefined;
    pinch = undefined;
  };
  over.style.touchAction = 'pan-y';
  over.addEventListener('touchstart', start, { passive: true });
  over.addEventListener('touchmove', move, { passive: false });
  over.addEventListener('touchend', end);
  over.addEventListener('touchcancel', () => {
    from = undefined;
    pinch = undefined;
    mark(0, 0);
  });
}
