// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Bar, Duration, Num, onuShares, useNow } from '@/ui';
import classes from './dashboard.module.css';
import { Part, Tile } from './Tile';
import { useLivePollers } from './pollers';

const HOUR_MS = 3_600_000;

export function OltsTile({ olts }: { olts: Schemas['OltTotals'] }) {
  const { t } = useTranslation('dashboard');
  const asked = olts.up + olts.new + olts.down + olts.not_answering + olts.suspended;
  return (
    <Tile title={t('olts.title')} to="/olts" value={<Num value={olts.up} />} unit={t('olts.of', { count: asked })}
      tone={asked > 0 && olts.up === asked ? 'good' : undefined}>
      <Bar total={asked} shares={[
        { key: 'up', value: olts.up, tone: 'good' }, { key: 'down', value: olts.down, tone: 'warn' },
        { key: 'not_answering', value: olts.not_answering, tone: 'bad' },
        { key: 'suspended', value: olts.suspended, tone: 'bad' }, { key: 'new', value: olts.new, tone: 'calm' },
      ]} />
      <div className={classes.parts}>
        <Part label={t('olts.down', { count: olts.down })} value={olts.down} tone="warn" to="/olts?state=failing" />
        <Part label={t('olts.not_answering', { count: olts.not_answering })} value={olts.not_answering} tone="bad" to="/olts?state=not_answering" />
        <Part label={t('olts.suspended', { count: olts.suspended })} value={olts.suspended} tone="bad" to="/olts?state=suspended" />
        {olts.new > 0 && <Part label={t('olts.new', { count: olts.new })} value={olts.new} to="/olts?state=new" />}
        <Part label={t('olts.disabled', { count: olts.disabled })} value={olts.disabled} to="/olts?state=disabled" />
      </div>
    </Tile>
  );
}

export function OnusTile({ onus, olts }: { onus: Schemas['OnuTotals']; olts: Schemas['OltTotals'] }) {
  const { t, i18n } = useTranslation(['dashboard', 'common']);
  const heard = onus.online - onus.online_unheard;
  const known = onus.online + onus.offline;
  const percent = known ? (100 * heard) / known : 0;
  const shown = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: percent > 99 ? 2 : 1 }).format(percent);
  return (
    <Tile title={t('onus.title')} to="/onus" value={<Num value={heard} />} unit={known ? t('onus.online', { percent: shown }) : t('onus.onlineOnly')}>
      <Bar total={onus.present} shares={onuShares(onus)} />
      <div className={classes.parts}>
        <Part label={t('onus.offline', { count: onus.offline })} value={onus.offline} tone="bad" to="/onus?is_offline=true" />
        {onus.online_unheard > 0 && <Part label={t('onus.unheard', { count: onus.online_unheard })} value={onus.online_unheard} to={`/olts?state=${olts.not_answering ? 'not_answering' : 'suspended'}`} />}
        {onus.unknown > 0 && <Part label={t('common:onus.unknown')} value={onus.unknown} to="/onus?is_unknown=true" />}
        <Part label={t('onus.absent', { count: onus.absent })} value={onus.absent} to="/onus?is_present=false" />
        {onus.duplicate > 0 && <Part label={t('onus.duplicate', { count: onus.duplicate })} value={onus.duplicate} tone="warn" to="/onus?is_duplicate=true" />}
      </div>
    </Tile>
  );
}

/** Those whose light is bad in either direction, and those that get less of it than they did. */
export function LightTile({ levels }: { levels: Schemas['LevelTotals'] }) {
  const { t } = useTranslation('dashboard');
  const judged = levels.bad + levels.warn + levels.good;
  return (
    <Tile title={t('light.title')} to="/light" value={<Num value={levels.bad} />} unit={t('light.bad')} tone={levels.bad > 0 ? 'bad' : undefined}>
      <Bar total={judged} shares={[
        { key: 'bad', value: levels.bad, tone: 'bad' }, { key: 'warn', value: levels.warn, tone: 'warn' },
        { key: 'good', value: levels.good, tone: 'good' },
      ]} />
      <div className={classes.parts}>
        <Part label={t('light.week', { count: levels.worse_7d })} value={levels.worse_7d} tone="warn" to="/light/week" />
        <Part label={t('light.month', { count: levels.worse_30d })} value={levels.worse_30d} to="/light/month" />
        <Part label={t('light.weak', { count: levels.warn })} value={levels.warn} to="/light?quality=warn" />
      </div>
    </Tile>
  );
}

export function ExecutionsTile({ runs }: { runs: Schemas['RunTotals'] }) {
  const { t } = useTranslation('dashboard');
  const ended = runs.SUCCESS + runs.PARTIAL + runs.FAILED + runs.INTERRUPTED;
  return (
    <Tile title={t('runs.title')} to="/executions" value={<Num value={ended} />} unit={t('runs.hour')}>
      <Bar total={ended} shares={[
        { key: 'ok', value: runs.SUCCESS, tone: 'good' }, { key: 'partial', value: runs.PARTIAL, tone: 'warn' },
        { key: 'failed', value: runs.FAILED, tone: 'bad' }, { key: 'stopped', value: runs.INTERRUPTED, tone: 'calm' },
      ]} />
      <div className={classes.parts}>
        <Part label={t('runs.failed', { count: runs.FAILED })} value={runs.FAILED} tone="bad" to="/executions?state=FAILED" />
        <Part label={t('runs.partial', { count: runs.PARTIAL })} value={runs.PARTIAL} tone="warn" to="/executions?state=PARTIAL" />
        <Part label={t('runs.late', { count: runs.late })} value={runs.late} to="/executions?late=1&queued_at__gte=-3600s&ordering=-late_ms" />
        <Part label={t('runs.running', { count: runs.RUNNING })} value={runs.RUNNING} to="/executions?state=RUNNING" />
      </div>
    </Tile>
  );
}

export function QuotasTile({ quotas }: { quotas: Schemas['QuotaTotals'] }) {
  const { t, i18n } = useTranslation('dashboard');
  const now = useNow();
  const percent = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(quotas.percent);
  return (
    <Tile title={t('quotas.title')} to="/quotas" value={`${percent} %`} unit={t('quotas.hour')}>
      <Bar total={quotas.required} mark={{ at: (now % HOUR_MS) / HOUR_MS, title: t('quotas.now') }}
        shares={[{ key: 'done', value: quotas.completed, tone: 'busy' }]} />
      <div className={classes.parts}>
        <span className={classes.part}>
          {t('quotas.done', {
            done: new Intl.NumberFormat(i18n.language).format(quotas.completed),
            count: quotas.required, required: new Intl.NumberFormat(i18n.language).format(quotas.required),
          })}
        </span>
        <Part label={t('quotas.violations', { count: quotas.open_violations })} value={quotas.open_violations} tone="bad" to="/violations" />
      </div>
    </Tile>
  );
}

export function PollersTile({ pollers }: { pollers: Schemas['Dashboard']['pollers'] }) {
  const { t, i18n } = useTranslation('dashboard');
  const live = useLivePollers(pollers);
  if (!live) return <Tile title={t('pollers.title')} to="/pollers" value="–" unit={t('pollers.none')} />;
  const percent = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: live.busyPercent < 10 ? 1 : 0 }).format(live.busyPercent);
  return (
    <Tile title={t('pollers.title')} to="/pollers" value={`${percent} %`} tone={live.isSaturated ? 'bad' : undefined}
      unit={live.isSaturated ? t('pollers.saturated') : t('pollers.busy', { busy: live.busy, total: live.total })}>
      <Bar total={100} shares={[{ key: 'busy', value: live.busyPercent, tone: live.isSaturated ? 'bad' : 'busy' }]} />
      <div className={classes.parts}>
        <Part label={t('pollers.queue', { count: live.queue })} value={live.queue} to="/pollers" />
        <span className={classes.part}>{t('pollers.late')} <Duration ms={live.lateP99Ms} /></span>
      </div>
    </Tile>
  );
}
