// SPDX-License-Identifier: Apache-2.0
//
// A code that links a Telegram chat to a person; after that the person can use the buttons of
// messages.
import { Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { Age, Failure } from '@/ui';
import { useAll } from '@/ui/crud';

type Link = Schemas['ContactLinked'];

export function TelegramLink({ contact }: { contact: Schemas['Contact'] }) {
  const { t } = useTranslation('notice');
  const bots = useAll('/api/v1/channels/').filter(({ kind }) => kind === 'telegram');
  const link = useMutation<Link, ApiError, number>({
    mutationFn: (channel) => ok(api.POST('/api/v1/contacts/{id}/link/', { params: { path: { id: String(contact.id) } }, body: { channel } })),
  });
  if (!bots.length) return null;
  return (
    <Paper withBorder p="md" maw={760} component="section" aria-label={t('link.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('link.title')}</Title>
        <Text size="sm" c="dimmed">{t('link.about')}</Text>
        <Group>
          {bots.map((bot) => (
            <Button key={bot.id} variant="light" leftSection={<IconBrandTelegram size={16} />} loading={link.isPending}
              onClick={() => bot.id !== null && link.mutate(bot.id)}>{t('link.do', { name: bot.name })}</Button>
          ))}
        </Group>
        <Failure error={link.error} />
        {link.data && (
          <div role="status">
            {link.data.url && <Anchor href={link.data.url} target="_blank" rel="noreferrer">{link.data.url}</Anchor>}
            <Text size="sm">{t('link.code')} <Code>{link.data.code}</Code> · {t('link.until')} <Age at={link.data.expires_at} /></Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}
