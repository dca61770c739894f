// SPDX-License-Identifier: Apache-2.0
//
// Tries the formula in the form in both directions: the position of an index, and the index of a
// position. Nothing is written.
import { NumberInput, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { Failure } from '@/ui';
import { isJson } from './values';

const PARTS = ['rack', 'frame', 'slot', 'port', 'onu'] as const;
type Position = Partial<Record<(typeof PARTS)[number], number>>;

function withPart(position: Position, part: keyof Position, value: string | number): Position {
  const rest = { ...position };
  if (value === '') delete rest[part];
  else rest[part] = Number(value);
  return rest;
}

function usePreview(definition: string, index: string, position: Position) {
  const [asked] = useDebouncedValue(JSON.stringify({ definition, index, position }), 300);
  return useQuery<Schemas['FormulaPreview'], ApiError>({
    queryKey: ['formula-preview', asked],
    enabled: isJson(definition) && (index !== '' || Object.keys(position).length > 0),
    retry: false,
    queryFn: () => ok(api.POST('/api/v1/formulas/preview/', {
      body: {
        definition: JSON.parse(definition) as unknown, ...(index && { index }),
        ...(Object.keys(position).length && { position: position as Record<string, never> }),
      },
    })),
  });
}

export function FormulaPreview({ definition }: { definition: string }) {
  const { t } = useTranslation('catalogue');
  const [index, setIndex] = useState('');
  const [position, setPosition] = useState<Position>({});
  const found = usePreview(definition, index, position);
  const where = found.data?.position as { text?: string } | null | undefined;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('preview.title')}>
      <Stack gap="sm">
        <Title order={2} size="h3">{t('preview.title')}</Title>
        <TextInput label={t('preview.index')} description={t('preview.indexHelp')} value={index}
          onChange={(event) => setIndex(event.currentTarget.value.trim())} />
        {index && where?.text && <Text role="status">{t('preview.is')} <b>{where.text}</b></Text>}
        <SimpleGrid cols={5} spacing="xs">
          {PARTS.map((part) => (
            <NumberInput key={part} label={t(`preview.${part}`)} hideControls allowDecimal={false} value={position[part] ?? ''}
              onChange={(value) => setPosition((before) => withPart(before, part, value))} />
          ))}
        </SimpleGrid>
        {found.data?.index && <Text role="status">{t('preview.has')} <b className="num">{found.data.index}</b></Text>}
        <Failure error={found.error} />
      </Stack>
    </Paper>
  );
}
