// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sayDuration, useNow } from '@/ui';
import { jobName } from '@/phrasebook/jobs';
import { sayShare, type Poller } from './load';
import classes from './Slots.module.css';

function Work({ poller }: { poller: Poller }) {
  return (
    <>
      <div className={classes.line}>
        <Link to={`/olts/${poller.olt}`}>{poller.olt_name}</Link>
      </div>
      <div className={classes.line}>
        <Link to={`/executions/${poller.execution}`}>{jobName(poller.job_name) || `#${poller.execution}`}</Link>
      </div>
    </>
  );
}

function Slot({ poller, now }: { poller: Poller; now: number }) {
  const { t, i18n } = useTranslation('poller');
  const isBusy = poller.status === 'BUSY';
  const time = poller.since ? sayDuration(Math.max(0, now - Date.parse(poller.since)), i18n.language) : '';
  const percent = Math.min(100, poller.busy_percent);
  const share = sayShare(percent, i18n.language);
  return (
    <li className={classes.slot} data-busy={isBusy}>
      <div className={`${classes.head} num`}>
        <span>{poller.poller_id} · {t(isBusy ? 'busy' : 'free')}</span>
        <span>{isBusy ? time : ''}</span>
      </div>
      {isBusy ? <Work poller={poller} /> : (
        <Text size="xs" c="dimmed" className="num">{t('done', { count: poller.tasks_completed })}</Text>
      )}
      {!isBusy && <Text size="xs" c="dimmed" className="num">{t('busyPercent', { percent: share })}</Text>}
      <div className={classes.bar} aria-hidden><div style={{ width: `${percent}%` }} /></div>
    </li>
  );
}

/** A box for each poller, with what it does now and how busy it has been. */
export function Slots({ pollers }: { pollers: Poller[] }) {
  const { t } = useTranslation('poller');
  const now = useNow();
  return (
    <ul className={classes.grid} aria-label={t('grid')}>
      {pollers.map((poller) => <Slot key={poller.poller_id} poller={poller} now={now} />)}
    </ul>
  );
}
