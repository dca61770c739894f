// SPDX-License-Identifier: Apache-2.0
//
// What is going on, one line for one cause: where, how many customers, why, since when, who has it.
import { Anchor, Group, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { causeText, isSilent, placeOf, type Incident } from '@/api/incidents';
import { Age, Badge, Num, useMark, Wide } from '@/ui';
import classes from './dashboard.module.css';

const linkOf = ({ id }: Incident) => `/incidents/${id}`;

function Who({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incident');
  return <>{incident.owner || incident.acked_by || <span className="quiet">{t('nobody')}</span>}</>;
}

/** Of an OLT that is silent: how many we do not see. */
function Customers({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['incident', 'dashboard']);
  if (isSilent(incident) && !incident.affected && incident.at_risk)
    return <span className="quiet">{t('notSeen', { count: incident.at_risk })}</span>;
  return <b><Num value={incident.affected} /></b>;
}

/** That it is ending, or not sure yet. */
function State({ incident: { state } }: { incident: Incident }) {
  return state === 'open' ? null : <Badge kind="incident" value={state} />;
}

function Row({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incident');
  const mark = useMark(incident.version);
  return (
    <Table.Tr className={mark}>
      <Table.Td><Badge kind="problem" value={incident.severity} /></Table.Td>
      <Table.Td><Anchor component={Link} to={linkOf(incident)} size="sm" fw={600} mr="xs">{placeOf(t as TFunction, incident)}</Anchor><State incident={incident} /></Table.Td>
      <Table.Td ta="right"><Customers incident={incident} /></Table.Td>
      <Table.Td>{causeText(t as TFunction, incident)}</Table.Td>
      <Table.Td><Age at={incident.since_at} /></Table.Td>
      <Table.Td><Who incident={incident} /></Table.Td>
    </Table.Tr>
  );
}

/** On a phone. */
function Card({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['incident', 'dashboard']);
  return (
    <li className={classes.outage}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs"><Badge kind="problem" value={incident.severity} /><State incident={incident} /></Group>
        <Text span size="xs" c="dimmed"><Age at={incident.since_at} /></Text>
      </Group>
      <Anchor component={Link} to={linkOf(incident)} size="sm" fw={600}>{placeOf(t as TFunction, incident)}</Anchor>
      <Text size="sm">
        {isSilent(incident) && !incident.affected ? <Customers incident={incident} /> : <b>{t('dashboard:problems.customers', { count: incident.affected ?? 0 })}</b>}
        {' · '}{causeText(t as TFunction, incident)}
      </Text>
      <Text size="xs" c="dimmed">{t('who')}: <Who incident={incident} /></Text>
    </li>
  );
}

export function Outages({ incidents, count }: { incidents: Incident[]; count: number }) {
  const { t } = useTranslation('incident');
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  if (!incidents.length) return null;
  const heads = [t('severity'), t('place'), t('customers'), t('cause'), t('since'), t('who')];
  return (
    <div data-testid="outages">
      {isPhone ? <ul className={classes.problems}>{incidents.map((one) => <Card key={one.id} incident={one} />)}</ul> : (
        <Wide label={t('title')} width={720}>
          <Table verticalSpacing={5} fz="sm">
            <Table.Thead>
              <Table.Tr>{heads.map((head) => <Table.Th key={head} ta={head === t('customers') ? 'right' : undefined}>{head}</Table.Th>)}</Table.Tr>
            </Table.Thead>
            <Table.Tbody>{incidents.map((one) => <Row key={one.id} incident={one} />)}</Table.Tbody>
          </Table>
        </Wide>
      )}
      {count > incidents.length && (
        <Anchor component={Link} to="/incidents?open=true" size="sm">{t('outages.more', { count: count - incidents.length })}</Anchor>
      )}
    </div>
  );
}
