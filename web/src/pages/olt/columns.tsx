// SPDX-License-Identifier: Apache-2.0
//
// The columns and filters of the list of OLTs.
import { Group, Progress, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Age, Badge, type Column, Duration, type Filter, Num, type Speech } from '@/ui';
import { brandName } from '@/ui/brands';
import { useBrandNames } from './catalogue';
import { isUnheard, SILENT_AFTER_MS, type OltRow } from './olt';
import { stateLabel, useReason, useStateLabel } from './words';

/** The filter that shows those which are deleted instead. */
export const DELETED = 'deleted_at__gte';

function OnuCounts({ row }: { row: OltRow }) {
  const { t } = useTranslation(['olt', 'common']);
  const offline = row.onus_offline ?? 0;
  const unknown = row.onus_unknown ?? 0;
  if (isUnheard(row.state)) return <span className="quiet" title={t('common:stale')}><Num value={row.onus_online} /></span>;
  return (
    <span>
      <Num value={row.onus_online} />
      {offline > 0 && <Text span size="xs" ml={6} className="tone-bad nowrap">{t('onus.offlineShort', { count: offline })}</Text>}
      {unknown > 0 && <Text span size="xs" ml={6} className="tone-calm nowrap">{unknown} {t('common:onus.unknown')}</Text>}
    </span>
  );
}

function StateCell({ row }: { row: OltRow }) {
  const reason = useReason(row);
  const label = useStateLabel(row);
  const isSilent = row.state === 'up' && isOld(row.last_answer_at);
  return <Badge kind="olt" value={row.state} stale={isSilent} label={label} hint={reason} />;
}

StateCell.asText = ({ row }: { row: OltRow }, speech: Speech) => stateLabel(speech, row) ?? speech.t(`state.olt.${row.state}`);

function isOld(at: string | null | undefined): boolean {
  return !!at && Date.now() - Date.parse(at) > SILENT_AFTER_MS;
}

export function QuotaBar({ required, completed }: { required?: number | null; completed?: number | null }) {
  const { t } = useTranslation('olt');
  if (!required) return <span className="quiet">–</span>;
  const done = completed ?? 0;
  return (
    <Group gap={8} wrap="nowrap">
      <Progress data-no-print value={(100 * done) / required} size={6} w={44} flex="none" aria-label={t('quota.of', { done, required })} />
      <Text span size="xs" className="num nowrap">{done} / {required}</Text>
    </Group>
  );
}

QuotaBar.asText = ({ required, completed }: { required?: number | null; completed?: number | null }, { t }: Speech) =>
  (required ? t('olt:quota.of', { done: completed ?? 0, required }) : '');

export function useOltColumns(): Column<OltRow>[] {
  const { t } = useTranslation('olt');
  return [
    { key: 'name', header: t('field.name'), sortable: true, minWidth: 140, render: (row) => <b>{row.name}</b> },
    { key: 'state', header: t('field.state'), sortable: true, width: 276, minWidth: 276, render: (row) => <StateCell row={row} /> },
    { key: 'address', header: t('field.address'), sortable: true, width: 130 },
    { key: 'brand', header: t('field.brand'), sortable: true, width: 150,
      render: (row) => [brandName(t as TFunction, row.brand), row.model].filter(Boolean).join(' ') },
    { key: 'onus_online', header: t('field.onus'), sortable: true, width: 130, align: 'right', text: (row) => String(row.onus_online ?? ''),
      render: (row) => <OnuCounts row={row} /> },
    { key: 'last_answer_at', header: t('field.lastAnswer'), sortable: true, width: 110,
      render: (row) => <Age at={row.last_answer_at} staleAfterMs={SILENT_AFTER_MS} /> },
    { key: 'quota_completed', header: t('field.quota'), width: 128, minWidth: 126,
      render: (row) => <QuotaBar required={row.quota_required} completed={row.quota_completed} /> },
    { key: 'late_ms', header: t('field.late'), sortable: true, width: 88, align: 'right',
      render: (row) => <Duration ms={row.late_ms} /> },
    { key: 'site', header: t('field.site'), sortable: true, width: 130, hideEmpty: true },
    { key: 'onus_offline', header: t('field.offline'), sortable: true, width: 100, align: 'right', hidden: true },
    { key: 'onus_unknown', header: t('onus.unknown'), sortable: true, width: 110, align: 'right', hidden: true },
    { key: 'last_walk_at', header: t('field.lastWalk'), sortable: true, width: 120, hidden: true,
      render: (row) => <Age at={row.last_walk_at} /> },
    { key: 'failures', header: t('field.failures'), sortable: true, width: 90, align: 'right', hidden: true },
    { key: 'description', header: t('field.description'), width: 220, hidden: true },
  ];
}

export function useOltFilters(): Filter[] {
  const { t } = useTranslation('olt');
  const brands = useBrandNames();
  const states = ['up', 'failing', 'not_answering', 'suspended', 'disabled', 'new'];
  return [
    { key: 'state', label: t('field.state'), kind: 'choice',
      options: states.map((value) => ({ value, label: t(`state.${value}`) })) },
    { key: 'brand', label: t('field.brand'), kind: 'choice',
      options: brands.map((value) => ({ value, label: value })) },
    { key: 'site', label: t('field.site'), kind: 'text' },
    { key: DELETED, label: t('filter.deleted'), kind: 'choice',
      options: [{ value: '2000-01-01T00:00:00Z', label: t('filter.deletedOnly') }] },
  ];
}
