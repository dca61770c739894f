// SPDX-License-Identifier: Apache-2.0
import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How many of its ONUs are online, as words and as a bar. */
export function OnuShare({ online, present }: { online: number | null; present: number | null }) {
  const { t } = useTranslation('olt');
  if (!present) return <span className="quiet">–</span>;
  const words = t('onus.share', { online: online ?? 0, present });
  return (
    <Group gap={8} wrap="nowrap">
      <Progress size={6} w={56} flex="none" value={(100 * (online ?? 0)) / present} aria-label={words}
        color={online === present ? 'teal' : 'orange'} />
      <Text span size="xs" className="num nowrap">{words}</Text>
    </Group>
  );
}
