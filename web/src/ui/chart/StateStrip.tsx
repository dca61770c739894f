// SPDX-License-Identifier: Apache-2.0
// States over time as one strip, whose edges are those of the charts below it. What it says by
// colour it says in words as well: on hover, and as shares of the observed time underneath; beside them how long
// nobody looked.
import { Box, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sayDuration, sayShort } from '../time';
import { numberFormatter } from './intl';
import type { Tone } from '../Badge';
import { PLOT_LEFT, PLOT_RIGHT } from './options';

export type StateTone = Tone | 'unknown';

export interface StateSpan {
  from: number;
  to: number;
  label: string; // in words
  tone: StateTone;
}

interface Props {
  label: string;
  spans: readonly StateSpan[];
  from: number;
  to: number;
}

const HATCHED =
  'repeating-linear-gradient(135deg, var(--mantine-color-gray-5) 0 2px, transparent 2px 7px)';

const FILL: Record<StateTone, string> = {
  good: 'var(--mantine-color-facho-5)',
  busy: 'var(--mantine-color-blue-5)',
  warn: 'var(--mantine-color-yellow-6)',
  bad: 'var(--mantine-color-red-6)',
  calm: 'var(--mantine-color-gray-6)',
  unknown: HATCHED,
};

const LEAST = 0.001; // less is something, and not 0 %

interface Share {
  label: string;
  tone: StateTone;
  ms: number;
}

/** Of the time that was observed, as availability is; only a whole is 100 %. */
function shareText(part: number, language: string): string {
  const digits = part > 0.99 && part < 1 ? 2 : 1;
  const format = numberFormatter(language, { style: 'percent', maximumFractionDigits: digits });
  return part < LEAST ? `<${format.format(LEAST)}` : format.format(part < 1 ? Math.min(part, 0.9999) : 1);
}

/** The longest first; what is called the same counts together. */
function sharesOf(spans: readonly StateSpan[]): Share[] {
  const shares = new Map<string, Share>();
  for (const { label, tone, from, to } of spans) {
    const share = shares.get(label) ?? { label, tone, ms: 0 };
    share.ms += to - from;
    shares.set(label, share);
  }
  return [...shares.values()].sort((a, b) => b.ms - a.ms);
}

function Span({ span, from, to }: { span: StateSpan } & Omit<Props, 'label' | 'spans'>) {
  const { i18n } = useTranslation();
  const when = (at: number) => sayShort(at, i18n.language);
  const percent = (ms: number) => `${(ms / (to - from)) * 100}%`;
  return (
    <Tooltip label={`${span.label}: ${when(span.from)} – ${when(span.to)}`}>
      <div
        style={{
          position: 'absolute',
          top: 0,
          bottom: 0,
          left: percent(span.from - from),
          width: `max(2px, ${percent(span.to - span.from)})`,
          background: FILL[span.tone],
        }}
      />
    </Tooltip>
  );
}

export function StateStrip({ label, spans, from, to }: Props) {
  const { t, i18n } = useTranslation('chart');
  const shown = spans
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.to > span.from);
  const observed = shown.filter(({ tone }) => tone !== 'unknown').reduce((sum, span) => sum + span.to - span.from, 0);
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <Box
        aria-hidden
        data-ink
        pos="relative"
        h={18}
        ml={PLOT_LEFT}
        mr={PLOT_RIGHT}
        bg="var(--mantine-color-default-hover)"
        style={{ borderRadius: 3, overflow: 'hidden' }}
      >
        {shown.map((span) => (
          <Span key={`${span.from}-${span.label}`} span={span} from={from} to={to} />
        ))}
      </Box>
      <Group gap="md" mt={4} ml={PLOT_LEFT}>
        {sharesOf(shown).map(({ label: words, tone, ms }) => (
          <Text key={words} size="xs" c="dimmed">
            <span
              aria-hidden
              data-ink
              style={{
                display: 'inline-block',
                width: 10,
                height: 10,
                borderRadius: 2,
                marginRight: 6,
                background: FILL[tone],
              }}
            />
            {words} {tone === 'unknown' ? sayDuration(ms, i18n.language) : shareText(ms / observed, i18n.language)}
          </Text>
        ))}
      </Group>
      {shown.length === 0 && <VisuallyHidden>{t('empty')}</VisuallyHidden>}
    </figure>
  );
}
