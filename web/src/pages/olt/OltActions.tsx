// SPDX-License-Identifier: Apache-2.0
//
// The actions on one OLT, the required role, and the message when they are done.
import { useState } from 'react';
import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import {
  IconBolt, IconDots, IconHeartbeat, IconPencil, IconPlayerPlay, IconPower, IconStethoscope, IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { api, ok } from '@/api/client';
import { Can, useCan } from '@/api/me';
import { afterMenu, confirm, notify } from '@/ui';
import { TestPanel } from './TestPanel';
import type { Health, Olt } from './olt';

/** Do it, say that it is done, and ask anew for everything that is shown. */
function useDo() {
  const client = useQueryClient();
  return async (action: () => Promise<unknown>, words: string) => {
    try {
      await action();
      notify.done(words);
      await client.invalidateQueries();
      return true;
    } catch (error) {
      notify.failed(error);
      return false;
    }
  };
}

export function useOltActions(olt: Pick<Olt, 'id' | 'name'>) {
  const { t } = useTranslation('olt');
  const run = useDo();
  const name = olt.name ?? '';
  const params = { path: { id: String(olt.id) } };
  return {
    run: () => run(() => ok(api.POST('/api/v1/olts/{id}/run/', { params })), t('done.run', { name })),
    enable: () => run(() => ok(api.POST('/api/v1/olts/{id}/enable/', { params })), t('done.enable', { name })),
    revive: () => run(() => ok(api.POST('/api/v1/olts/{id}/revive/', { params })), t('done.revive', { name })),
    async disable() {
      if (!(await confirm({ title: t('ask.disable', { name }), text: t('ask.disableText'), action: t('action.disable') })))
        return;
      await run(() => ok(api.POST('/api/v1/olts/{id}/disable/', { params })), t('done.disable', { name }));
    },
    async standard() {
      let words = '';
      await run(async () => {
        const { applied, already } = await ok(api.POST('/api/v1/olts/{id}/standard/', { params }));
        words = t('done.standard', { count: applied, already });
      }, '').then((isDone) => isDone && notify.done(words));
    },
    async remove() {
      const question = { title: t('ask.delete', { name }), text: t('ask.deleteText'), action: t('action.delete'), danger: true };
      return (await confirm(question)) &&
        run(() => ok(api.DELETE('/api/v1/olts/{id}/', { params, body: {} })), t('done.delete', { name }));
    },
  };
}

function More({ olt, onTest }: { olt: Olt; onTest: () => void }) {
  const { t } = useTranslation('olt');
  const navigate = useNavigate();
  const actions = useOltActions(olt);
  const isAdmin = useCan('admin');
  const remove = async () => {
    if (await actions.remove()) void navigate('/olts');
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('action.more')}><IconDots size={18} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconStethoscope size={16} />} onClick={onTest}>{t('action.test')}</Menu.Item>
        {olt.enabled
          ? <Menu.Item leftSection={<IconPower size={16} />} onClick={() => void actions.disable()}>{t('action.disable')}</Menu.Item>
          : <Menu.Item leftSection={<IconPower size={16} />} onClick={() => void actions.enable()}>{t('action.enable')}</Menu.Item>}
        {isAdmin && (
          <>
            <Menu.Item leftSection={<IconBolt size={16} />} onClick={() => void actions.standard()}>{t('action.standard')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>{t('action.delete')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export function OltActions({ olt, health }: { olt: Olt; health: Health }) {
  const { t } = useTranslation('olt');
  const [isTesting, setTesting] = useState(false);
  const actions = useOltActions(olt);
  return (
    <Can role="operator">
      {(health.state === 'suspended' || health.state === 'not_answering') && (
        <Button variant="default" leftSection={<IconHeartbeat size={16} />} onClick={() => void actions.revive()}>
          {t('action.revive')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => void actions.run()}>
        {t('action.run')}
      </Button>
      <Can role="admin">
        <Button variant="default" component={Link} to={`/olts/${olt.id}/edit`} leftSection={<IconPencil size={16} />}>
          {t('action.edit')}
        </Button>
      </Can>
      <More olt={olt} onTest={() => afterMenu(() => setTesting(true))} />
      <Modal opened={isTesting} onClose={() => setTesting(false)} size="lg" title={t('test.title', { name: olt.name })}>
        <TestPanel request={{ id: String(olt.id), body: {} }} startAtOnce />
      </Modal>
    </Can>
  );
}
