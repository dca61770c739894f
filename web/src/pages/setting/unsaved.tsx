// SPDX-License-Identifier: Apache-2.0
//
// Settings are saved one by one; when the user leaves the page, one question is asked if any of
// them is not saved.
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { useLeaveGuard } from '@/ui';

type Tell = (key: string, isTyped: boolean) => void;

const Unsaved = createContext<Tell>(() => {});

export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback<Tell>((key, isTyped) => setKeys((before) => {
    if (before.has(key) === isTyped) return before;
    return new Set(isTyped ? [...before, key] : [...before].filter((other) => other !== key));
  }), []);
  useLeaveGuard(keys.size > 0);
  return <Unsaved.Provider value={tell}>{children}</Unsaved.Provider>;
}

export function useUnsaved(key: string, isTyped: boolean) {
  const tell = useContext(Unsaved);
  useEffect(() => {
    tell(key, isTyped);
    return () => tell(key, false);
  }, [tell, key, isTyped]);
}
