/** Parts that a text can have too many of: a name or an object takes much more memory than its characters. */
export type JsonExcess = 'names' | 'containers';

/** Different names, or objects and lists, that any body may hold. */
const IN_ANY_BODY = 10_000;
/** The same number for a text inside of a body, because a body can hold many such texts. */
export const IN_ANY_INNER_TEXT = 1000;
/** The number of characters that allows a text one more of them. */
const charactersPer: Readonly<Record<JsonExcess, number>> = { names: 32, containers: 6 };

/** The reasons as clients see them. */
export const excessReasons: Readonly<Record<JsonExcess, string>> = {
  names: reasonOf('different names', charactersPer.names),
  containers: reasonOf('objects and lists', charactersPer.containers),
};

function reasonOf(what: string, characters: number): string {
  return `more ${what} than ${IN_ANY_BODY} and one for every ${characters} characters`;
}

/** About the fewest characters that a member with a new name takes. */
const SHORTEST_MEMBER = 6.5;

/** Returns the number of different names, or of containers, that a body of this length may hold. */
export function allowedIn(length: number, what: JsonExcess, inAnyText = IN_ANY_BODY): number {
  return inAnyText + Math.floor(length / charactersPer[what]);
}

/**
 * Returns what a JSON text holds too much of, without parsing it. Most texts are only sampled, at random
 * places: reading all characters would cost more than 1 % of the ingest of a text.
 */
export function findJsonExcess(text: string, inAnyText = IN_ANY_BODY): JsonExcess | undefined {
  if (text.length < inAnyText * SHORTEST_MEMBER || !isSuspicious(text)) {
    return undefined;
  }
  return new JsonCounter(text, inAnyText).findExcess();
}

/** Reports whether random parts hold new names or containers at half of the density that is refused. */
function isSuspicious(text: string): boolean {
  const { characters, names, containers } = sampleJson(text);
  const most = characters / 2;
  return names * charactersPer.names > most || containers * charactersPer.containers > most;
}

/** Counts the containers of a text, and its different names by their hashes, so that a few names may count as one. */
class JsonCounter {
  readonly #text: string;
  readonly #seen: Uint8Array;
  #namesLeft: number;
  #containersLeft: number;
  /** The hash of the last text, which is a name if a colon follows. */
  #hash = 0;

  constructor(text: string, inAnyText: number) {
    this.#text = text;
    this.#seen = new Uint8Array(text.length >>> 2);
    this.#namesLeft = allowedIn(text.length, 'names', inAnyText);
    this.#containersLeft = allowedIn(text.length, 'containers', inAnyText);
  }

  findExcess(): JsonExcess | undefined {
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = this.#endOfText(at);
      } else if (code === COLON) {
        this.#countName();
      } else if (isOpening(code)) {
        this.#containersLeft -= 1;
      }
      if (Math.min(this.#namesLeft, this.#containersLeft) < 0) {
        return this.#namesLeft < 0 ? 'names' : 'containers';
      }
    }
    return undefined;
  }

  /** Hashes a text and returns the position of its last quote. */
  #endOfText(start: number): number {
    const text = this.#text;
    let hash = 0;
    let at = start + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        break;
      }
      hash = mixed(hash, code);
      at += code === BACKSLASH ? 1 : 0; // an escaped character does not end the text
    }
    this.#hash = hash;
    return at;
  }

  #countName(): void {
    const slot = (this.#hash >>> 0) % this.#seen.length;
    this.#namesLeft -= this.#seen[slot] === 0 ? 1 : 0;
    this.#seen[slot] = 1;
  }
}

/** One of this number of characters is read. */
const SHARE = 64;
const WINDOW = 256;
const KNOWN_NAMES = 4096;
const LONGEST_NAME = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/** Contents of the sampled characters of a JSON text. */
interface JsonSample {
  readonly characters: number;
  /** Names that no recent sample has met. Producers repeat few names, also from text to text. */
  readonly names: number;
  readonly containers: number;
}

/** Hashes of names that samples have met. */
const known = new Int32Array(KNOWN_NAMES);

/** Reads small parts at random places, so that a sender cannot know them. */
function sampleJson(text: string): JsonSample {
  const windows = Math.ceil(text.length / (WINDOW * SHARE));
  let names = 0;
  let containers = 0;
  for (let window = 0; window < windows; window++) {
    const start = Math.floor(Math.random() * (text.length - WINDOW));
    for (let at = start; at < start + WINDOW; at++) {
      const code = text.charCodeAt(at);
      if (code === COLON && isNewName(text, at)) {
        names += 1;
      } else if (isOpening(code)) {
        containers += 1;
      }
    }
  }
  return { characters: windows * WINDOW, names, containers };
}

/** Reports whether a name that no recent sample has met ends before a colon. */
function isNewName(text: string, colon: number): boolean {
  let end = colon - 1;
  while (end > 0 && text.charCodeAt(end) <= 0x20) {
    end--;
  }
  if (text.charCodeAt(end) !== QUOTE || text.charCodeAt(end - 1) === BACKSLASH) {
    return false;
  }
  const hash = hashBefore(text, end);
  const slot = (hash ^ (hash >>> 15)) & (KNOWN_NAMES - 1);
  const isKnown = known[slot] === hash;
  known[slot] = hash;
  return !isKnown;
}

/** Hashes the characters between the quote at `end` and the one before it. */
function hashBefore(text: string, end: number): number {
  let hash = 0;
  for (let at = end - 1; at >= Math.max(0, end - LONGEST_NAME); at--) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      break;
    }
    hash = mixed(hash, code);
  }
  return hash;
}

/** Returns whether a character begins an object or a list. */
function isOpening(code: number): boolean {
  return code === OPENING_BRACE || code === OPENING_BRACKET;
}

/** Adds a character to a hash. */
function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 13);
}
