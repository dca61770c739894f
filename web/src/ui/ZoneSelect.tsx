// SPDX-License-Identifier: Apache-2.0
import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { siteZone } from './time';
import { zoneNames } from './zoned';

const SHOWN = 60;

/** A named time zone; none: that of the program. */
export function ZoneSelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('notice');
  const data = useMemo(() => {
    const names = zoneNames();
    return props.value && !names.includes(props.value) ? [props.value, ...names] : names;
  }, [props.value]);
  return (
    <Select searchable clearable limit={SHOWN} placeholder={t('siteZone', { zone: siteZone() })} data={data}
      clearButtonProps={{ 'aria-label': t('clear') }} {...props} value={props.value || null} />
  );
}

export function LanguageSelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('notice');
  return (
    <Select allowDeselect={false} {...props} value={props.value ?? ''}
      data={[{ value: '', label: t('siteLanguage') }, { value: 'es', label: 'Español' }, { value: 'en', label: 'English' }]} />
  );
}
