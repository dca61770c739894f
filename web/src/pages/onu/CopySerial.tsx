// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function CopySerial({ serial }: { serial: string | null }) {
  const { t } = useTranslation('onu');
  if (!serial) return null;
  return (
    <CopyButton value={serial} timeout={2000}>
      {({ copied, copy }) => {
        const words = t(copied ? 'copied' : 'copySerial');
        return (
          <Tooltip label={words}>
            <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={words}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
