// SPDX-License-Identifier: Apache-2.0
//
// What the server said, in the reader's language: its errors, what it says of fields, the
// sentences of executions and the lines of the coordinator's log. English is what it speaks.
// Where the book has nothing its own words are shown, never none.
import { sayDuration, sayTime } from '@/ui/time';
import { openBook, type Book, type BookFile, type Places } from './book';

const FILES = import.meta.glob<{ default: BookFile }>('./*.json');

let book: Book | null = null;
let language = 'en';

/** Before anything is said in that language. */
export async function openBookOf(wanted: string) {
  const load = FILES[`./${wanted}.json`];
  book = load ? openBook((await load()).default) : null;
  language = wanted;
}

export function said(text: string | null | undefined): string {
  return text ? book?.say(text) ?? text : '';
}

/** A line of the coordinator's log, or a problem that is one. */
export interface Line {
  event?: string | null;
  message?: string | null;
  details?: unknown;
}

function detailsOf({ details }: Line): Record<string, unknown> {
  try {
    const found: unknown = typeof details === 'string' ? JSON.parse(details) : details;
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}

type Time = [place: string, say: (ms: number) => string];

const span = (ms: number) => sayDuration(Math.abs(ms), language);
const clock = (at: number) => sayTime(at, language).slice(0, 5);
const TIMES: Record<string, Time> = {
  duration_ms: ['duration', span],
  work_ms: ['work', span],
  number: ['span', span],
  period_start_ms: ['from', clock],
  period_end_ms: ['to', clock],
};

/** Its details, and the times among them as one says them. */
function placesOf(line: Line): Places {
  const places: Places = {};
  for (const [name, value] of Object.entries(detailsOf(line))) {
    if (typeof value === 'number' || typeof value === 'string') places[name] = value;
    if (typeof value === 'number' && name in TIMES) {
      const [as, say] = TIMES[name] as Time;
      places[as] = say(value);
    }
  }
  return places;
}

/** A run that went well has nothing to explain, so there is a sentence for those that do. */
export function saidOf(line: Line): string {
  const places = placesOf(line);
  const kinds = [`${line.event} ${places.state ?? ''}`, `${line.event} why`, `${line.event}`];
  for (const kind of kinds) {
    const words = book?.tell(kind, places);
    if (words !== undefined) return words;
  }
  return said(line.message);
}
