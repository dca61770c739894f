// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconBan, IconKey, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { Can, useCan } from '@/api/me';
import { Age, Badge, type Column, confirm, DataList, Dialog, Empty, Moment, MOMENT_WIDTH, notify, Page, type Speech } from '@/ui';
import { TokenForm } from './TokenForm';

type Token = Schemas['Token'];

const isOver = (token: Token) => !!token.expires_at && Date.parse(token.expires_at) < Date.now();

const stateOf = (token: Token) => (token.revoked_at ? 'revoked' : isOver(token) ? 'expired' : 'good');

function State({ token }: { token: Token }) {
  const { t } = useTranslation('token');
  const state = stateOf(token);
  return <Badge kind="enabled" value={state === 'good'} label={t(state)} />;
}

State.asText = ({ token }: { token: Token }, { t }: Speech) => t(`token:${stateOf(token)}`);

function Revoke({ token }: { token: Token }) {
  const { t } = useTranslation('token');
  const client = useQueryClient();
  const revoke = async () => {
    const isSure = await confirm({ title: t('ask', { name: token.name }), text: t('askText'), action: t('revoke'), danger: true });
    if (!isSure) return;
    try {
      await ok(api.DELETE('/api/v1/tokens/{id}/', { params: { path: { id: String(token.id) } } }));
      notify.done(t('done', { name: token.name }));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    }
  };
  if (token.revoked_at) return null;
  return (
    <Tooltip label={t('revoke')}>
      <ActionIcon variant="subtle" color="red" aria-label={t('revokeOne', { name: token.name })} onClick={() => void revoke()}>
        <IconBan size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function useColumns(): Column<Token>[] {
  const { t } = useTranslation('token');
  const isAdmin = useCan('admin');
  const columns: Column<Token>[] = [
    { key: 'name', header: t('name'), sortable: true, minWidth: 160 },
    { key: 'user_name', header: t('user'), sortable: true, width: 150 },
    { key: 'role', header: t('role'), sortable: true, width: 130, render: (row) => <Badge kind="role" value={row.role} /> },
    { key: 'revoked_at', header: t('state'), sortable: true, width: 140, render: (row) => <State token={row} /> },
    { key: 'expires_at', header: t('expires'), sortable: true, ...MOMENT_WIDTH, render: (row) => (row.expires_at ? <Moment at={row.expires_at} /> : t('never')) },
    { key: 'last_used_at', header: t('used'), sortable: true, width: 140, render: (row) => <Age at={row.last_used_at} /> },
    { key: 'created_at', header: t('made'), sortable: true, width: 140, hidden: true, render: (row) => <Age at={row.created_at} /> },
  ];
  return isAdmin ? [...columns, { key: 'id', header: t('revoke'), isAction: true, width: 100, render: (row) => <Revoke token={row} /> }] : columns;
}

export function Component() {
  const { t } = useTranslation(['token', 'common']);
  const [isOpen, setOpen] = useState(false);
  const columns = useColumns();
  return (
    <Page title={t('title')} actions={(
      <Can role="admin"><Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>{t('add')}</Button></Can>
    )}>
      <DataList<Token> path="/api/v1/tokens/" label={t('title')} storageKey="tokens" ordering="-created_at" columns={columns}
        filters={[{ key: 'user', label: t('user'), kind: 'thing', path: '/api/v1/users/' }]}
        empty={<Empty icon={IconKey} title={t('none')} text={t('noneText')} />} />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('add')}
        closeOnClickOutside={false}>
        <TokenForm close={() => setOpen(false)} />
      </Dialog>
    </Page>
  );
}
