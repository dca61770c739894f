// SPDX-License-Identifier: Apache-2.0
//
// Shown next to charts that are zoomed in: returns to the complete range, for users who do not know
// the double click.
import { Button } from '@mantine/core';
import { IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function ZoomOut({ zoom }: { zoom: () => void }) {
  const { t } = useTranslation('chart');
  return (
    <Button size="compact-xs" variant="default" leftSection={<IconZoomOut size={14} />} onClick={() => zoom()}>{t('zoomOut')}</Button>
  );
}
