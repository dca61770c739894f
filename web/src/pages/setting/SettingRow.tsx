// SPDX-License-Identifier: Apache-2.0
//
// One setting: its value in a suitable field, when a change takes effect, and the value in use if
// it is different.
import { ActionIcon, Box, Button, Group, NumberInput, Select, Text, TextInput, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ok, type Schemas } from '@/api/client';
import { useCan } from '@/api/me';
import { translate } from '@/phrasebook/translate';
import { notify, sayDuration, useErrorWords } from '@/ui';
import { unitWord } from '@/ui/units';
import { useUnsaved } from './unsaved';

export type Setting = Schemas['Setting'];
type Value = Setting['value'];

const numberText = (value: Value | null, language: string) => (typeof value === 'number'
  ? value.toLocaleString(language, { useGrouping: false }).replace('-', '−') : String(value));

const SPANS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SIZES: Record<string, string> = { '': 'B', k: 'KiB', m: 'MiB', g: 'GiB' };

/** "730d" as "730 d", "64k" as "64 KiB"; what is not written so stays as it is. */
function withUnit(type: string, text: string, language: string): string {
  const [, number = '', unit = ''] = /^(\d+)([a-z]*)$/i.exec(text) ?? [];
  if (type === 'time' && Number(number) > 0 && unit in SPANS) return sayDuration(Number(number) * (SPANS[unit] ?? 1), language);
  const size = type === 'size' && number ? SIZES[unit.toLowerCase()] : undefined;
  return size ? `${new Intl.NumberFormat(language).format(Number(number))} ${size}` : text;
}

/** A value as one reads it. */
function useShown(setting: Setting) {
  const { t, i18n } = useTranslation('setting');
  return (value: Value) => {
    if (value === '') return t('empty');
    if (setting.type === 'truth') return t(`truth.${value}`);
    if (setting.type === 'choice') return t(`choice.${value}`, { defaultValue: String(value) });
    return typeof value === 'string' ? withUnit(setting.type, value, i18n.language) : numberText(value, i18n.language);
  };
}

function useWords(setting: Setting) {
  const { t, i18n } = useTranslation('setting');
  const shown = useShown(setting);
  const key = setting.key.replace('.', '_');
  const usual = shown(setting.default);
  return {
    name: t(`name.${key}`, { defaultValue: setting.key }),
    help: t(`help.${key}`, { defaultValue: translate(setting.help) }),
    range: setting.type === 'number'
      ? t(setting.unit ? 'range' : 'rangePlain', {
        min: numberText(setting.min, i18n.language), max: numberText(setting.max, i18n.language), usual, unit: unitWord(setting.unit),
      })
      : t('usual', { usual }),
    usual,
  };
}

/** The value as it is being changed; null while it is as stored. */
function useEditing(setting: Setting) {
  const client = useQueryClient();
  const words = useErrorWords();
  const [typed, setTyped] = useState<Value | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const params = { path: { id: setting.key } };
  const attempt = async (action: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setError('');
    try {
      await action();
      setTyped(null);
      notify.done(done);
      await client.invalidateQueries();
    } catch (failure) {
      setError(words(failure));
    } finally {
      setBusy(false);
    }
  };
  const value = () => (setting.type === 'number' ? Number(typed) : String(typed));
  return {
    typed, setTyped, busy, error,
    save: (done: string) => attempt(() => ok(api.PATCH('/api/v1/settings/{id}/', { params, body: { value: value() } })), done),
    reset: (done: string) => attempt(() => ok(api.DELETE('/api/v1/settings/{id}/', { params })), done),
  };
}

/** When a change takes effect, who says the value if not the database, and what is in use meanwhile. */
function Effect({ setting }: { setting: Setting }) {
  const { t } = useTranslation('setting');
  const shown = useShown(setting);
  const isSaid = setting.source === 'file' || setting.source === 'environment' || setting.source === 'option';
  return (
    <Group gap="xs" mt={4} data-setting={setting.key}>
      <Text size="xs" c="dimmed">{t(`applies.${setting.applies}`)}</Text>
      {isSaid && <Text size="xs" c="dimmed">{t(`setBy.${setting.source}`, { origin: setting.origin })}</Text>}
      {!isSaid && !setting.is_editable && <Text size="xs" c="dimmed">{t('fixed')}</Text>}
      {setting.waits_for_restart && (
        <Text size="xs" fw={500} style={{ color: 'var(--tone-warn)' }}>
          {t('waits', { inUse: shown(setting.in_use), stored: shown(setting.value) })}
        </Text>
      )}
    </Group>
  );
}

/** For those who may not change it, and for what is not changed here. */
function Reading({ setting }: { setting: Setting }) {
  const { name, help } = useWords(setting);
  const shown = useShown(setting);
  return (
    <Box>
      <Text fw={500}>{name}: <span className="num" style={{ overflowWrap: 'anywhere' }}>{shown(setting.value)} {unitWord(setting.unit)}</span></Text>
      <Text size="sm" c="dimmed">{help}</Text>
      <Effect setting={setting} />
    </Box>
  );
}

interface FieldProps {
  setting: Setting;
  value: Value;
  error: string;
  onTyped: (value: Value) => void;
}

function Field({ setting, value, error, onTyped }: FieldProps) {
  const { name, help, range } = useWords(setting);
  const shown = useShown(setting);
  const common = { style: { flex: 1 }, label: name, description: `${help} ${range}`, error };
  if (setting.type === 'number') {
    return <NumberInput {...common} suffix={setting.unit && ` ${unitWord(setting.unit)}`} value={value} onChange={onTyped} hideControls />;
  }
  if (setting.type === 'truth' || setting.type === 'choice') {
    const choices = setting.type === 'truth' ? ['yes', 'no'] : setting.choices;
    return (
      <Select {...common} allowDeselect={false} value={String(value)} onChange={(chosen) => onTyped(chosen ?? setting.value)}
        data={choices.map((choice) => ({ value: choice, label: shown(choice) }))} />
    );
  }
  return <TextInput {...common} value={value} onChange={(event) => onTyped(event.currentTarget.value)} />;
}

function Editing({ setting }: { setting: Setting }) {
  const { t } = useTranslation(['setting', 'common']);
  const { name, usual } = useWords(setting);
  const { typed, setTyped, busy, error, save, reset } = useEditing(setting);
  const isBlank = typed === '' && setting.type !== 'text';
  useUnsaved(setting.key, typed !== null);
  return (
    <form onSubmit={(event) => { event.preventDefault(); void save(t('saved', { name })); }}>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <Field setting={setting} value={typed ?? setting.value} error={error} onTyped={(value) => setTyped(value === setting.value ? null : value)} />
        <Group gap={4} wrap="nowrap" mt={error ? 0 : 'auto'}>
          <Button type="submit" size="xs" loading={busy} disabled={typed === null || isBlank}>{t('common:save')}</Button>
          <Tooltip label={t('reset', { usual })}>
            <ActionIcon variant="default" size={30} aria-label={t('resetOne', { name })} disabled={!setting.is_changed || busy}
              onClick={() => void reset(t('saved', { name }))}><IconRestore size={16} /></ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Effect setting={setting} />
    </form>
  );
}

export function SettingRow({ setting }: { setting: Setting }) {
  const isAdmin = useCan('admin');
  return isAdmin && setting.is_editable ? <Editing setting={setting} /> : <Reading setting={setting} />;
}
