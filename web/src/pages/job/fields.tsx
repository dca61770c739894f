// SPDX-License-Identifier: Apache-2.0
import { Fieldset, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { JobValues } from './values';

export interface FieldsProps {
  form: UseFormReturnType<JobValues>;
  /** What the API says of fields while one types. */
  server?: Record<string, string>;
}

/** A field's own words first, then those of the API. */
export function withServer(props: { error?: ReactNode }, words: string | undefined) {
  return { ...props, error: props.error ?? words };
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset legend={title} mb="md">
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  );
}
