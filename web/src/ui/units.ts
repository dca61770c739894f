// SPDX-License-Identifier: Apache-2.0
//
// Units as users write them. Profiles and settings have them in plain ASCII.

const UNITS: Record<string, string> = { C: '°C', F: '°F', uA: 'µA', uW: 'µW', us: 'µs', degC: '°C' };

/** "C" is "°C"; "" for none. */
export function unitWord(unit: string | null | undefined): string {
  return UNITS[unit ?? ''] ?? unit ?? '';
}
