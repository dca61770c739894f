// SPDX-License-Identifier: Apache-2.0
//
// The only place where states have colours. A badge has an icon and a word, never only a colour;
// red means that action is required; and values that may be old are never green.
import {
  IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleMinus, IconCircleX, IconLoader2,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useIsCutOff } from '@/live/live';
import type { Speech } from './list/text';
import { causeWord, stateWord } from './states';

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'calm';
export type BadgeKind =
  | 'execution' | 'olt' | 'onu' | 'cause' | 'severity' | 'quota' | 'level' | 'plan' | 'role' | 'enabled' | 'attempt' | 'column'
  | 'port' | 'problem' | 'incident' | 'delivery' | 'channel' | 'span';

const TONES: Record<BadgeKind, Record<string, Tone>> = {
  execution: {
    PENDING: 'calm', BETWEEN_SLICES: 'calm', RUNNING: 'busy', SUCCESS: 'good', PARTIAL: 'warn', FAILED: 'bad', INTERRUPTED: 'calm',
  },
  attempt: { RUNNING: 'busy', SUCCESS: 'good', PARTIAL: 'warn', FAILED: 'bad', INTERRUPTED: 'calm' },
  olt: {
    up: 'good', failing: 'warn', down: 'bad', not_answering: 'bad', suspended: 'bad', disabled: 'calm', deleted: 'calm', unknown: 'calm', new: 'calm',
  },
  onu: {
    online: 'good', offline: 'bad', disabled: 'calm', enabled: 'good', transitional: 'busy', fault: 'bad', absent: 'calm', module_absent: 'bad', module_fault: 'bad',
    unknown: 'calm', stale: 'calm',
  },
  cause: {
    los_port: 'bad', los_onu: 'bad', power: 'warn', signal: 'bad', admin: 'calm', reset: 'warn', rogue: 'bad', unknown: 'bad',
  },
  severity: { LOW: 'calm', MEDIUM: 'warn', HIGH: 'bad', CRITICAL: 'bad' },
  quota: {
    IN_PROGRESS: 'busy', COMPLETED: 'good', PARTIAL: 'warn', QUOTA_NOT_MET: 'bad', FAILED: 'bad', INTERRUPTED: 'calm',
    AT_RISK: 'warn',
  },
  level: { DEBUG: 'calm', INFO: 'calm', WARNING: 'warn', ERROR: 'bad', CRITICAL: 'bad' },
  plan: { ACTIVE: 'busy', COMPLETED: 'good', SUPERSEDED: 'calm', ABORTED: 'warn' },
  role: { viewer: 'calm', operator: 'busy', admin: 'warn' },
  enabled: { true: 'good', false: 'calm' },
  port: { up: 'good', partly: 'warn', dark: 'bad', down: 'calm', empty: 'calm', unknown: 'calm', disabled: 'calm', unheard: 'calm' },
  problem: { critical: 'bad', major: 'warn', minor: 'calm', info: 'calm' },
  incident: { suspect: 'busy', open: 'bad', recovering: 'warn', resolved: 'good', closed: 'calm', dismissed: 'calm', merged: 'calm' },
  delivery: { queued: 'calm', sending: 'busy', sent: 'good', confirmed: 'good', unsure: 'warn', dead: 'bad', dropped: 'calm' },
  channel: { ok: 'good', failing: 'bad', off: 'calm', untested: 'warn' },
  span: { now: 'busy', later: 'calm', over: 'calm' },
  column: { answers: 'good', unsupported: 'calm', slow: 'warn' },
};

const MARKS: Record<Tone, typeof IconCircleCheck> = {
  good: IconCircleCheck, busy: IconLoader2, warn: IconAlertTriangle, bad: IconCircleX, calm: IconCircleMinus,
};

export function toneOf(kind: BadgeKind, value: string): Tone {
  return TONES[kind][value] ?? (kind === 'onu' ? TONES.cause[value] : undefined) ?? 'calm';
}

/** What a badge says. */
export function badgeWord(t: TFunction, kind: BadgeKind, value: string): string {
  if (kind === 'onu') return stateWord(t, value);
  return kind === 'cause' ? causeWord(t, value) : t(`state.${kind}.${value}`, { defaultValue: value });
}

export interface BadgeProps {
  kind: BadgeKind;
  value?: string | boolean | null;
  /** It was so, and nobody knows whether it still is. */
  stale?: boolean;
  /** Another word than the state's own; and more about it. */
  label?: string;
  hint?: string;
}

export function Badge({ kind, value, stale = false, label, hint }: BadgeProps) {
  const { t } = useTranslation();
  const cutOff = useIsCutOff();
  if (value == null || value === '') return <span className="quiet">–</span>;
  const text = String(value);
  const tone = toneOf(kind, text);
  const isOld = stale || cutOff;
  const Mark = isOld ? IconCircleDashed : MARKS[tone];
  const more = [hint, isOld && t('stale')].filter(Boolean).join(' · ');
  return (
    <span className="badge" data-tone={isOld ? 'calm' : tone} data-stale={isOld || undefined} title={more || undefined}>
      <Mark size={13} aria-hidden />
      {label ?? badgeWord(t, kind, text)}
    </span>
  );
}

Badge.asText = ({ kind, value, label }: BadgeProps, { t }: Speech) =>
  label ?? (value === null || value === undefined || value === '' ? '' : badgeWord(t, kind, String(value)));
