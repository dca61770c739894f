// SPDX-License-Identifier: Apache-2.0
import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/api/me';
import type { Schemas } from '@/api/client';
import { Moment, Num, sayZone } from '@/ui';
import { CrudForm, CrudPage, useCrudForm, type EditorProps } from '@/ui/crud';
import { EndButton } from '@/ui/EndButton';
import { HiddenNow } from '@/ui/HiddenNow';
import { Facts } from '@/ui/Facts';
import { asFilter, FilterEditor, isComplete, useFilterWords, type Condition } from '@/ui/filter';
import { fromLocal, localIn, toLocal, tomorrowAt } from '@/ui/zoned';
import { spanOf } from './SilenceList';

type Silence = Schemas['Silence'];

interface Values {
  filter: Condition[];
  from_at: string;
  until_at: string;
  why: string;
}

const HOUR = 60;
/** What an operator may silence; the API says the same. */
const OPERATOR_MS = 24 * HOUR * 60_000;

const valuesOf = (row?: Silence): Values => ({
  filter: asFilter(row?.filter), from_at: row ? toLocal(row.from_at) : localIn(0), until_at: row ? toLocal(row.until_at) : localIn(HOUR), why: row?.why ?? '',
});

const bodyOf = ({ filter, from_at: from, until_at: until, why }: Values, row?: Silence) => ({
  filter, from_at: fromLocal(from) ?? undefined, until_at: until ? fromLocal(until) : null, why: why.trim(), ...(!row && { source: 'web' }),
});

function Editor({ row, tag }: EditorProps<Silence>) {
  const { t, i18n } = useTranslation('notice');
  const isAdmin = useCan('admin');
  const f = useCrudForm<'/api/v1/silences/', Values>({
    path: '/api/v1/silences/', row, tag, valuesOf, bodyOf, nameOf: ({ why, id }) => why || t('silence.one', { id }), then: () => '/silences',
    check: ({ filter, from_at: from, until_at: until, why }) => {
      const length = Date.parse(`${until}Z`) - Date.parse(`${from}Z`);
      return {
        filter: !isComplete(filter) ? t('check.filter') : isAdmin || row?.incident || filter.length ? null : t('check.everything'),
        from_at: fromLocal(from) ? null : t('check.moment'),
        until_at: row?.incident && !until ? null : !fromLocal(until) ? t('check.moment') : length <= 0 ? t('check.after')
          : !isAdmin && length > OPERATOR_MS ? t('check.day') : null,
        why: why.trim() ? null : t('check.why'),
      };
    },
  });
  const { form } = f;
  const until = (text: string) => form.setFieldValue('until_at', text);
  return (
    <CrudForm of={f} back="/silences" isNew={!row} width={860}>
      {!row?.incident && (
        <FilterEditor label={t('silence.which')} value={form.values.filter} onChange={(filter) => form.setFieldValue('filter', filter)} error={form.errors.filter} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput type="datetime-local" label={t('from')} description={sayZone(i18n.language)} {...form.getInputProps('from_at')} />
        <TextInput type="datetime-local" label={t('until')} description={sayZone(i18n.language)} {...form.getInputProps('until_at')} />
      </SimpleGrid>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => until(localIn(HOUR))}>{t('silence.hour')}</Button>
        <Button size="xs" variant="default" onClick={() => until(localIn(4 * HOUR))}>{t('silence.hours')}</Button>
        <Button size="xs" variant="default" onClick={() => until(toLocal(tomorrowAt('08:00')))}>{t('silence.tomorrow')}</Button>
      </Group>
      <TextInput label={t('why')} withAsterisk {...form.getInputProps('why')} />
      <div>
        <Text size="sm" fw={500}>{t('silence.hidesNow')}</Text>
        <Text size="sm" component="div">
          <HiddenNow silence={{ incident: row?.incident ?? null, filter: form.values.filter, from_at: fromLocal(form.values.from_at), until_at: fromLocal(form.values.until_at), ended_at: null }} />
        </Text>
      </div>
    </CrudForm>
  );
}

function Shown({ row }: { row: Silence }) {
  const { t } = useTranslation('notice');
  const words = useFilterWords();
  return (
    <Facts facts={[
      [t('silence.which'), row.incident ? t('silence.incident', { id: row.incident }) : words(asFilter(row.filter))],
      [t('from'), <Moment key="f" at={row.from_at} />], [t('until'), row.until_at ? <Moment key="u" at={row.until_at} /> : t('untilEnd')],
      [t('who'), row.who], [t('why'), row.why], [t('silence.hidden'), <Num key="h" value={row.hidden} />],
      [t('silence.hidesNow'), spanOf(row) === 'now' && <HiddenNow key="n" silence={row} />],
      [t('endedAt'), row.ended_at && <Moment key="e" at={row.ended_at} />],
    ]} />
  );
}

export function Component() {
  const { t } = useTranslation(['notice', 'app']);
  return (
    <CrudPage path="/api/v1/silences/" back="/silences" listTitle={t('app:area.silence')} newTitle={t('silence.new')} role="operator"
      titleOf={(row) => row.why || t('silence.one', { id: row.id })} Editor={Editor} shown={(row) => <Shown row={row} />}
      isFixed={(row) => spanOf(row) === 'over'}
      actions={(row) => spanOf(row) !== 'over' && <EndButton path="/api/v1/silences/" id={row.id ?? 0} name={row.why || String(row.id)} />} />
  );
}
