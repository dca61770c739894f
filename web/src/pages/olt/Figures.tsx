// SPDX-License-Identifier: Apache-2.0
//
// Small cards of figures: a name, a value, and its meaning.
import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Duration } from '@/ui';

export interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

export function Figures({ of }: { of: Figure[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm">
      {of.map(({ label, value, note }) => (
        <Paper key={label} withBorder p="sm">
          <Text size="xs" c="dimmed">{label}</Text>
          <Text size="lg" fw={600} component="div" className="num">{value}</Text>
          {note && <Text size="xs" c="dimmed" component="div">{note}</Text>}
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** A device next door answers faster than a span can say. */
export function RoundTrip({ ms }: { ms: number | null }) {
  return ms !== null && ms < 1 ? <span className="num">&lt; 1 ms</span> : <Duration ms={ms} />;
}

export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Text fw={600} mb="xs" component="h2" size="md">{title}{aside && <Text span ml="sm">{aside}</Text>}</Text>
      {children}
    </Paper>
  );
}
