// SPDX-License-Identifier: Apache-2.0
import { Group, Text } from '@mantine/core';
import type { ChartColor, TimeChartProps } from './types';

const SWATCH: Record<ChartColor, string> = {
  primary: 'var(--mantine-color-facho-5)',
  blue: 'var(--mantine-color-blue-6)',
  orange: 'var(--mantine-color-orange-6)',
  grape: 'var(--mantine-color-grape-6)',
  grey: 'var(--mantine-color-gray-6)',
};

export function Swatch({ color, soft = false }: { color: ChartColor; soft?: boolean }) {
  return (
    <span
      aria-hidden
      data-ink
      style={{
        display: 'inline-block',
        width: 14,
        height: soft ? 10 : 3,
        borderRadius: 2,
        marginRight: 6,
        verticalAlign: 'middle',
        background: SWATCH[color],
        opacity: soft ? 0.45 : 1,
      }}
    />
  );
}

/** One line without anything behind it is named by the heading. */
export function ChartLegend({ series, background }: TimeChartProps) {
  if (series.length < 2 && !background) return null;
  return (
    <Group gap="md" mb={4} pl={56}>
      {series.map(({ key, label, color }) => (
        <Text key={key} size="xs" c="dimmed">
          <Swatch color={color ?? 'primary'} />
          {label}
        </Text>
      ))}
      {background && (
        <Text size="xs" c="dimmed">
          <Swatch color="grey" soft />
          {background.label}
        </Text>
      )}
    </Group>
  );
}
