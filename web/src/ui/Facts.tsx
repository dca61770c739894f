// SPDX-License-Identifier: Apache-2.0
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is known of it, a line each; what is null is left out. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} w="auto">
      <Table.Tbody>
        {facts.filter(([, value]) => value != null && value !== '').map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500} c="dimmed" pr="lg" ta="left">{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
