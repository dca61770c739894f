// SPDX-License-Identifier: Apache-2.0
import { Group as Row, Paper, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { useIsCutOff } from '@/live/live';
import { saidOf } from '@/said/said';
import { Age, Badge, Empty } from '@/ui';
import classes from './dashboard.module.css';

type Problem = Schemas['Problem'];

const LEVELS: Record<Exclude<Problem['kind'], 'violation'>, string> = {
  critical: 'CRITICAL', error: 'ERROR', warning: 'WARNING',
};

const RANK: Problem['kind'][] = ['critical', 'error', 'violation', 'warning'];

const keyOf = (problem: Problem) => `${problem.at} ${problem.kind} ${problem.olt} ${problem.message}`;

interface Group {
  worst: Problem;
  others: number;
}

/** An OLT in trouble has many to tell: its worst is shown, the newest of those, and how many more. */
function byOlt(problems: Problem[]): Group[] {
  const groups = new Map<string, Group>();
  problems.forEach((problem, i) => {
    const key = problem.olt == null ? `none ${i}` : String(problem.olt);
    const group = groups.get(key);
    if (!group) groups.set(key, { worst: problem, others: 0 });
    else {
      group.others++;
      if (RANK.indexOf(problem.kind) < RANK.indexOf(group.worst.kind)) group.worst = problem;
    }
  });
  return [...groups.values()];
}

/** Those that were not there the last time; none the first time. */
function useNews(problems: Problem[]): Set<string> {
  const known = useRef<Set<string> | null>(null);
  const before = known.current;
  useEffect(() => {
    known.current = new Set(problems.map(keyOf));
  }, [problems]);
  return new Set(before ? problems.map(keyOf).filter((key) => !before.has(key)) : []);
}

/** The sentence without the OLT's name, which has its own place here. */
function sentenceOf(problem: Problem): string {
  const message = saidOf(problem);
  const name = problem.olt_name;
  if (!name || !message.startsWith(name)) return message;
  return message.slice(name.length).replace(/^:? /, '');
}

function ProblemLine({ group: { worst, others }, isNew }: { group: Group; isNew: boolean }) {
  const { t } = useTranslation('dashboard');
  return (
    <li className={`${classes.problem} ${isNew ? 'changed' : ''}`}>
      <span>
        {worst.kind === 'violation' ? <Badge kind="severity" value={worst.message} />
          : <Badge kind="level" value={LEVELS[worst.kind]} />}
      </span>
      <div className={classes.sentence}>
        {worst.olt != null && <Link to={`/olts/${worst.olt}`} className={classes.olt}>{worst.olt_name}</Link>}
        <span>{worst.kind === 'violation' ? t('problems.violation') : sentenceOf(worst)}</span>
        {others > 0 && <Link to={`/log?olt=${worst.olt}`} className={classes.rest}>{t('problems.more', { count: others })}</Link>}
      </div>
      <Text span size="xs" c="dimmed"><Age at={worst.at} /></Text>
    </li>
  );
}

export function Problems({ problems }: { problems: Problem[] }) {
  const { t } = useTranslation('dashboard');
  const news = useNews(problems);
  const cutOff = useIsCutOff();
  return (
    <Paper withBorder p="sm" h="100%">
      <Row justify="space-between" mb="xs">
        <Title order={2} size="h3">{t('problems.title')}</Title>
        <Text component={Link} to="/log" size="sm" className={classes.more}>{t('problems.all')}</Text>
      </Row>
      {problems.length === 0 && !cutOff && <Empty icon={IconCircleCheck} title={t('problems.none')} text={t('problems.noneText')} />}
      <ul className={classes.problems}>
        {byOlt(problems).map((group) => <ProblemLine key={keyOf(group.worst)} group={group} isNew={news.has(keyOf(group.worst))} />)}
      </ul>
    </Paper>
  );
}
