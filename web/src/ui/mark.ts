// SPDX-License-Identifier: Apache-2.0
//
// Highlights a changed value for a moment, outside of lists (lists have their own way).
import { useEffect, useRef, useState } from 'react';

export const MARKED_MS = 2500;

/** The class of what shows `value`: "changed" for a moment after it became another. */
export function useMark(value: unknown): string {
  const before = useRef(value);
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), MARKED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return isMarked ? 'changed' : '';
}
