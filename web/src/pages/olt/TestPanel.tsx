// SPDX-License-Identifier: Apache-2.0
//
// "Test this OLT": contacts the device with the values of the form and shows in words what it is,
// how fast it answers and what to correct. Nothing is written.
import { useCallback, useEffect, useRef } from 'react';
import { Alert, Button, Group, List, Loader, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconStethoscope } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ok, type ApiError, type Schemas } from '@/api/client';
import { Failure, Wide } from '@/ui';
import { useTestWords } from './test-words';

export type Tested = Schemas['OltTested'];

const SAMPLE_COLUMNS = 4;

/** With an id: one that is stored, with what is given instead. */
export interface TestRequest {
  id?: string;
  body: Partial<Schemas['OltAdd']>;
}

function contact({ id, body }: TestRequest): Promise<Tested> {
  return id
    ? ok(api.POST('/api/v1/olts/{id}/test/', { params: { path: { id } }, body: body as Schemas['OltAdd'] }))
    : ok(api.POST('/api/v1/olts/test/', { body: body as Schemas['OltTest'] }));
}

export function useOltTest(done?: (result: Tested) => void) {
  return useMutation<Tested, ApiError, TestRequest>({ mutationFn: contact, onSuccess: done });
}

function Sample({ onus }: { onus: Tested['onus'] }) {
  const { t } = useTranslation('olt');
  const rows = onus as Record<string, unknown>[];
  const isKnown = (key: string) => key !== 'position' && rows.some((row) => row[key] != null && row[key] !== '');
  const keys = ['position', ...Object.keys(rows[0] ?? {}).filter(isKnown)].slice(0, SAMPLE_COLUMNS);
  if (!rows.length) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>{t('test.sample', { count: rows.length })}</Text>
      <Wide label={t('test.sample', { count: rows.length })} width={420}>
        <Table fz="xs">
          <Table.Thead><Table.Tr>{keys.map((key) => <Table.Th key={key}>{key}</Table.Th>)}</Table.Tr></Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={String(row.position)}>
                {keys.map((key) => <Table.Td key={key} className="nowrap">{row[key] == null ? '–' : String(row[key])}</Table.Td>)}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </div>
  );
}

export function TestResult({ result }: { result: Tested }) {
  const { t } = useTranslation('olt');
  const words = useTestWords(result);
  const Icon = words.isWell ? IconCircleCheck : IconAlertTriangle;
  const tone = words.isWell ? 'var(--tone-good)' : 'var(--tone-bad)';
  return (
    <Stack gap="sm">
      <Alert color={words.isWell ? 'teal' : 'red'} variant="light" icon={<Icon size={20} />} title={words.title} role="status"
        styles={{ title: { color: tone }, icon: { color: tone } }}>
        {words.facts.map((fact) => <Text size="sm" key={fact}>{fact}</Text>)}
      </Alert>
      {words.fixes.length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>{t(words.isWell ? 'test.notes' : 'test.fixes')}</Text>
          <List size="sm" spacing={4}>{words.fixes.map((fix) => <List.Item key={fix}>{fix}</List.Item>)}</List>
        </div>
      )}
      <Sample onus={result.onus} />
    </Stack>
  );
}

interface TestPanelProps {
  request: TestRequest;
  startAtOnce?: boolean;
  done?: (result: Tested) => void;
  /** Takes it as a device of any brand; offered when nobody knows what it is. */
  asAny?: () => void;
}

export function TestPanel({ request, startAtOnce = false, done, asAny }: TestPanelProps) {
  const { t } = useTranslation('olt');
  const test = useOltTest(done);
  const { mutate } = test;
  const start = useCallback(() => mutate(request), [mutate, request]);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (startAtOnce && !hasStarted.current) start();
    hasStarted.current = true;
  }, [startAtOnce, start]);
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="light" onClick={start} disabled={test.isPending} leftSection={<IconStethoscope size={16} />}>
          {test.data ? t('test.again') : t('test.start')}
        </Button>
        {test.isPending && <Group gap={8} role="status"><Loader size="xs" /><Text size="sm">{t('test.asking')}</Text></Group>}
        {!test.isPending && !test.data && <Text size="sm" c="dimmed">{t('test.about')}</Text>}
      </Group>
      {test.error && <Failure error={test.error} />}
      {test.data && !test.isPending && <TestResult result={test.data} />}
      {asAny && test.data?.outcome === 'not found' && !test.isPending && (
        <Group><Button variant="subtle" className="wrapping" onClick={asAny}>{t('test.asAny')}</Button></Group>
      )}
    </Stack>
  );
}
