// SPDX-License-Identifier: Apache-2.0
//
// How much of the required runs is completed (plain), partial, failed and skipped (hatched).
import { Progress } from '@mantine/core';

interface Figures {
  required: number | null;
  completed: number | null;
  partial: number | null;
  failed: number | null;
  skipped: number | null;
}

export function Bar({ quota, label }: { quota: Figures; label: string }) {
  const owed = Math.max(quota.required ?? 0, 1);
  const share = (n: number | null) => Math.min(100, ((n ?? 0) * 100) / owed);
  return (
    <Progress.Root size={10} role="img" aria-label={label}>
      <Progress.Section value={share(quota.completed)} color="var(--tone-good)" withAria={false} />
      <Progress.Section value={share(quota.partial)} color="var(--tone-warn)" striped withAria={false} />
      <Progress.Section value={share(quota.failed)} color="var(--tone-bad)" striped withAria={false} />
      <Progress.Section value={share(quota.skipped)} color="var(--tone-warn)" striped withAria={false} />
    </Progress.Root>
  );
}
