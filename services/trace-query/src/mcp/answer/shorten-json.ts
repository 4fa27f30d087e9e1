import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { JsonSizes, writeVisibly } from './json-sizes.js';

/**
 * A cut at a JSON pointer. It removes the end of a string, the last items of a list, or members of an object. A number
 * with too many digits is replaced with null.
 */
export interface Cut {
  readonly at: string;
  readonly missing: 'characters' | 'items' | 'members' | 'digits';
  readonly count: number;
}

/** Maximum size of a part that is either shown whole or left out, but never shortened. */
const SMALL = 60;
/** Divisor of the available room: an item of `rows` takes at most a quarter. */
const ROW_SHARE = 4;

/**
 * Shortens a value to at most `maxCharacters`, and lists the cuts. First cuts items from the end of the list at the
 * pointer `rows`, and then shortens all other lists evenly. `maxCharacters` MUST be at least four.
 */
export function shortenJson(
  value: JsonValue,
  { maxCharacters, rows }: { readonly maxCharacters: number; readonly rows: string | undefined },
): { readonly value: JsonValue; readonly cuts: readonly Cut[] } {
  const shortener = new Shortener(rows);
  return { value: shortener.shorten(value, maxCharacters, ''), cuts: shortener.cuts };
}

/** A member of an object or an item of a list. `fixed` is the size of the name, if it has one, and of the separator. */
interface Part {
  readonly name: string;
  readonly value: JsonValue;
  readonly fixed: number;
}

class Shortener {
  readonly cuts: Cut[] = [];
  readonly #sizes = new JsonSizes();
  readonly #rows: string | undefined;

  constructor(rows: string | undefined) {
    this.#rows = rows;
  }

  shorten(value: JsonValue, room: number, at: string): JsonValue {
    if (this.#sizes.of(value) <= room) {
      return value;
    }
    if (typeof value === 'string') {
      return this.#shortenText(value, room, at);
    }
    if (Array.isArray(value)) {
      return at === this.#rows
        ? this.#shortenRows(value, room, at)
        : this.#shortenList(value, room, at);
    }
    if (isJsonObject(value)) {
      return this.#shortenObject(value, room, at);
    }
    this.#cut(at, 'digits', writeVisibly(value).length);
    return null;
  }

  #shortenText(text: string, room: number, at: string): string {
    let end = 0;
    let size = 2;
    for (const character of text) {
      size += writeVisibly(character).length - 2;
      if (size > room) {
        break;
      }
      end += character.length;
    }
    this.#cut(at, 'characters', text.length - end);
    return text.slice(0, end);
  }

  /** Takes items from the start of a list, each as complete as possible. */
  #shortenRows(items: readonly JsonValue[], room: number, at: string): JsonValue[] {
    const most = Math.floor(room / ROW_SHARE);
    const shown: JsonValue[] = [];
    let left = room - 2;
    for (const [index, item] of items.entries()) {
      const share = Math.min(left - 1, Math.max(most, SMALL));
      if (Math.min(this.#sizes.of(item), Math.max(most, SMALL)) > share) {
        break;
      }
      const short = this.shorten(item, share, `${at}/${index}`);
      shown.push(short);
      left -= this.#sizes.of(short) + 1;
    }
    this.#cut(at, 'items', items.length - shown.length);
    return shown;
  }

  #shortenList(items: readonly JsonValue[], room: number, at: string): JsonValue[] {
    const parts = items.map((value, index) => ({ name: String(index), value, fixed: 1 }));
    const shares = this.#share(parts, room - 1, 'stop');
    const shown = [...shares].map(([{ name, value }, share]) =>
      this.shorten(value, share, `${at}/${name}`),
    );
    this.#cut(at, 'items', items.length - shown.length);
    return shown;
  }

  #shortenObject(object: JsonObject, room: number, at: string): JsonObject {
    const parts = Object.entries(object).map(([name, value]) => ({
      name,
      value,
      fixed: this.#sizes.ofName(name) + 1,
    }));
    const shares = this.#share(parts, room - 1, 'continue');
    const shown: JsonObject = {};
    for (const [{ name, value }, share] of shares) {
      setMember(shown, name, this.shorten(value, share, `${at}/${escapePointer(name)}`));
    }
    this.#cut(at, 'members', parts.length - shares.size);
    return shown;
  }

  /**
   * Divides the room between the parts: small parts get the size that they need, and large parts share the rest evenly.
   * The result omits each part that does not fit. With `stop`, it also omits all parts after the first one that does
   * not fit.
   */
  #share(parts: readonly Part[], room: number, atFull: 'stop' | 'continue'): Map<Part, number> {
    const shares = new Map<Part, number>();
    let left = room;
    for (const part of parts) {
      const least = Math.min(this.#sizes.of(part.value), SMALL);
      if (part.fixed + least <= left) {
        shares.set(part, least);
        left -= part.fixed + least;
      } else if (atFull === 'stop') {
        break;
      }
    }
    const needs = [...shares].map(([part, least]) => ({
      part,
      least,
      need: this.#sizes.of(part.value) - least,
    }));
    needs.sort((one, other) => one.need - other.need);
    for (const [index, { part, least, need }] of needs.entries()) {
      const more = Math.min(need, Math.floor(left / (needs.length - index)));
      shares.set(part, least + more);
      left -= more;
    }
    return shares;
  }

  #cut(at: string, missing: Cut['missing'], count: number): void {
    if (count > 0) {
      this.cuts.push({ at, missing, count });
    }
  }
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
