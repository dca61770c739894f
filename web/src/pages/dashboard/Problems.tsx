// SPDX-License-Identifier: Apache-2.0
//
// Current problems, most serious first; problems that have ended are only in the log.
import { Group, Paper, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Incident } from '@/api/incidents';
import { linkOf, useProblems, withoutIncidents, type Problem } from '@/api/problems';
import { useIsCutOff } from '@/live/live';
import { translate } from '@/phrasebook/translate';
import { Age, Badge, Failure, Loading, Num } from '@/ui';
import classes from './dashboard.module.css';
import { Outages } from './Outages';

const SHOWN = 12;

const keyOf = ({ kind, olt, port }: Problem) => `${kind} ${olt ?? ''} ${port ?? ''}`;

/** Those that were not there the last time; none the first time. */
function useNews(problems?: Problem[]): Set<string> {
  const known = useRef<Set<string> | null>(null);
  const before = known.current;
  useEffect(() => {
    if (problems) known.current = new Set(problems.map(keyOf));
  }, [problems]);
  return new Set(before ? (problems ?? []).map(keyOf).filter((key) => !before.has(key)) : []);
}

/** Where it is: an OLT, or a port of it. */
function nameOf({ olt_name: olt, place }: Problem): string {
  return [olt, place].filter(Boolean).join(' · ');
}

function ProblemLine({ problem, isNew }: { problem: Problem; isNew: boolean }) {
  const { t } = useTranslation('dashboard');
  const name = nameOf(problem);
  const more = problem.description || (problem.why ? translate(problem.why) : '');
  return (
    <li className={`${classes.problem} ${isNew ? 'changed' : ''}`}>
      <span><Badge kind="problem" value={problem.severity} /></span>
      <div className={classes.sentence}>
        {name && <Link to={linkOf(problem)} className={classes.olt}>{name}</Link>}
        {name
          ? <span>{t(`problems.kind.${problem.kind}`, { count: problem.count ?? 0 })}</span>
          : <Link to={linkOf(problem)} className={classes.olt}>{t(`problems.kind.${problem.kind}`)}</Link>}
        {more && <span className="quiet"> · {more}</span>}
      </div>
      <span className={classes.affected}>
        {problem.customers !== null && problem.customers > 0
          && t('problems.customers', { count: problem.customers })}
      </span>
      <Text span size="xs" c="dimmed">{problem.since && <Age at={problem.since} />}</Text>
    </li>
  );
}

function Nothing() {
  const { t } = useTranslation('dashboard');
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <IconCircleCheck size={18} className="tone-good" aria-hidden />
      <Text size="sm"><b>{t('problems.none')}.</b> <span className="quiet">{t('problems.noneText')}</span></Text>
    </Group>
  );
}

function Lines({ problems, count, incidents }: { problems: Problem[]; count: number; incidents: Incident[] }) {
  const { t } = useTranslation('dashboard');
  const news = useNews(problems);
  const cutOff = useIsCutOff();
  if (problems.length === 0)
    return cutOff || incidents.length > 0 ? null : <Nothing />;
  const shown = problems.slice(0, SHOWN);
  return (
    <>
      <ul className={classes.problems}>
        {shown.map((problem) => <ProblemLine key={keyOf(problem)} problem={problem} isNew={news.has(keyOf(problem))} />)}
      </ul>
      {count > shown.length && <Text size="sm" c="dimmed" mt="xs">{t('problems.more', { count: count - shown.length })}</Text>}
    </>
  );
}

export function Problems() {
  const { t } = useTranslation(['dashboard', 'incident']);
  const { data, error, refetch } = useProblems();
  const incidents = data?.incidents ?? [];
  const others = data ? withoutIncidents(data) : [];
  const count = data ? data.open_incidents + data.count - (data.results.length - others.length) : 0;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('problems.title')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {t('problems.title')}
          {count > 0 && <Text span ml="sm" size="sm" c="dimmed"><Num value={count} /></Text>}
        </Title>
        <Group gap="md">
          <Text component={Link} to="/incidents" size="sm" className={classes.more}>{t('incident:outages.all')}</Text>
          <Text component={Link} to="/log" size="sm" className={classes.more}>{t('problems.all')}</Text>
        </Group>
      </Group>
      <Failure error={error} retry={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && <Outages incidents={incidents} count={data.open_incidents} />}
      {data && <Lines problems={others} count={count - data.open_incidents} incidents={incidents} />}
    </Paper>
  );
}
