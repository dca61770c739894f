// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { Executions } from '../execution/columns';
import { useOlt } from './olt';

export function Component() {
  const { olt } = useOlt();
  const fixed = useMemo(() => ({ olt: String(olt.id) }), [olt.id]);
  return <Executions fixed={fixed} storageKey="olt-executions" />;
}
