// SPDX-License-Identifier: Apache-2.0
//
// "Part of incident 71 since 10:02, fibre": what a call centre says before anything else.
import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { momentText, sentenceOf } from '@/api/incidents';

type Brief = Pick<Schemas['Incident'], 'id' | 'since_at' | 'cause_class' | 'sentence_en' | 'sentence_es'> & { severity?: string | null };

/** In one line, for lists and answers. */
export function partOfText(t: TFunction, incident: Brief, language: string): string {
  return t('incident:partOf', {
    id: incident.id, when: momentText(t, incident.since_at, language),
    cause: t(`incident:within.${incident.cause_class}`, { defaultValue: incident.cause_class }),
  });
}

const SHOWN = 3;

export function PartOf({ incidents }: { incidents: Brief[] }) {
  const { t, i18n } = useTranslation('incident');
  if (!incidents.length) return null;
  const isGrave = incidents.some(({ severity }) => severity !== 'info');
  return (
    <Alert color={isGrave ? 'red' : 'gray'} variant="light" p="sm" icon={<IconAlertTriangle size={18} />} data-testid="part-of"
      styles={{ icon: { color: isGrave ? 'var(--tone-bad)' : 'var(--mantine-color-text)' } }}>
      {incidents.slice(0, SHOWN).map((incident) => (
        <div key={incident.id}>
          <Anchor component={Link} to={`/incidents/${incident.id}`} fw={600}>{partOfText(t as TFunction, incident, i18n.language)}</Anchor>
          <Text size="sm">{sentenceOf(incident, i18n.language)}</Text>
        </div>
      ))}
      {incidents.length > SHOWN && <Text size="sm">{t('more', { count: incidents.length - SHOWN })}</Text>}
    </Alert>
  );
}
