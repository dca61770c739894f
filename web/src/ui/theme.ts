// SPDX-License-Identifier: Apache-2.0
//
// The theme: calm and dense. All texts are readable (WCAG AA) in both themes; colours of states are
// in ui.css.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const facho: MantineColorsTuple = [
  '#e6f6f6', '#cfeaea', '#a1d4d4', '#6fbdbd', '#46a9aa', '#2c9d9e', '#117f80', '#0b6e70', '#005a5c', '#004547',
];

export const theme = createTheme({
  primaryColor: 'facho',
  primaryShade: { light: 7, dark: 6 },
  colors: { facho },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "SFMono-Regular", Menlo, Consolas, monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } } },
  components: {
    Table: { defaultProps: { highlightOnHover: true, verticalSpacing: 6, horizontalSpacing: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: true } } },
    Button: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true } },
  },
});

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#596069',
    '--mantine-color-placeholder': '#6b727a',
    '--mantine-color-error': '#c01f1f',
    '--mantine-color-anchor': '#0b6e70',
    '--mantine-color-body': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a9b1',
    '--mantine-color-placeholder': '#9299a1',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#6fbdbd',
  },
});
