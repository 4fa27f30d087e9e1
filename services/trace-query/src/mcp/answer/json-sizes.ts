import { isJsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';

/**
 * Matches characters that are invisible on a screen but still reach a model: control, format, tag and private-use
 * characters.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Serializes a value as JSON with all invisible characters escaped. Parsing the JSON returns the same value. */
export function writeVisibly(value: JsonValue): string {
  return stringifyJson(value).replace(invisible, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Length of a string above which its exact size does not matter, because no answer has room for it. */
const LONG_TEXT = 1_000_000;

/** Measures values as JSON. The sizes of objects and lists are cached, so objects and lists MUST NOT change. */
export class JsonSizes {
  readonly #known = new Map<object, number>();

  of(value: JsonValue): number {
    if (typeof value === 'string' && value.length > LONG_TEXT) {
      return value.length;
    }
    if (typeof value !== 'object' || value === null) {
      return writeVisibly(value).length;
    }
    const known = this.#known.get(value);
    if (known !== undefined) {
      return known;
    }
    const sizes = isJsonObject(value)
      ? Object.entries(value).map(([name, member]) => this.ofName(name) + this.of(member))
      : value.map((item) => this.of(item));
    const size = 2 + sizes.reduce((sum, own) => sum + own, 0) + Math.max(0, sizes.length - 1);
    this.#known.set(value, size);
    return size;
  }

  /** Returns the size of a member's name, including the colon. */
  ofName(name: string): number {
    return writeVisibly(name).length + 1;
  }
}
