// SPDX-License-Identifier: Apache-2.0
//
// A short message in the corner: done, or failed with the reason.
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { ApiError } from '@/api/client';

function words(why: unknown): string {
  if (typeof why === 'string') return why;
  if (why instanceof ApiError && why.isUnreachable) return i18next.t('error.0');
  if (why instanceof ApiError) return Object.values(why.fields).join('. ') || why.message;
  return why instanceof Error ? why.message : String(why);
}

/** Its button has a mark and no word. */
const closing = () => ({ 'aria-label': i18next.t('close') });

export const notify = {
  done(message: string) {
    notifications.show({ closeButtonProps: closing(), message, color: 'facho', autoClose: 4000 });
  },
  failed(why: unknown, title?: string) {
    notifications.show({ closeButtonProps: closing(), title: title ?? i18next.t('error.title'), message: words(why), color: 'red', autoClose: 10000 });
  },
};
