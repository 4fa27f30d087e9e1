import { BACKSLASH, COLON, isOpening, mixed, QUOTE, sampleJson } from './json-sample.js';

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
