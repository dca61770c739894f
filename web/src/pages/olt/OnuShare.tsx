// SPDX-License-Identifier: Apache-2.0
import { Box, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Bar, onuShares, type Speech } from '@/ui';

interface OnuShareProps {
  of: { onus_online: number | null; onus_offline: number | null; onus_unknown: number | null; onus_disabled?: number | null };
  /** Its OLT is not heard, or was not for a while. */
  stale?: boolean;
}

/** How many of its ONUs are online, as words and as a bar, and of how many nobody knows. */
export function OnuShare({ of, stale }: OnuShareProps) {
  const { t } = useTranslation(['olt', 'common']);
  const counts = { online: of.onus_online ?? 0, offline: of.onus_offline ?? 0, unknown: of.onus_unknown ?? 0 };
  const present = counts.online + counts.offline + counts.unknown;
  if (!present) return <span className="quiet">–</span>;
  return (
    <Group gap="2px 8px" wrap="wrap">
      <Box w={56} flex="none"><Bar total={present} shares={onuShares({ ...counts, disabled: Math.min(counts.offline, of.onus_disabled ?? 0) })} stale={stale} /></Box>
      <Text span size="xs" className="num nowrap">{t('onus.share', { online: counts.online, present })}</Text>
      {counts.unknown > 0 && <Text span size="xs" className="num nowrap tone-calm">{counts.unknown} {t('common:onus.unknown')}</Text>}
    </Group>
  );
}

OnuShare.asText = ({ of: { onus_online: online, onus_offline: offline, onus_unknown: unknown } }: OnuShareProps, { t }: Speech) => {
  const present = (online ?? 0) + (offline ?? 0) + (unknown ?? 0);
  return present ? t('olt:onus.share', { online: online ?? 0, present }) : '';
};
