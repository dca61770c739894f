// SPDX-License-Identifier: Apache-2.0
import { Stack } from '@mantine/core';
import { WorkflowEditor } from '../workflow/WorkflowEditor';
import { NoJobs } from './NoJobs';
import { useOlt } from './olt';

export function Component() {
  const { olt } = useOlt();
  return (
    <Stack gap="md">
      <NoJobs olt={olt} />
      <WorkflowEditor olt={olt.id ?? ''} />
    </Stack>
  );
}
