// SPDX-License-Identifier: Apache-2.0
//
// One search box for all ONUs of all OLTs: shows results while the user types; arrows select, Enter
// opens. "/" focuses it from anywhere.
import { Combobox, Kbd, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch, IconServer2 } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { ask } from '@/api/query';
import { Badge } from '@/ui';
import { partOfText } from '@/ui/PartOf';
import { causeWord } from '@/ui/states';
import { sayAge } from '@/ui/time';
import classes from './shell.module.css';

const LIMIT = 12;
const WAIT_MS = 60;

interface Hits {
  text: string;
  onus: Schemas['OnuHit'][];
  olts: Schemas['OltRow'][];
  hasMore: boolean;
}

async function find(text: string, signal: AbortSignal): Promise<Hits> {
  const [onus, olts] = await Promise.all([
    ask('/api/v1/onus/search/', { query: { text, limit: LIMIT } }, signal),
    ask('/api/v1/olts/', { query: { search: text, page_size: 4 } }, signal),
  ]);
  return { text, onus: onus.results, olts: olts.results, hasMore: onus.has_more };
}

function useHits(text: string) {
  return useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** By the character and not by the key: on a Spanish keyboard "/" is Shift and 7. */
function useSlash(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      const isTyping = at.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(at.tagName);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping || at.closest('[role="dialog"]')) return;
      event.preventDefault();
      box.current?.select();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [box]);
}

/** Why it is offline and since when: "No power, 3h ago". Nothing of one that is online, absent or not heard of. */
function useWhy(hit: Schemas['OnuHit']): string {
  const { t, i18n } = useTranslation();
  if (!hit.is_present || hit.is_silent || !hit.cause) return '';
  return [causeWord(t, hit.cause), hit.since && sayAge(hit.since, Date.now(), i18n.language)].filter(Boolean).join(', ');
}

function OnuHit({ hit }: { hit: Schemas['OnuHit'] }) {
  const { t, i18n } = useTranslation(['app', 'incident'], { useSuspense: false });
  const about = [hit.subscriber, hit.description, hit.name].filter(Boolean)[0];
  const why = useWhy(hit);
  return (
    <div className={classes.hit}>
      <div>
        {hit.incident && <Text size="xs" fw={600} className="tone-bad">{partOfText(t as TFunction, hit.incident, i18n.language)}</Text>}
        <Text span size="sm" fw={600} className="mono">{hit.serial || hit.mac}</Text>
        {about && <Text span size="sm" ml={8}>{about}</Text>}
        <Text size="xs" c="dimmed">
          {hit.olt_name} · {hit.place}
          {why && <> · <span className="tone-bad">{why}</span></>}
        </Text>
      </div>
      <Badge kind="onu" value={hit.is_present ? hit.run_state || 'unknown' : 'absent'} stale={hit.is_silent} />
    </div>
  );
}

/** Whoever typed its name or its address means the OLT, and not the ONUs on it. */
const isMeant = (olt: Schemas['OltRow'], text: string) => olt.address === text || olt.name?.toLowerCase() === text.toLowerCase();

function OltOption({ olt }: { olt: Schemas['OltRow'] }) {
  return (
    <Combobox.Option value={`/olts/${olt.id}`}>
      <Text size="sm"><IconServer2 size={14} aria-hidden /> <b>{olt.name}</b> <span className="quiet">{olt.address}</span></Text>
    </Combobox.Option>
  );
}

function Options({ hits, openAll, all }: { hits: Hits; openAll: boolean; all: string }) {
  const { t } = useTranslation('app');
  return (
    <Combobox.Options mah={420} style={{ overflowY: 'auto' }} aria-label={t('search.results')}>
      {hits.olts.filter((olt) => isMeant(olt, hits.text)).map((olt) => <OltOption key={`olt-${olt.id}`} olt={olt} />)}
      {hits.onus.map((hit) => (
        <Combobox.Option key={hit.id} value={`/onus/${hit.id}`}><OnuHit hit={hit} /></Combobox.Option>
      ))}
      {hits.olts.filter((olt) => !isMeant(olt, hits.text)).map((olt) => <OltOption key={`olt-${olt.id}`} olt={olt} />)}
      {openAll && <Combobox.Option value={all}><Text size="sm" c="dimmed">{t('search.all')}</Text></Combobox.Option>}
      {!hits.onus.length && !hits.olts.length && <Combobox.Empty>{t('search.nothing', { text: hits.text })}</Combobox.Empty>}
    </Combobox.Options>
  );
}

export function SearchBox() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState('');
  const [isWanted, setWanted] = useState(false);
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, WAIT_MS);
  const { data, isFetching } = useHits(asked);
  const hits = text && data ? data : null;
  const isFresh = hits?.text === text;
  const isPhone = useMediaQuery('(max-width: 48em)');

  useSlash(box);

  const open = (path: string) => {
    combobox.closeDropdown();
    setWanted(false);
    setTyped('');
    box.current?.blur();
    navigate(path);
  };

  // The first one is chosen, so that Enter opens it.
  useEffect(() => {
    if (hits) combobox.selectFirstOption();
    // combobox is another object at each turn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hits]);

  // Enter came before the answer did.
  useEffect(() => {
    if (!isWanted || !isFresh || !hits) return;
    const olt = hits.olts.find((one) => isMeant(one, hits.text)) ?? (hits.onus[0] ? undefined : hits.olts[0]);
    const first = olt ? `/olts/${olt.id}` : hits.onus[0] && `/onus/${hits.onus[0].id}`;
    setWanted(false);
    if (first) open(first);
    // open is made anew at each turn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted, isFresh, hits]);

  return (
    <Combobox store={combobox} onOptionSubmit={open} position="bottom-start" withinPortal
      width={isPhone ? 'calc(100vw - 16px)' : 'target'}>
      <Combobox.Target>
        <TextInput ref={box} className={classes.search} size="sm" type="search" value={typed} aria-label={t('search.label')}
          placeholder={t('search.placeholder')} leftSection={<IconSearch size={16} />} data-testid="search"
          rightSection={isFetching && text ? <Loader size={14} /> : <Kbd size="xs" visibleFrom="sm" aria-hidden>/</Kbd>}
          onFocus={() => text && combobox.openDropdown()} onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWanted(false);
            if (event.currentTarget.value.trim()) combobox.openDropdown();
            else combobox.closeDropdown();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') box.current?.blur();
            if (event.key !== 'Enter' || !text || isFresh) return;
            event.preventDefault();
            event.stopPropagation();
            setWanted(true);
          }} />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!hits}>
        {hits && <Options hits={hits} openAll={hits.hasMore} all={`/onus?search=${encodeURIComponent(text)}`} />}
      </Combobox.Dropdown>
    </Combobox>
  );
}
