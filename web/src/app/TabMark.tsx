// SPDX-License-Identifier: Apache-2.0
//
// The browser tab shows current problems: the number of incidents and other problems in its title,
// and another icon. Violations alone are not shown, because they are about past hours.
import { useEffect } from 'react';
import { useProblems, withoutIncidents } from '@/api/problems';
import { useIsCutOff } from '@/live/live';

const COUNT = /^\(\d+\) /;

/** Pages set their own title when they like; the count is put before whatever it is. */
function useCountInTitle(count: number) {
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(COUNT, '');
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    const watcher = new MutationObserver(mark);
    const title = document.querySelector('title');
    if (title) watcher.observe(title, { childList: true });
    return () => {
      watcher.disconnect();
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}

function useIcon(href: string) {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = href;
  }, [href]);
}

export function TabMark() {
  const { data } = useProblems();
  const cutOff = useIsCutOff();
  const others = data ? withoutIncidents(data).filter(({ severity }) => severity !== 'minor').length : 0;
  const grave = (data?.open_incidents ?? 0) + others;
  useCountInTitle(grave);
  useIcon(cutOff ? '/facho-off.svg' : grave > 0 ? '/facho-wrong.svg' : '/facho.svg');
  return null;
}
