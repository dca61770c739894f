// SPDX-License-Identifier: Apache-2.0
export { asFilter, isComplete, type Condition } from './fields';
export { FilterEditor } from './FilterEditor';
export { useFilterWords } from './words';
