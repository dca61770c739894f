// SPDX-License-Identifier: Apache-2.0
import { Accordion, Checkbox, Grid, NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldsProps } from './fields';
import { LANES } from './values';

const HALF = { base: 12, sm: 6 };

/** What is seldom changed: closed unless somebody wants it. */
export function HowFields({ form }: FieldsProps) {
  const { t } = useTranslation('job');
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="how">
        <Accordion.Control>{t('form.advanced')}</Accordion.Control>
        <Accordion.Panel>
          <Grid>
            <Grid.Col span={HALF}>
              <NumberInput label={t('form.priority')} description={t('form.priorityHelp')} min={0} max={1000} allowDecimal={false}
                {...form.getInputProps('priority')} />
            </Grid.Col>
            <Grid.Col span={HALF}>
              <Select label={t('form.lane')} description={t('form.laneHelp')} allowDeselect={false}
                data={[{ value: '', label: t('form.laneDefault') }, ...LANES.map((value) => ({ value, label: t(`lane.${value}`) }))]}
                {...form.getInputProps('lane')} />
            </Grid.Col>
            <Grid.Col span={HALF}>
              <NumberInput label={t('form.maxRetries')} min={0} max={10} allowDecimal={false} {...form.getInputProps('max_retries')} />
            </Grid.Col>
            <Grid.Col span={HALF}>
              <TextInput label={t('form.retryDelay')} {...form.getInputProps('retry_delay')} />
            </Grid.Col>
            <Grid.Col span={HALF}>
              <TextInput label={t('form.timeout')} description={t('form.timeoutHelp')} {...form.getInputProps('timeout')} />
            </Grid.Col>
            <Grid.Col span={HALF}>
              <Checkbox mt="lg" label={t('form.retryGrows')} {...form.getInputProps('retry_grows', { type: 'checkbox' })} />
            </Grid.Col>
          </Grid>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
