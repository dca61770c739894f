// SPDX-License-Identifier: Apache-2.0
//
// The text of a cell for a file. A component that shows a value with hooks also has a function
// asText without them: Age.asText = ...; for all others the text inside is used.
import type { TFunction } from 'i18next';
import { isValidElement, type ReactNode } from 'react';

/** The reader's words and language. */
export interface Speech {
  t: TFunction;
  language: string;
}

interface Said<Props> {
  asText?: (props: Props, speech: Speech) => string;
}

/** What stands for nothing on a page is nothing in a file. */
const NOTHING = '–';

export function nodeText(node: ReactNode, speech: Speech): string {
  if (typeof node === 'string') return node === NOTHING ? '' : node;
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return (node as ReactNode[]).map((one) => nodeText(one, speech)).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  const { asText } = node.type as unknown as Said<unknown>;
  return asText ? asText(node.props, speech) : nodeText(node.props.children, speech);
}

/** A number as table calculators read it, with the digits that the page shows. */
export function plainNumber(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? '' : String(Number(value.toFixed(digits)));
}
