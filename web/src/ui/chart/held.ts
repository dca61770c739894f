// SPDX-License-Identifier: Apache-2.0
//
// While the mouse selects a range in one chart, no chart is drawn again, because the selection
// would no longer match. There is only one mouse, so this state is shared by all charts.

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
