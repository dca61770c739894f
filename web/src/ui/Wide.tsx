// SPDX-License-Identifier: Apache-2.0
import { Box } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface WideProps {
  /** What is in it: whoever comes to it by the keyboard is told so. */
  label: string;
  /** It scrolls sideways where there is less room, in pixels. */
  width?: number;
  /** And downwards beyond this. */
  height?: number;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** Something that may be larger than its place: it scrolls, with the keyboard too. */
export function Wide({ label, width, height, children, ref }: WideProps) {
  return (
    <Box ref={ref} className="wide" tabIndex={0} role="group" aria-label={label} mah={height} style={{ overflow: 'auto' }}>
      <Box miw={width}>{children}</Box>
    </Box>
  );
}
