// SPDX-License-Identifier: Apache-2.0
import { WorkflowEditor } from '../workflow/WorkflowEditor';
import { useOlt } from './olt';

export function Component() {
  const { olt } = useOlt();
  return <WorkflowEditor olt={olt.id ?? ''} />;
}
