// SPDX-License-Identifier: Apache-2.0
//
// The last step: the first runs, and the ONUs as they appear; for a device of any brand, its
// interfaces.
import { Anchor, Button, Group, Loader, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApi } from '@/api/query';
import { Badge, Duration, Level, Wide } from '@/ui';
import { FirstReadings } from '@/ui/FirstReading';
import { useExecutionWords } from '../execution/words';
import { Figures, Section } from './Figures';
import { ANY_DEVICE } from './form-values';
import { concernsOlt, type OltRow } from './olt';

function Runs({ olt }: { olt: OltRow }) {
  const { t } = useTranslation('olt');
  const words = useExecutionWords();
  const runs = useApi('/api/v1/executions/', { query: { olt: String(olt.id), ordering: '-queued_at', page_size: 8 } },
    { topics: ['executions'], concerns: concernsOlt(olt.id) });
  const rows = runs.data?.results ?? [];
  if (!rows.length) return <Text size="sm" c="dimmed">{t('guide.waiting')}</Text>;
  return (
    <Table>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td><Anchor component={Link} size="sm" to={`/executions/${row.id}`}>{words.jobOf(row)}</Anchor></Table.Td>
            <Table.Td><Badge kind="execution" value={row.state} /></Table.Td>
            <Table.Td ta="right"><Duration ms={row.duration_ms} /></Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function FirstOnus({ olt }: { olt: OltRow }) {
  const onus = useApi('/api/v1/onus/', { query: { olt: String(olt.id), page_size: 8, ordering: 'place' } },
    { topics: ['executions'], concerns: concernsOlt(olt.id) });
  return (
    <Table>
      <Table.Tbody>
        {(onus.data?.results ?? []).map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>{row.place}</Table.Td>
            <Table.Td><Anchor component={Link} size="sm" to={`/onus/${row.id}`} className="mono">{row.serial}</Anchor></Table.Td>
            <Table.Td><Badge kind="onu" value={row.run_state} /></Table.Td>
            <Table.Td ta="right"><Level dbm={row.onu_rx_dbm} /></Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface StepProps {
  olt: OltRow;
  another: () => void;
}

function Found({ isFound, children }: { isFound: boolean; children: string }) {
  return (
    <Group gap="sm" role="status">
      {isFound ? <IconCircleCheck size={24} className="tone-good" aria-hidden /> : <Loader size="sm" />}
      <Text fw={600}>{children}</Text>
    </Group>
  );
}

/** Of it only interfaces and uptime are read: nobody waits for ONUs. */
function WatchAny({ olt, another }: StepProps) {
  const { t } = useTranslation('olt');
  const ports = useApi('/api/v1/ports/', { query: { olt: String(olt.id), page_size: 1 } },
    { topics: ['executions'], concerns: concernsOlt(olt.id) });
  const count = ports.data?.count ?? 0;
  return (
    <Stack gap="md" maw={900}>
      <Found isFound={count > 0}>
        {count ? t('guide.foundAny', { count, name: olt.name }) : t('guide.lookingAny', { name: olt.name })}
      </Found>
      {count > 0 && (
        <Group>
          <Button component={Link} to={`/olts/${olt.id}/ports`}>{t('guide.seePorts')}</Button>
          <Button variant="default" component={Link} to={`/olts/${olt.id}`}>{t('guide.seeOlt')}</Button>
          <Button variant="subtle" onClick={another}>{t('guide.another')}</Button>
        </Group>
      )}
      <Section title={t('guide.runs')}><Wide label={t('guide.runs')}><Runs olt={olt} /></Wide></Section>
    </Stack>
  );
}

function WatchOnus({ olt, another }: StepProps) {
  const { t } = useTranslation('olt');
  const found = olt.onus_present ?? 0;
  return (
    <Stack gap="md" maw={900}>
      <Found isFound={found > 0}>
        {found ? t('guide.found', { count: found, name: olt.name }) : t('guide.looking', { name: olt.name })}
      </Found>
      <Figures of={[
        { label: t('onus.found'), value: found },
        { label: t('onus.online'), value: olt.onus_online ?? 0 },
        { label: t('onus.offline'), value: olt.onus_offline ?? 0 },
      ]} />
      <FirstReadings olt={olt.id} />
      {found > 0 && (
        <Group>
          <Button component={Link} to={`/olts/${olt.id}/onus`}>{t('guide.seeOnus')}</Button>
          <Button variant="default" component={Link} to={`/olts/${olt.id}`}>{t('guide.seeOlt')}</Button>
          <Button variant="subtle" onClick={another}>{t('guide.another')}</Button>
        </Group>
      )}
      <Section title={t('guide.runs')}><Wide label={t('guide.runs')}><Runs olt={olt} /></Wide></Section>
      {found > 0 && <Section title={t('guide.first')}><Wide label={t('guide.first')}><FirstOnus olt={olt} /></Wide></Section>}
    </Stack>
  );
}

export function WatchStep(props: StepProps) {
  return props.olt.brand === ANY_DEVICE ? <WatchAny {...props} /> : <WatchOnus {...props} />;
}
