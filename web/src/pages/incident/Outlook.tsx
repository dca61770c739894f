// SPDX-License-Identifier: Apache-2.0
//
// What would change the result of an incident: missing causes, how many of them would decide it, a
// look that is due. The watch calculates it; this file has the texts.
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { isGoingOn } from '@/api/incidents';
import { useApi } from '@/api/query';
import { sayShort } from '@/ui';

const COUNTS = ['causes', 'gasps', 'losses'] as const;
const MOMENTS = { decided: 'decided_ms', look: 'look_ms' } as const;

type Numbers = Record<string, number | undefined>;

export function Outlook({ incident }: { incident: Schemas['Incident'] }) {
  const { t, i18n } = useTranslation('incident');
  const { data } = useApi('/api/v1/incidents/{id}/evidence/', { path: { id: String(incident.id) } },
    { enabled: isGoingOn(incident), topics: ['incidents'] });
  const found = data?.results.find(({ key }) => key === 'outlook')?.value as Numbers | null | undefined;
  if (!found || !isGoingOn(incident)) return null;
  const when = (ms: number) => sayShort(new Date(ms).toISOString(), i18n.language);
  const lines = [
    ...COUNTS.filter((key) => (found[key] ?? 0) > 0).map((key) => t(`outlook.${key}`, { count: found[key] ?? 0 })),
    ...(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[]).filter((key) => (found[MOMENTS[key]] ?? 0) > 0)
      .map((key) => t(`outlook.${key}`, { when: when(found[MOMENTS[key]] ?? 0) })),
  ];
  if (!lines.length) return null;
  return (
    <div data-testid="outlook">
      <Text size="sm" c="var(--mantine-color-text)">{t('outlook.title')}</Text>
      <List size="sm">{lines.map((line) => <List.Item key={line}>{line}</List.Item>)}</List>
    </div>
  );
}
