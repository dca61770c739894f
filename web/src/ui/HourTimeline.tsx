// SPDX-License-Identifier: Apache-2.0
//
// An hour (or any range) as bars, one row for each node: planned above, actual below. Late, failed
// and skipped runs can also be distinguished without colours: a line leads from the slot to a late
// start, a cross marks a skipped slot, and the line below describes the run under the pointer or
// the keyboard focus.
import { useEffect, useRef, useState } from 'react';
import { Box, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { translate } from '@/phrasebook/translate';
import { sayDuration, sayTime } from './time';
import { Wide } from './Wide';
import {
  actualSpan, countVerdicts, delaySpan, firstOf, placeOf, spanOf, ticksOf, verdictOf,
  type RunVerdict, type Span, type TimelineRow, type TimelineRun,
} from './timeline';
import classes from './HourTimeline.module.css';

const TICK_MS = 5 * 60_000;

interface HourTimelineProps {
  from: number;
  to: number;
  now: number;
  rows: TimelineRow[];
  onOpen: (execution: number) => void;
}

const styleOf = ({ left, width }: Span) => ({ left: `${left}%`, width: `${width}%` });

const CLASS_OF: Record<RunVerdict, string | undefined> = {
  planned: classes.swatchPlanned,
  waiting: classes.waiting,
  running: classes.isRunning,
  done: classes.done,
  late: classes.late,
  partial: classes.partial,
  failed: classes.failed,
  interrupted: classes.interrupted,
  skipped: classes.swatchSkipped,
};

function useRunWords(now: number) {
  const { t, i18n } = useTranslation('timeline');
  const clock = (at: number) => sayTime(at, i18n.language);
  const span = (ms: number) => sayDuration(ms, i18n.language);
  return (row: TimelineRow, run: TimelineRun): string => {
    const verdict = verdictOf(run, now);
    const parts = [row.label, t(`verdict.${verdict}`)];
    if (verdict === 'skipped' && run.why) parts.push(translate(run.why));
    if (run.due !== undefined) parts.push(t('due', { at: clock(run.due) }));
    if (run.start !== undefined) parts.push(t('began', { at: clock(run.start) }));
    if (run.start !== undefined && run.end !== undefined)
      parts.push(t('took', { span: span(run.end - run.start) }));
    if (run.lateMs && run.lateMs > 1000) parts.push(t('lateBy', { span: span(run.lateMs) }));
    if (run.askedBy) parts.push(t('askedBy', { who: run.askedBy }));
    if (run.message) parts.push(translate(run.message));
    return parts.join(' · ');
  };
}

function Scale({ from, to }: { from: number; to: number }) {
  const { i18n } = useTranslation();
  return (
    <div className={`${classes.row} ${classes.top}`} aria-hidden>
      <span />
      <div className={classes.scale}>
        {ticksOf(from, to, 2 * TICK_MS).map((at) => (
          <span key={at} className={classes.tick} style={{ left: `${placeOf(at, from, to)}%` }}>
            {sayTime(at, i18n.language).slice(0, 5)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RunProps {
  run: TimelineRun;
  words: string;
  from: number;
  to: number;
  now: number;
  onOpen: (execution: number) => void;
  onPoint: (words: string) => void;
}

function Actual({ run, words, from, to, now, onOpen, onPoint }: RunProps) {
  const verdict = verdictOf(run, now);
  const point = { onMouseEnter: () => onPoint(words), onFocus: () => onPoint(words) };
  const open = () => run.execution !== undefined && onOpen(run.execution);
  const span = actualSpan(run, from, to, now);
  const delay = delaySpan(run, from, to);
  if (verdict === 'skipped' || (verdict === 'waiting' && !span)) {
    const at = placeOf(run.planned?.start ?? run.due ?? from, from, to);
    return (
      <button type="button" className={classes.skipped} style={{ left: `${at}%` }} aria-label={words}
        onClick={open} {...point}>
        {verdict === 'skipped' ? '×' : '…'}
      </button>
    );
  }
  if (!span) return null;
  return (
    <>
      {delay && <span className={classes.delay} style={styleOf(delay)} />}
      <button type="button" aria-label={words} style={styleOf(span)} onClick={open} {...point}
        className={`${classes.actual} ${CLASS_OF[verdict] ?? ''} ${verdict === 'running' ? classes.running : ''}`} />
    </>
  );
}

function Planned({ run, from, to }: Pick<RunProps, 'run' | 'from' | 'to'>) {
  if (!run.planned) return null;
  const { start, ms } = run.planned;
  return <span className={classes.planned} style={styleOf(spanOf(start, start + ms, from, to))} />;
}

interface RowProps extends Omit<HourTimelineProps, 'rows'> {
  row: TimelineRow;
  onPoint: (words: string) => void;
}

function Row({ row, from, to, now, onOpen, onPoint }: RowProps) {
  const wordsOf = useRunWords(now);
  return (
    <div className={classes.row} role="group" aria-label={row.label}>
      <div className={classes.label} title={row.hint ?? row.label}>{row.label}</div>
      <div className={classes.track}>
        {ticksOf(from, to, 2 * TICK_MS).map((at) => (
          <span key={at} className={classes.line} style={{ left: `${placeOf(at, from, to)}%` }} />
        ))}
        {now > from && now < to && (
          <span className={classes.now} style={{ left: `${placeOf(now, from, to)}%` }} />
        )}
        {row.runs.map((run) => <Planned key={run.key} run={run} from={from} to={to} />)}
        {row.runs.map((run) => (
          <Actual key={run.key} words={wordsOf(row, run)} {...{ run, from, to, now, onOpen, onPoint }} />
        ))}
      </div>
    </div>
  );
}

const LEGEND: RunVerdict[] = ['planned', 'done', 'late', 'partial', 'failed', 'interrupted', 'skipped', 'running'];

function Legend({ rows, now }: Pick<HourTimelineProps, 'rows' | 'now'>) {
  const { t } = useTranslation('timeline');
  const counts = countVerdicts(rows, now);
  return (
    <Group gap="md" mt="xs">
      {LEGEND.map((verdict) => (
        <Group key={verdict} gap={6} wrap="nowrap">
          <span aria-hidden className={`${classes.swatch} ${CLASS_OF[verdict] ?? ''}`}>
            {verdict === 'skipped' ? '×' : ''}
          </span>
          <Text size="xs" c="dimmed">
            {t(`verdict.${verdict}`)} {counts.get(verdict) ?? 0}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

const MARGIN = 8; // pixels before the first one

/** Where there is too little room for the hour it begins with the first thing in it; whoever scrolls
 * then is left alone. */
function useBegin(from: number, to: number, rows: TimelineRow[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const done = useRef<number>(undefined);
  const first = firstOf(rows, from, to);
  useEffect(() => {
    const box = scroller.current;
    const track = box?.querySelector<HTMLElement>(`.${classes.track}`);
    if (!box || !track || first === undefined || done.current === from) return;
    done.current = from;
    box.scrollLeft = Math.max(0, (track.offsetWidth * placeOf(first, from, to)) / 100 - MARGIN);
  }, [first, from, to]);
  return scroller;
}

export function HourTimeline({ from, to, now, rows, onOpen }: HourTimelineProps) {
  const { t } = useTranslation('timeline');
  const [words, setWords] = useState('');
  const scroller = useBegin(from, to, rows);
  return (
    <Box>
      <Wide label={t('label')} width={640} ref={scroller}>
        <Scale from={from} to={to} />
        {rows.map((row) => <Row key={row.key} onPoint={setWords} {...{ row, from, to, now, onOpen }} />)}
      </Wide>
      <Legend rows={rows} now={now} />
      <Text size="sm" mt="xs" mih="2.6em" aria-live="polite">
        {words || t('pointAtOne')}
      </Text>
    </Box>
  );
}
