// SPDX-License-Identifier: Apache-2.0
import { useIsCutOff } from '@/live/live';
import type { Tone } from './Badge';
import classes from './Bar.module.css';

export interface Share {
  key: string;
  value: number;
  tone: Tone;
}

interface BarProps {
  shares: Share[];
  total: number;
  /** It was so, and nobody knows whether it still is. */
  stale?: boolean;
  /** A place on it, from 0 to 1, and what it means. */
  mark?: { at: number; title: string };
}

/** A bar in parts. What it says is said in words beside it. */
export function Bar({ shares, total, stale = false, mark }: BarProps) {
  const cutOff = useIsCutOff();
  return (
    <div className={classes.bar} aria-hidden data-ink>
      {shares.filter(({ value }) => value > 0).map(({ key, value, tone }) => (
        <div key={key} className={classes.share} data-tone={stale || cutOff ? 'calm' : tone} style={{ width: `${(100 * value) / Math.max(1, total)}%` }} />
      ))}
      {mark && <div className={classes.mark} style={{ left: `${100 * mark.at}%` }} title={mark.title} />}
    </div>
  );
}

interface OnuCounts {
  online: number;
  /** Of the online: their OLT is not heard, so they were. */
  online_unheard?: number;
  offline: number;
  /** Of the offline: somebody switched them off, so nothing is wrong with them. */
  disabled?: number;
  unknown: number;
}

/** ONUs as they are, in the same order and colours everywhere. Nobody knows how the last ones are now. */
export function onuShares({ online, online_unheard: unheard = 0, offline, disabled = 0, unknown }: OnuCounts): Share[] {
  return [
    { key: 'online', value: online - unheard, tone: 'good' }, { key: 'offline', value: offline - disabled, tone: 'bad' },
    { key: 'disabled', value: disabled, tone: 'calm' },
    { key: 'unheard', value: unheard, tone: 'calm' }, { key: 'unknown', value: unknown, tone: 'calm' },
  ];
}
