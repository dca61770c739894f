// SPDX-License-Identifier: Apache-2.0
//
// Three independent facts side by side, and the position.
import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { stateWord } from '@/ui/states';
import { Age, Moment } from '@/ui/moments';
import type { Onu } from './model';
import { causeWords } from './sentence';

function Fact({ title, words, children }: { title: string; words: ReactNode; children?: ReactNode }) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">{title}</Text>
      <Text fw={600}>{words}</Text>
      <Text size="xs" c="dimmed" component="div">{children}</Text>
    </Paper>
  );
}

function Presence({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const { is_present: isPresent, first_seen_at: first, last_seen_at: last } = onu.facts.presence;
  return (
    <Fact title={t('fact.presence')} words={t(isPresent ? 'fact.present' : 'fact.absent')}>
      {t('fact.lastSeen')} <Age at={last} /> · {t('fact.firstSeen')} <Moment at={first} />
    </Fact>
  );
}

function Admin({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const { state, label } = onu.facts.admin;
  const words = state === 'disabled' ? 'fact.switchedOff' : state || label ? 'fact.active' : 'fact.unknown';
  return <Fact title={t('fact.admin')} words={t(words)}>{label && t('fact.asTold', { label })}</Fact>;
}

function Run({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const { state, label, since } = onu.facts.run;
  const why = state === 'online' ? '' : causeWords(onu, t);
  const word = state ? stateWord(t as TFunction, state) : (label ?? t('fact.unknown'));
  return (
    <Fact title={t('fact.run')} words={why ? `${word}: ${why}` : word}>
      {since && <>{t('fact.since')} <Moment at={since} /></>}
      {label && <> · {t('fact.asTold', { label })}</>}
    </Fact>
  );
}

function Position({ onu }: { onu: Onu }) {
  const { t } = useTranslation('onu');
  const port = `/onus?olt=${onu.olt}&slot=${onu.slot ?? ''}&port=${onu.port ?? ''}`;
  return (
    <Fact title={t('fact.position')} words={<>{onu.olt_name} · <span className="mono">{onu.place}</span></>}>
      {onu.brand} · <Anchor component={Link} to={port} size="xs" underline="always">{t('fact.samePort')}</Anchor>
    </Fact>
  );
}

export function Facts({ onu }: { onu: Onu }) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="xs">
      <Run onu={onu} />
      <Presence onu={onu} />
      <Admin onu={onu} />
      <Position onu={onu} />
    </SimpleGrid>
  );
}
