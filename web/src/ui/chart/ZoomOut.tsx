// SPDX-License-Identifier: Apache-2.0
//
// Beside charts of which a part is shown: back to the whole range, for who does not know of the double click.
import { Button } from '@mantine/core';
import { IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function ZoomOut({ zoom }: { zoom: () => void }) {
  const { t } = useTranslation('chart');
  return (
    <Button size="compact-xs" variant="default" leftSection={<IconZoomOut size={14} />} onClick={() => zoom()}>{t('zoomOut')}</Button>
  );
}
