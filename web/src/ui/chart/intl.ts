// SPDX-License-Identifier: Apache-2.0
// Formatters of Intl are dear to make and cheap to use: each is made once.
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<Made>(all: Map<string, Made>, key: string, make: () => Made): Made {
  const made = all.get(key) ?? make();
  all.set(key, made);
  return made;
}

export function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  return kept(dates, key, () => new Intl.DateTimeFormat(language, options));
}

export function numberFormatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  return kept(numbers, key, () => new Intl.NumberFormat(language, options));
}
