/**
 * Parts of a JSON text whose number is limited, because a name or an object takes much more memory than its characters.
 */
export type JsonExcess = 'names' | 'containers';

/**
 * Number of different names that a body of any length may have. The same number of containers (objects and lists) is
 * allowed.
 */
const IN_ANY_BODY = 10_000;
/** The same limit for JSON in a string inside a body. It is lower, because a body can contain many such strings. */
export const IN_ANY_INNER_TEXT = 1000;
/** Number of additional characters for which one more name or container is allowed. */
const charactersPer: Readonly<Record<JsonExcess, number>> = { names: 32, containers: 6 };

/** The reasons that clients receive. */
export const excessReasons: Readonly<Record<JsonExcess, string>> = {
  names: reasonOf('different names', charactersPer.names),
  containers: reasonOf('objects and lists', charactersPer.containers),
};

function reasonOf(what: string, characters: number): string {
  return `more ${what} than ${IN_ANY_BODY} and one for every ${characters} characters`;
}

/** Approximate minimum length of a member with a new name, in characters. */
const SHORTEST_MEMBER = 6.5;

/** Returns the number of different names, or of containers, that JSON text of this length may have. */
export function allowedIn(length: number, what: JsonExcess, inAnyText = IN_ANY_BODY): number {
  return inAnyText + Math.floor(length / charactersPer[what]);
}

/**
 * Returns the kind of part that occurs too often in JSON text. Does not parse the text. Most texts are only sampled at
 * random positions, because reading all characters would add more than 1 % to the cost of ingest.
 */
export function findJsonExcess(text: string, inAnyText = IN_ANY_BODY): JsonExcess | undefined {
  if (text.length < inAnyText * SHORTEST_MEMBER || !isSuspicious(text)) {
    return undefined;
  }
  return new JsonCounter(text, inAnyText).findExcess();
}

/** Returns true if random samples contain more than half as many new names or containers per character as allowed. */
function isSuspicious(text: string): boolean {
  const { characters, names, containers } = sampleJson(text);
  const most = characters / 2;
  return names * charactersPer.names > most || containers * charactersPer.containers > most;
}

/**
 * Counts the containers and the different names in JSON text. Names are identified by their hashes, so some different
 * names may be counted as one.
 */
class JsonCounter {
  readonly #text: string;
  readonly #seen: Uint8Array;
  #namesLeft: number;
  #containersLeft: number;
  /** The hash of the last string. The string is a name if a colon follows. */
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

  /** Hashes a string and returns the position of its closing quote. */
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
      at += code === BACKSLASH ? 1 : 0; // skips the escaped character, which cannot end the string
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

/** Inverse of the sampled share: one in 64 characters is read. */
const SHARE = 64;
const WINDOW = 256;
const KNOWN_NAMES = 4096;
const LONGEST_NAME = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/** Hashes of names that occurred in earlier samples. */
const known = new Int32Array(KNOWN_NAMES);

/** Reads short sections at random positions, which senders cannot predict. */
function sampleJson(text: string) {
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

/** Returns true if the name before a colon did not occur in a recent sample. */
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

/** Hashes the characters between the quote at `end` and the preceding quote. */
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
