import { type Json, valueAt } from '../shown-span.js';
import { JsonIndex } from './json-index.js';
import { parseExactJson } from './parse-exact-json.js';
import { Children } from './read-children.js';
import { noteSource, sourceOf, UnreadJson } from './unread-json.js';

/**
 * Maximum length of JSON that is parsed as a whole. Longer JSON is indexed in slices, and only its outer values are
 * built.
 */
const MAX_TEXT = 1_000_000;
/** Maximum number of values that are built from JSON longer than `MAX_TEXT`, not counting the outer levels. */
const MAX_VALUES = 20_000;
/** Maximum number of items in a list that is built from JSON longer than `MAX_TEXT`. */
const MAX_ITEMS = 2000;

/**
 * Parses JSON of any size. If the string is longer than 1,000,000 characters, large lists and all values beyond the
 * first 20,000 become `UnreadJson` objects. The outermost `levels` levels are always built; level 1 is the whole value.
 */
export async function parseLargeJson(
  text: string,
  { levels, signal }: { readonly levels: number; readonly signal: AbortSignal },
): Promise<unknown> {
  return text.length <= MAX_TEXT
    ? parseExactJson(text)
    : parseIndexed(await JsonIndex.read(text, signal), levels);
}

/** Parses indexed JSON with the same limits as `parseLargeJson`. */
export function parseIndexed(index: JsonIndex, levels: number): unknown {
  return index.text.length <= MAX_TEXT || index.count === 0
    ? parseExactJson(index.text)
    : buildOuter({ index, container: 0 }, levels);
}

/**
 * Parses a part of a large answer with the limits for a whole answer. Even a small part may be unparsed, because only a
 * limited number of values is built per answer.
 */
export function readPart(value: Json | undefined): Json | undefined {
  const source = value === undefined ? undefined : sourceOf(value);
  if (source === undefined) {
    return value;
  }
  return source.size <= MAX_TEXT ? (parseExactJson(source.text) as Json) : buildOuter(source, 0);
}

/** Returns the value at a path of member names. Unparsed values on the path are parsed. */
export function partAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce((found, name) => readPart(valueAt(found, name)), value);
}

type Slot = (value: Json) => void;

/** A container that has not been built yet. */
interface Waiting {
  readonly container: number;
  readonly level: number;
  readonly put: Slot;
}

/** Builds a container and its descendants, one level after another. */
function buildOuter(
  { index, container: first }: Pick<UnreadJson, 'index' | 'container'>,
  levels: number,
): Json | undefined {
  let whole: Json | undefined;
  const waiting: Waiting[] = [{ container: first, level: 1, put: (value) => (whole = value) }];
  let built = 0;
  for (const { container, level, put } of waiting) {
    const size = index.sizeOf(container);
    const isLarge = built + size > MAX_VALUES || (index.isList(container) && size > MAX_ITEMS);
    if (isLarge && level > levels) {
      put(new UnreadJson(index, container) as unknown as Json);
    } else {
      built += size;
      const wait = (inner: number, putInner: Slot) =>
        waiting.push({ container: inner, level: level + 1, put: putInner });
      put(buildContainer(index, container, wait));
    }
  }
  return whole;
}

function buildContainer(
  index: JsonIndex,
  container: number,
  wait: (container: number, put: Slot) => void,
): Json {
  const children = new Children(index, container);
  const holder: Record<string | number, Json> = children.isList ? ([] as never) : {};
  for (let at = 0; at < children.size; at++) {
    const { name, from, to, container: inner } = children.at(at);
    const put = (value: Json) => {
      // Assigning to a member named `__proto__` would set the prototype.
      Object.defineProperty(holder, name ?? at, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    };
    if (inner < 0) {
      put(parseExactJson(index.text.slice(from, to)) as Json);
    } else {
      put(null);
      wait(inner, put);
    }
  }
  noteSource(holder, new UnreadJson(index, container));
  return holder as Json;
}
