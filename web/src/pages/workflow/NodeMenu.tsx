// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown, IconArrowUp, IconClockEdit, IconDots, IconLink, IconLinkOff, IconPlayerPlay, IconToggleLeft, IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { jobName } from '@/phrasebook/jobs';
import type { NodeRowProps } from './NodeRow';

const SIZE = 16;

/** All that dragging does too, for those who do not drag. */
function MoveItems({ node, unit, moving, actions, ask }: NodeRowProps) {
  const { t } = useTranslation('workflow');
  if (!moving) return null;
  const isChained = node.id !== unit.node.id;
  const mayChain = !isChained && unit.chain.length === 0 && moving.units.length > 1;
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowUp size={SIZE} />} disabled={!moving.may(node, 'up')} onClick={() => moving.step(node, 'up')}>
        {t('up')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown size={SIZE} />} disabled={!moving.may(node, 'down')} onClick={() => moving.step(node, 'down')}>
        {t('down')}
      </Menu.Item>
      {mayChain && <Menu.Item leftSection={<IconLink size={SIZE} />} onClick={() => ask('chain')}>{t('chainTo')}</Menu.Item>}
      {isChained && (
        <Menu.Item leftSection={<IconLinkOff size={SIZE} />} onClick={() => moving.step(node, 'free')}>{t('free')}</Menu.Item>
      )}
      <Menu.Item leftSection={<IconClockEdit size={SIZE} />} onClick={() => ask('override')}>{t('override')}</Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={SIZE} />} c="var(--tone-bad)" onClick={() => void actions.remove(node)}>
        {t('remove')}
      </Menu.Item>
    </>
  );
}

export function NodeMenu(props: NodeRowProps) {
  const { t } = useTranslation('workflow');
  const { node, unit, actions } = props;
  const hasChain = node.id === unit.node.id && unit.chain.length > 0;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('menu', { name: jobName(node.job_name) })}><IconDots size={18} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlayerPlay size={SIZE} />} onClick={() => void actions.run(node, false)}>{t('run')}</Menu.Item>
        {hasChain && (
          <Menu.Item leftSection={<IconPlayerPlay size={SIZE} />} onClick={() => void actions.run(node, true)}>{t('runAlone')}</Menu.Item>
        )}
        <Menu.Item leftSection={<IconToggleLeft size={SIZE} />} onClick={() => void actions.toggle(node)}>
          {t(node.enabled ? 'disable' : 'enable')}
        </Menu.Item>
        <MoveItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}
