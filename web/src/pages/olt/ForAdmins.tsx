// SPDX-License-Identifier: Apache-2.0
//
// For pages that no link leads to unless one may use them; an address can be typed all the same.
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/api/me';
import { Empty } from '@/ui';

export function ForAdmins({ children }: { children: ReactNode }) {
  const { t } = useTranslation('olt');
  return useCan('admin') ? children : <Empty icon={IconLock} title={t('forAdmins.title')} text={t('forAdmins.text')} />;
}
