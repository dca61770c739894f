// SPDX-License-Identifier: Apache-2.0
//
// The message as each channel shows it: a chat, a mail, the body of a webhook.
import { Paper, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { JsonView } from '@/ui';
import { MessageView } from '@/ui/MessageView';

interface Made {
  title?: string;
  data?: unknown;
}

// As src/channel/button.c names them, two in a row.
const BUTTONS = ['ack', 'look', 'silence_1h', 'silence_4h', 'silence_tomorrow', 'silence_end', 'details'] as const;

function Chat({ made }: { made: Schemas['TemplatePreview'] }) {
  const { t } = useTranslation('notice');
  return (
    <Stack gap={4}>
      <MessageView document={made.chat} />
      <SimpleGrid cols={2} spacing={4} verticalSpacing={4} aria-hidden>
        {BUTTONS.map((key) => <Paper key={key} withBorder p={4} ta="center"><Text size="xs" c="dimmed" truncate>{t(`looks.${key}`)}</Text></Paper>)}
      </SimpleGrid>
    </Stack>
  );
}

function Mail({ made }: { made: Schemas['TemplatePreview'] }) {
  const { t } = useTranslation('notice');
  const { title } = (made.document ?? {}) as Made;
  return (
    <Stack gap="xs">
      <Text size="sm"><b>{t('looks.subject')}:</b> {title}</Text>
      <MessageView document={made.document} />
      <Text size="xs" c="dimmed">{t('looks.plain')}</Text>
      <Paper withBorder p="sm"><Text size="xs" component="pre" className="mono" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>{made.text}</Text></Paper>
    </Stack>
  );
}

function Hook({ made, kind }: { made: Schemas['TemplatePreview']; kind: string }) {
  const { data } = (made.document ?? {}) as Made;
  return <JsonView value={{ type: kind, timestamp: new Date().toISOString(), data: data ?? {} }} />;
}

export function Looks({ made, kind }: { made: Schemas['TemplatePreview']; kind: string }) {
  const { t } = useTranslation('notice');
  return (
    <Tabs defaultValue="telegram" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="telegram">{t('kind.telegram')}</Tabs.Tab>
        <Tabs.Tab value="email">{t('kind.email')}</Tabs.Tab>
        <Tabs.Tab value="webhook">{t('kind.webhook')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="telegram" pt="sm"><Chat made={made} /></Tabs.Panel>
      <Tabs.Panel value="email" pt="sm"><Mail made={made} /></Tabs.Panel>
      <Tabs.Panel value="webhook" pt="sm"><Hook made={made} kind={kind} /></Tabs.Panel>
    </Tabs>
  );
}
