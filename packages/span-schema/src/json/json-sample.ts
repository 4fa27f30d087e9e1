/** One of this number of characters is read. */
const SHARE = 64;
const WINDOW = 256;
const KNOWN_NAMES = 4096;
const LONGEST_NAME = 64;

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/** Contents of the sampled characters of a JSON text. */
export interface JsonSample {
  readonly characters: number;
  /** Names that no recent sample has met. Producers repeat few names, also from text to text. */
  readonly names: number;
  readonly containers: number;
}

/** Hashes of names that samples have met. */
const known = new Int32Array(KNOWN_NAMES);

/** Reads small parts at random places, so that a sender cannot know them. */
export function sampleJson(text: string): JsonSample {
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
export function isOpening(code: number): boolean {
  return code === OPENING_BRACE || code === OPENING_BRACKET;
}

/** Adds a character to a hash. */
export function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 13);
}
