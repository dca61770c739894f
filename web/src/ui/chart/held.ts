// SPDX-License-Identifier: Apache-2.0
//
// While the mouse marks a range in one of the charts, none of them is drawn anew: what was marked
// would no longer be what is under it. There is one mouse, so this is one for all charts.

let isHeld = false;
const waiting = new Set<() => void>();

function letGo() {
  isHeld = false;
  const calls = [...waiting];
  waiting.clear();
  for (const call of calls) call();
}

/** The button is down, until it is let go wherever that is. */
export function hold() {
  if (isHeld) return;
  isHeld = true;
  document.addEventListener('mouseup', letGo, { once: true });
}

/** Now, or when the mouse is let go. Gives what takes it back. */
export function whenFree(call: () => void): () => void {
  if (isHeld) waiting.add(call);
  else call();
  return () => void waiting.delete(call);
}
