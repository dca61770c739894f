// SPDX-License-Identifier: Apache-2.0
export { CrudForm, CrudPage, useCrudForm, type EditorProps } from './form';
export { actOn, loadOne, removeOne, saveOne, useAll } from './rows';
