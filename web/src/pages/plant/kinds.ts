// SPDX-License-Identifier: Apache-2.0
export const NODE_KINDS = ['site', 'zone', 'trunk', 'odf', 'splitter', 'box', 'group'] as const;
