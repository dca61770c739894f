// SPDX-License-Identifier: Apache-2.0
//
// Parts of every page: its heading, and what is shown while there is no data yet.
import { Alert, Anchor, Box, Breadcrumbs, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError } from '@/api/client';
import { useIsPrinting } from './printing';
import { sayMoment, sayZone } from './time';

export interface Crumb {
  title: string;
  to: string;
}

interface PageProps {
  title: string;
  /** Beside the title: a badge, an age. */
  aside?: ReactNode;
  actions?: ReactNode;
  breadcrumbs?: Crumb[];
  children: ReactNode;
}

/** Whose clock the times of the page are by; on paper also when that was. */
function Zone() {
  const { t, i18n } = useTranslation('common');
  const isPrinting = useIsPrinting();
  return (
    <div>
      {isPrinting && <Text size="xs">{t('printed', { at: sayMoment(Date.now(), i18n.language) })}</Text>}
      <Text size="xs" c="dimmed" data-times-of>{t('zone', { zone: sayZone(i18n.language) })}</Text>
    </div>
  );
}

export function Page({ title, aside, actions, breadcrumbs = [], children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Facho`;
  }, [title]);
  return (
    <Stack gap="md">
      <Box>
        {breadcrumbs.length > 0 && (
          <Breadcrumbs separatorMargin={6} mb={4}>
            {breadcrumbs.map((crumb) => <Anchor key={crumb.to} component={Link} to={crumb.to} size="sm">{crumb.title}</Anchor>)}
          </Breadcrumbs>
        )}
        <Group justify="space-between" gap="sm">
          <Group gap="sm"><Title order={1}>{title}</Title>{aside}</Group>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </Box>
      {children}
      <Zone />
    </Stack>
  );
}

interface EmptyProps {
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** What to do first. */
  text?: string;
  action?: ReactNode;
}

export function Empty({ icon: Icon = IconInbox, title, text, action }: EmptyProps) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={440}>
        <Box c="dimmed"><Icon size={40} stroke={1.2} /></Box>
        <Text fw={600} ta="center">{title}</Text>
        {text && <Text c="dimmed" ta="center" size="sm">{text}</Text>}
        {action && <Box mt="xs">{action}</Box>}
      </Stack>
    </Center>
  );
}

export function Loading() {
  const { t } = useTranslation();
  return <Center py={48}><Loader size="sm" aria-label={t('loading')} role="status" /></Center>;
}

/** What went wrong, in words of this page's language where there are some. */
export function useErrorWords() {
  const { t } = useTranslation();
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return t('error.page', { what: error instanceof Error ? error.message : String(error) });
    if ([0, 401, 403, 404, 429, 503].includes(error.status))
      return t(`error.${error.status}`, { count: error.retryAfter ?? 60, message: error.message });
    const fields = Object.entries(error.fields).map(([field, words]) => `${field}: ${words}`);
    return fields.join('. ') || error.message;
  };
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  if (!error) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={t('error.title')} role="alert"
      styles={{ title: { color: 'var(--tone-bad)' }, icon: { color: 'var(--tone-bad)' } }}>
      <Text size="sm">{words(error)}</Text>
      {retry && <Button mt="xs" size="xs" variant="default" onClick={retry}>{t('again')}</Button>}
    </Alert>
  );
}
