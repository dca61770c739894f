// SPDX-License-Identifier: Apache-2.0
//
// The pollers in the last hour, by minute: three small lines.
import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useApi } from '@/api/query';
import { sayDuration } from '@/ui';
import classes from './dashboard.module.css';

const MINUTES = 60;
const WIDTH = 240;
const HEIGHT = 36;

type Stat = Schemas['PollerStat'];

/** A minute without figures breaks the line: it was not zero, nobody knows. */
function pathOf(stats: Stat[], valueOf: (stat: Stat) => number, max: number): string {
  const end = new Date(stats[stats.length - 1].at ?? 0).getTime();
  let before = Number.NEGATIVE_INFINITY;
  return stats.map((stat) => {
    const at = new Date(stat.at ?? 0).getTime();
    const x = WIDTH - ((end - at) / 60_000 / (MINUTES - 1)) * WIDTH;
    const y = HEIGHT - 2 - (valueOf(stat) / max) * (HEIGHT - 4);
    const isGap = at - before > 150_000;
    before = at;
    return `${isGap ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}

interface TrendProps {
  label: string;
  stats: Stat[];
  valueOf: (stat: Stat) => number;
  say: (value: number) => string;
  least: number;
}

function Trend({ label, stats, valueOf, say, least }: TrendProps) {
  const { t } = useTranslation('dashboard');
  const top = Math.max(...stats.map(valueOf));
  const last = valueOf(stats[stats.length - 1]);
  return (
    <div className={classes.trend}>
      <span>{label}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={classes.line} role="img"
        aria-label={t('trends.said', { label, last: say(last), top: say(top) })}>
        <path d={pathOf(stats, valueOf, Math.max(least, top))} />
      </svg>
      <span className="num">{say(last)}</span>
    </div>
  );
}

export function Trends() {
  const { t, i18n } = useTranslation('dashboard');
  const { data } = useApi('/api/v1/pollers/history/', { query: { ordering: '-at', page_size: MINUTES } }, { everyMs: 30_000 });
  const stats = [...(data?.results ?? [])].reverse();
  if (stats.length < 2) return null;
  const number = (digits: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits });
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h3" mb="xs">{t('trends.title')}</Title>
      <Trend label={t('trends.busy')} stats={stats} valueOf={(stat) => stat.busy_percent ?? 0} least={10}
        say={(value) => `${number(1).format(value)} %`} />
      <Trend label={t('trends.queue')} stats={stats} valueOf={(stat) => stat.queue ?? 0} least={5}
        say={(value) => number(0).format(value)} />
      <Trend label={t('trends.late')} stats={stats} valueOf={(stat) => stat.late_p99_ms ?? 0} least={1000}
        say={(value) => sayDuration(value, i18n.language)} />
    </Paper>
  );
}
