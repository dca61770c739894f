// SPDX-License-Identifier: Apache-2.0
//
// A phrasebook: the server's sentences in another language. The server speaks English, in
// sentences that are also kept as such (an execution's, a line of the log), so a book is opened
// at the sentence itself:
//
//   events    by the kind of a decision, filled with its details: "{task} se omitió: {{why}}"
//   phrases   by the sentence as the C source has it, %s a text and %d a number:
//             "there is no OLT %d": "no existe la OLT {1}"
//
// {1} or {name} comes as it is, {{1}} is looked up in the book too. What the book does not have
// is the caller's to show as it came. scripts/phrasebook.js compares the book with the C sources.

/** A sentence, or one for exactly one of `number` (or else `total`) and one for all others. */
export type Entry = string | { one: string; other: string };

export interface BookFile {
  events: Record<string, Entry>;
  phrases: Record<string, string>;
}

export type Places = Record<string, string | number>;

export interface Book {
  /** undefined: no phrase fits. */
  say: (text: string) => string | undefined;
  /** undefined: there is no such event, or something that its sentence needs is missing. */
  tell: (event: string, places: Places) => string | undefined;
}

interface Phrase {
  pattern: RegExp;
  literal: number;
  text: string;
}

/** Sentences of lists are said again and again; texts of devices are without end. */
const KEPT_MAX = 2000;

const PLACE: Record<string, string> = { '%s': '(.*?)', '%d': '(-?\\d+(?:\\.\\d+)?)' };

function phraseOf(key: string, text: string): Phrase {
  const parts = key.split(/(%[sd])/);
  const source = parts.map((part) => PLACE[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('');
  const literal = parts.filter((part) => !(part in PLACE)).join('').length;
  return { pattern: new RegExp(`^${source}$`, 's'), literal, text };
}

class OpenBook implements Book {
  private readonly plain = new Map<string, string>();
  private readonly phrases: Phrase[] = [];
  private readonly kept = new Map<string, string | undefined>();

  constructor(private readonly file: BookFile) {
    for (const [key, text] of Object.entries(file.phrases)) {
      if (/%[sd]/.test(key)) this.phrases.push(phraseOf(key, text));
      else this.plain.set(key, text);
    }
    // Whichever has the most words of its own says the most.
    this.phrases.sort((a, b) => b.literal - a.literal);
  }

  readonly say = (text: string): string | undefined => {
    if (!this.kept.has(text)) {
      if (this.kept.size >= KEPT_MAX) this.kept.clear();
      this.kept.set(text, this.lookUp(text));
    }
    return this.kept.get(text);
  };

  readonly tell = (event: string, places: Places): string | undefined => {
    const entry = this.file.events[event];
    if (entry === undefined) return undefined;
    return this.fill(typeof entry === 'string' ? entry : entry[(places.number ?? places.total) === 1 ? 'one' : 'other'], places);
  };

  private lookUp(text: string): string | undefined {
    return this.plain.get(text) ?? this.match(text) ?? this.inPieces(text) ?? this.behindItsName(text);
  }

  private match(text: string): string | undefined {
    for (const { pattern, text: words } of this.phrases) {
      const found = pattern.exec(text);
      if (found) return this.fill(words, Object.fromEntries(found.entries()));
    }
    return undefined;
  }

  /** "first; second" */
  private inPieces(text: string): string | undefined {
    const pieces = text.split('; ');
    const words = pieces.length > 1 ? pieces.map(this.say) : [];
    return words.some((word) => word !== undefined) ? words.map((word, i) => word ?? pieces[i]).join('; ') : undefined;
  }

  /** "192.0.2.1: what happened", "port: what is wrong with it" */
  private behindItsName(text: string): string | undefined {
    for (let at = text.indexOf(': '); at > 0; at = text.indexOf(': ', at + 1)) {
      const rest = this.say(text.slice(at + 2));
      if (rest !== undefined) return `${this.say(text.slice(0, at)) ?? text.slice(0, at)}: ${rest}`;
    }
    return undefined;
  }

  private fill(words: string, places: Places): string | undefined {
    let isWhole = true;
    const filled = words.replace(/\{\{(\w+)\}\}|\{(\w+)\}/g, (_, said?: string, plain?: string) => {
      const value = places[said ?? plain ?? ''];
      if (value === undefined) isWhole = false;
      return said ? this.say(String(value)) ?? String(value) : String(value);
    });
    return isWhole ? filled : undefined;
  }
}

export function openBook(file: BookFile): Book {
  return new OpenBook(file);
}
