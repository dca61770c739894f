// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Box, Button, Checkbox, CloseButton, Group, Menu, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconBookmark, IconColumns3, IconDownload, IconFilter, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../notify';
import type { useListAddress } from './address';
import { saveSheet, type Sheet } from './csv';
import { FilterField } from './Filters';
import type { Filter } from './types';

type Address = ReturnType<typeof useListAddress>;

function Search({ address, label }: { address: Address; label: string }) {
  const { t } = useTranslation();
  const { search } = address.query;
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  const tell = useDebouncedCallback((text: string) => address.change({ search: text }), 200);
  // The address may change by another way: back, a saved view.
  if (search !== shown) {
    setShown(search);
    setTyped(search);
  }
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput size="xs" w={190} type="search" value={typed} placeholder={t('list.search')} leftSection={<IconSearch size={14} />}
      aria-label={t('list.searchIn', { what: label })} onChange={(event) => type(event.currentTarget.value)}
      rightSection={typed && <CloseButton size="xs" aria-label={t('list.clearSearch')} onClick={() => type('')} />} />
  );
}

interface View {
  name: string;
  query: string;
}

function Views({ storageKey, address }: { storageKey: string; address: Address }) {
  const { t } = useTranslation();
  const [views, setViews] = useLocalStorage<View[]>({ key: `facho.views.${storageKey}`, defaultValue: [] });
  const [name, setName] = useState('');
  const save = () => {
    if (!name.trim()) return;
    setViews([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), query: address.text }]);
    setName('');
  };
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick>
      <Menu.Target>
        <Tooltip label={t('list.views')}>
          <ActionIcon variant="default" aria-label={t('list.views')}><IconBookmark size={16} /></ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown miw={240}>
        <Menu.Label>{t('list.views')}</Menu.Label>
        {!views.length && <Text size="sm" px="sm" pb="xs" c="dimmed">{t('list.noViews')}</Text>}
        {views.map((view) => (
          <Group key={view.name} gap={0} wrap="nowrap">
            <Menu.Item onClick={() => address.replace(view.query)}>{view.name}</Menu.Item>
            <ActionIcon variant="subtle" color="gray" aria-label={t('list.forgetView', { name: view.name })}
              onClick={() => setViews(views.filter((other) => other.name !== view.name))}><IconTrash size={14} /></ActionIcon>
          </Group>
        ))}
        <Menu.Divider />
        <Group px="xs" py={4} gap="xs" wrap="nowrap">
          <TextInput size="xs" value={name} placeholder={t('list.viewName')} aria-label={t('list.viewName')}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Enter') save();
            }} />
          <Button size="xs" onClick={save} disabled={!name.trim()}>{t('save')}</Button>
        </Group>
      </Menu.Dropdown>
    </Menu>
  );
}

export interface ColumnChoice {
  key: string;
  header: string;
  isShown: boolean;
  toggle: () => void;
}

function Columns({ columns, reset }: { columns: ColumnChoice[]; reset: () => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={t('list.columns')}>
          <ActionIcon variant="default" aria-label={t('list.columns')}><IconColumns3 size={16} /></ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('list.columns')}</Menu.Label>
        <Stack gap={6} px="sm" pb="xs">
          {columns.map((column) => (
            <Checkbox key={column.key} size="xs" label={column.header} checked={column.isShown} onChange={column.toggle} />
          ))}
        </Stack>
        <Menu.Divider />
        <Menu.Item onClick={reset}>{t('list.columnsReset')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ToolbarProps {
  label: string;
  address: Address;
  filters: Filter[];
  searchable: boolean;
  storageKey: string;
  columns: ColumnChoice[];
  resetColumns: () => void;
  csv: Sheet;
  count: number | undefined;
  actions?: ReactNode;
}

const FIRST_FILTERS = 4;

/** The first four, and those that are set; on a phone none. The rest is behind a button, which says
 * how many are set on a phone. */
function Filters({ address, filters }: { address: Address; filters: Filter[] }) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  const set = Object.keys(address.query.filters).length;
  const isFirst = (filter: Filter, i: number) => !isPhone && (i < FIRST_FILTERS || filter.key in address.query.filters);
  const rest = filters.filter((filter, i) => !isFirst(filter, i)).length;
  if (!filters.length) return null;
  return (
    <>
      {filters.filter((filter, i) => isOpen || isFirst(filter, i)).map((filter) => (
        <FilterField key={filter.key} filter={filter} value={address.query.filters[filter.key]}
          set={(value) => address.change({ [filter.key]: value })} />
      ))}
      {(isPhone || rest > 0) && (
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen} leftSection={<IconFilter size={14} />}>
          {isPhone ? t('list.filters', { count: set }) : t(isOpen ? 'list.fewerFilters' : 'list.moreFilters')}
        </Button>
      )}
    </>
  );
}

export function Toolbar(props: ToolbarProps) {
  const { t, i18n } = useTranslation();
  const { address, filters, count } = props;
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveSheet(props.csv, { t, language: i18n.language }).catch(notify.failed).finally(() => setSaving(false));
  };
  const isFiltered = address.query.search !== '' || Object.keys(address.query.filters).length > 0;
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Group gap="xs" style={{ flex: '1 1 300px' }}>
        {props.searchable && <Search address={address} label={props.label} />}
        <Filters address={address} filters={filters} />
        {isFiltered && <Button size="xs" variant="subtle" onClick={address.clear}>{t('list.clear')}</Button>}
      </Group>
      <Group gap="xs">
        <Box className="num quiet" aria-live="polite">
          {count !== undefined && t('list.count', { count, number: new Intl.NumberFormat(i18n.language).format(count) })}
        </Box>
        <Columns columns={props.columns} reset={props.resetColumns} />
        <Views storageKey={props.storageKey} address={address} />
        <Tooltip label={t('list.csv')}>
          <ActionIcon variant="default" aria-label={t('list.csv')} loading={isSaving} onClick={() => void save()}>
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
        {props.actions}
      </Group>
    </Group>
  );
}
