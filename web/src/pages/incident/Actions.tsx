// SPDX-License-Identifier: Apache-2.0
//
// Actions with one click: read again, acknowledge, take it, silence it. Actions that need text open
// a panel below.
import { Button, Menu } from '@mantine/core';
import {
  IconBellOff, IconCheck, IconChevronDown, IconEye, IconNote, IconRotate, IconTool, IconUserCheck, IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { isGoingOn } from '@/api/incidents';
import { Can, useCan, useMe } from '@/api/me';
import { confirm } from '@/ui';
import { tomorrowAt } from '@/ui/zoned';
import type { Panel } from './Panels';
import type { useActs } from './useActs';

type Whole = Schemas['Incident'];

interface Props {
  incident: Whole;
  acts: ReturnType<typeof useActs>;
  open: (panel: Panel) => void;
}

const HOUR_MS = 3_600_000;

function Silence({ acts }: Pick<Props, 'acts'>) {
  const { t } = useTranslation('incident');
  const isAdmin = useCan('admin');
  const after = (hours: number) => () => void acts.silence(new Date(Date.now() + hours * HOUR_MS).toISOString());
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBellOff size={16} />} rightSection={<IconChevronDown size={14} />}
          loading={acts.busy === 'silence'}>{t('silence.do')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={after(1)}>{t('silence.hour')}</Menu.Item>
        <Menu.Item onClick={after(4)}>{t('silence.hours')}</Menu.Item>
        <Menu.Item onClick={() => void acts.silence(earlier(tomorrowAt('08:00'), isAdmin))}>{t('silence.tomorrow')}</Menu.Item>
        <Menu.Item onClick={() => void acts.silence(null)}>{t('silence.end')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** An operator silences for a day at most, and tomorrow's morning may be farther. */
function earlier(until: string, isAdmin: boolean): string {
  const day = Date.now() + 24 * HOUR_MS - 60_000;
  return isAdmin || Date.parse(until) <= day ? until : new Date(day).toISOString();
}

function More({ incident, acts, open }: Props) {
  const { t } = useTranslation('incident');
  const isOpen = isGoingOn(incident);
  const deny = async () => {
    if (await confirm({ title: t('notTrue.ask'), text: t('notTrue.text'), action: t('notTrue.do') }))
      await acts.act('close', { reason: 'false_alarm', false_alarm: true });
  };
  return (
    <Menu>
      <Menu.Target><Button variant="default" rightSection={<IconChevronDown size={14} />}>{t('more_actions')}</Button></Menu.Target>
      <Menu.Dropdown>
        {isOpen && <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => open('assign')}>{t('assign.do')}</Menu.Item>}
        <Menu.Item leftSection={<IconTool size={16} />} onClick={() => open('real_cause')}>{t('realCause.do')}</Menu.Item>
        {isOpen && <Menu.Item leftSection={<IconX size={16} />} onClick={() => open('close')}>{t('close.do')}</Menu.Item>}
        {isOpen && <Menu.Item leftSection={<IconX size={16} />} onClick={() => void deny()}>{t('notTrue.do')}</Menu.Item>}
        {(incident.state === 'closed' || incident.state === 'resolved') && (
          <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => void acts.act('reopen')}>{t('reopen')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export function Actions({ incident, acts, open }: Props) {
  const { t } = useTranslation('incident');
  const me = useMe();
  const isOpen = isGoingOn(incident);
  return (
    <>
      <Can role="operator">
        {isOpen && (
          <Button variant="default" leftSection={<IconEye size={16} />} loading={acts.busy === 'look'} onClick={() => void acts.act('look')}>
            {t('look')}
          </Button>
        )}
        {isOpen && (incident.acked_at
          ? <Button variant="default" loading={acts.busy === 'unack'} onClick={() => void acts.act('unack')}>{t('unack')}</Button>
          : <Button leftSection={<IconCheck size={16} />} loading={acts.busy === 'ack'} onClick={() => void acts.act('ack')}>{t('ack')}</Button>)}
        {isOpen && incident.owner !== me.username && (
          <Button variant="default" leftSection={<IconUserCheck size={16} />} loading={acts.busy === 'assign'}
            onClick={() => void acts.act('assign', { owner: me.username })}>{t('take')}</Button>
        )}
        <Button variant="default" leftSection={<IconNote size={16} />} onClick={() => open('note')}>{t('note.do')}</Button>
        {isOpen && <Silence acts={acts} />}
        <More incident={incident} acts={acts} open={open} />
      </Can>
    </>
  );
}
