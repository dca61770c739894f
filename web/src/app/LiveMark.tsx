// SPDX-License-Identifier: Apache-2.0
//
// Shows whether the page is live. A lost connection is shown clearly, and is restored
// automatically.
import { Tooltip } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '@/live/live';
import { sayDuration, useNow } from '@/ui';
import classes from './shell.module.css';

export function LiveMark() {
  const { t } = useTranslation('app');
  const state = useLiveState();
  return (
    <Tooltip label={t(`live.${state}Text`)}>
      <span className={classes.live} data-state={state} data-testid="live" tabIndex={0} role="status">
        <span className={classes.dot} aria-hidden /><span className={classes.liveWord}>{t(`live.${state}`)}</span>
      </span>
    </Tooltip>
  );
}

function Since({ since }: { since: number }) {
  const { t, i18n } = useTranslation('app');
  const now = useNow();
  return <>{t('live.banner', { span: sayDuration(Math.max(1000, Math.floor((now - since) / 1000) * 1000), i18n.language) })}</>;
}

export function CutOffBanner() {
  const isLost = useLiveState() === 'lost';
  const [since, setSince] = useState(0);
  useEffect(() => {
    if (isLost) setSince(Date.now());
  }, [isLost]);
  if (!isLost || !since) return null;
  return (
    <div className={classes.banner} role="alert" data-testid="cut-off">
      <IconPlugConnectedX size={18} aria-hidden /><span><Since since={since} /></span>
    </div>
  );
}
