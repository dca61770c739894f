// SPDX-License-Identifier: Apache-2.0
import { Paper, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { Bar, Num } from '@/ui';
import { causeWord } from '@/ui/states';
import classes from './dashboard.module.css';

/** Why ONUs are offline, the most frequent first. */
export function Causes({ onus }: { onus: Schemas['OnuTotals'] }) {
  const { t } = useTranslation('dashboard');
  const causes = Object.entries(onus.offline_by_cause as Record<string, number>).sort(([, a], [, b]) => b - a);
  return (
    <Paper withBorder p="sm" mb="sm">
      <Title order={2} size="h3" mb="xs">{t('causes.title')}</Title>
      {causes.length === 0 && <Text size="sm" c="dimmed">{t('causes.none')}</Text>}
      <dl className={classes.causes}>
        {causes.map(([cause, count]) => (
          <div key={cause} className={classes.cause}>
            <dt>
              <Link to={`/onus?cause=${cause}`}>
                {causeWord(t as TFunction, cause)}
              </Link>
            </dt>
            <dd><Bar total={onus.offline} shares={[{ key: cause, value: count, tone: 'bad' }]} /></dd>
            <dd><Num value={count} /></dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
