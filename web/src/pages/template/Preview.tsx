// SPDX-License-Identifier: Apache-2.0
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { Failure } from '@/ui';
import { IncidentSelect } from '@/ui/IncidentSelect';
import { Looks } from './Looks';

const WAIT_MS = 300;

/** What may stand between the braces. */
function Names({ made }: { made: Schemas['TemplatePreview'] }) {
  const { t } = useTranslation('notice');
  return (
    <details>
      <summary><Text span size="sm">{t('preview.names')}</Text></summary>
      <Text size="xs" className="mono" style={{ overflowWrap: 'anywhere' }}>{made.names.map(({ name, list }) => (list ? `${list}[].${name}` : name)).join(', ')}</Text>
    </details>
  );
}

export function Preview({ body, kind, language }: { body: string; kind: string; language: string }) {
  const { t } = useTranslation('notice');
  const [incident, setIncident] = useState<string | null>(null);
  const [asked] = useDebouncedValue(JSON.stringify({ body, kind, language, ...(incident && { incident: Number(incident) }) }), WAIT_MS);
  const made = useQuery<Schemas['TemplatePreview'], ApiError>({
    queryKey: ['template-preview', asked], enabled: body.trim() !== '', retry: false, placeholderData: keepPreviousData,
    queryFn: () => ok(api.POST('/api/v1/templates/preview/', { body: JSON.parse(asked) as Schemas['TemplatePreviewAsk'] })),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={t('preview.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('preview.title')}</Title>
        <IncidentSelect label={t('preview.incident')} value={incident} onChange={setIncident} />
        <Text size="sm" c="dimmed">{t('preview.about')}</Text>
        <Failure error={made.error} />
        {made.data && !made.error && <Looks made={made.data} kind={kind} />}
        {made.data && <Names made={made.data} />}
      </Stack>
    </Paper>
  );
}
