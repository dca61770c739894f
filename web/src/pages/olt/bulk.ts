// SPDX-License-Identifier: Apache-2.0
//
// The actions on several OLTs at once.
import { useTranslation } from 'react-i18next';
import { api, ok } from '@/api/client';
import type { Bulk } from '@/ui';

/** Of those that are deleted, and of the others. */
export function useOltBulk(isDeleted: boolean): Bulk[] {
  const { t } = useTranslation('olt');
  const restore: Bulk = {
    key: 'restore', label: t('action.restore'), role: 'admin',
    run: (ids) => ok(api.POST('/api/v1/olts/bulk/restore/', { body: { ids } })),
  };
  return isDeleted ? [restore] : [
    {
      key: 'run', label: t('action.run'), role: 'operator',
      run: (ids) => ok(api.POST('/api/v1/olts/bulk/run/', { body: { ids } })),
    },
    {
      key: 'enable', label: t('action.enable'), role: 'operator',
      run: (ids) => ok(api.POST('/api/v1/olts/bulk/enable/', { body: { ids } })),
    },
    {
      key: 'disable', label: t('action.disable'), role: 'operator',
      run: (ids) => ok(api.POST('/api/v1/olts/bulk/disable/', { body: { ids } })),
    },
    {
      key: 'delete', label: t('action.delete'), role: 'admin', danger: true,
      run: (ids) => ok(api.POST('/api/v1/olts/bulk/delete/', { body: { ids } })),
    },
  ];
}
