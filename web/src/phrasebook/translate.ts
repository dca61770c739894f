// SPDX-License-Identifier: Apache-2.0
//
// Translates the texts of the server to the user's language: errors, messages about fields,
// sentences of executions, and lines of the coordinator's log. The server writes English, so the
// English book has only words for codes, and for some lines of the log. If a book has no
// translation, the text of the server is shown.
import { sayDuration, sayTime } from '@/ui/time';
import { jobName } from './jobs';
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

export function translate(text: string | null | undefined): string {
  return text ? book?.say(text) ?? text : '';
}

/** A line of the coordinator's log, or a problem that is one. */
export interface Line {
  event_type?: string | null;
  message?: string | null;
  details?: unknown;
}

function detailsOf({ details }: Line): Record<string, unknown> {
  return typeof details === 'object' && details !== null ? { ...details } : {};
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
    if (name === 'task' && typeof value === 'string') places[name] = jobName(value);
    if (typeof value === 'number' && name in TIMES) {
      const [as, say] = TIMES[name] as Time;
      places[as] = say(value);
    }
  }
  return places;
}

/** A run that went well has nothing to explain, so there is a sentence for those that do. */
export function translateLine(line: Line): string {
  const places = placesOf(line);
  const kinds = [`${line.event_type} ${places.state ?? ''}`, `${line.event_type} why`, `${line.event_type}`];
  for (const kind of kinds) {
    const words = book?.tell(kind, places);
    if (words !== undefined) return words;
  }
  // A site that speaks another language keeps the program's own sentence with the details.
  return translate(typeof places.message === 'string' ? places.message : line.message);
}
